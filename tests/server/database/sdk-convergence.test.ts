import { type DataSnapshot, onValue, ref, update } from 'firebase/database';
import { describe, expect, it } from 'vitest';
import { byStage } from '../../support/fullRun.ts';
import { seededRandom } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import type { TestClient } from './support/client.ts';
import { type Data, pick } from './support/random.ts';
import { openRules, type TestServer } from './support/server.ts';
import { setupDatabase } from './support/setup.ts';

const setup = setupDatabase();

const KEYS = ['a', 'b', '1', '01', 'ü'] as const;
const PLACES: readonly string[] = ['a', 'a/b', 'a/b/1', 'b', '1/ü', '/'];

type Views = Map<string, DataSnapshot>;

/** Listens to all places and keeps the last snapshot of each. */
function watchAll({ database }: TestClient, places: readonly string[]): Views {
  const views: Views = new Map();
  for (const place of places) onValue(ref(database, place), (snapshot) => views.set(place, snapshot));
  return views;
}

function randomPlace(random: () => number): string {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, KEYS)).join('/');
}

/** A set, or an update of places that do not overlap. */
async function writeSomething(random: () => number, { database }: TestClient): Promise<void> {
  if (random() < 0.5) return update(ref(database), { [randomPlace(random)]: small(random) });
  const base = random() < 0.5 ? '/' : pick(random, KEYS);
  const keys = KEYS.filter(() => random() < 0.5);
  const values = keys.map((key) => [random() < 0.5 ? key : `${key}/${pick(random, KEYS)}`, small(random)]);
  return update(ref(database, base), Object.fromEntries(values));
}

function small(random: () => number): Data {
  return random() < 0.2 ? null : dense(random, 3);
}

/** Data with so few keys that most writes meet a place somebody listens to. */
function dense(random: () => number, depth: number): Data {
  if (depth === 0 || random() < 0.2) return pick<Data>(random, [null, 1, 2.5, true, 'x', '😀']);
  const keys = KEYS.filter(() => random() < 0.5);
  return Object.fromEntries(keys.map((key) => [key, dense(random, depth - 1)]));
}

function expectViews(server: TestServer, views: Views, places: readonly string[]): void {
  for (const place of places)
    expect(views.get(place)?.exportVal(), place).toEqual(server.service.read(place));
}

describe('clients that write at random at the same time', () => {
  it.each(byStage({ usual: [1], full: [1, 2, 3] }))(
    'all end with what the server holds, wherever they listen (seed %i)',
    async (seed) => {
      const server = await setup.server({ rules: openRules });
      const random = seededRandom(seed);
      const writers = [setup.client(server), setup.client(server)];
      // One client per place: a listen at the root would answer for all places below it.
      const watchers = PLACES.map((place) => ({
        places: [place],
        views: watchAll(setup.client(server), [place]),
      }));
      watchers.push(
        ...writers.map((writer) => ({ places: ['a', '1'], views: watchAll(writer, ['a', '1']) })),
      );
      for (let round = 0; round < 15; round += 1) {
        await Promise.all(writers.flatMap((writer) => [1, 2, 3].map(() => writeSomething(random, writer))));
        // After each round: a later push would cover up a missing one.
        await until(() => {
          for (const { places, views } of watchers) expectViews(server, views, places);
        });
      }
      expect(server.service.read('')).not.toBe(null);
    },
  );
});
