import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byStage, fullRun } from '../support/fullRun.ts';
import { BackendDriver } from './support/backend/BackendDriver.ts';
import { startEmbeddedFixture } from './support/backend/embeddedFixture.ts';
import { startEmulatorFixture } from './support/backend/emulatorFixture.ts';
import type { Fixture } from './support/backend/fixture.ts';
import { fieldCases } from './support/fieldCases.ts';
import { matrix, type Row } from './support/matrix.ts';
import { personOf, type Role, roles } from './support/people.ts';

/** The product's own backend, unless the environment names the official emulators (docs/rules.md). */
function startFixture() {
  const firestore = process.env['FIRESTORE_EMULATOR_HOST'];
  const database = process.env['FIREBASE_DATABASE_EMULATOR_HOST'];
  if (firestore && database) return startEmulatorFixture(firestore, database);
  if (!firestore && !database) return startEmbeddedFixture();
  throw new Error('Set both FIRESTORE_EMULATOR_HOST and FIREBASE_DATABASE_EMULATOR_HOST, or neither.');
}

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture?.stop());

/**
 * What a role tries over the wire in every run: one row of a collection, another one for each role. All rows are held
 * against the rules themselves in matrix-rules.test.ts, and over the wire in the full run.
 */
function rowsFor(role: Role, rows: readonly Row[]): readonly Row[] {
  return byStage({ usual: [rows[roles.indexOf(role) % rows.length] as Row], full: rows });
}

/** The embedded backend stores nothing under a key that the SDK cannot read (tests/server/database/sdk-keys.test.ts). */
const canStand = (given: object = {}) => Object.keys(given).every((path) => !path.includes('hasOwnProperty'));

describe.each(roles)('through the running backend, %s', (role) => {
  let driver: BackendDriver;
  beforeAll(async () => {
    driver = await BackendDriver.enter(fixture, role);
  });
  afterAll(() => driver?.close());

  for (const { title, rows } of matrix) {
    describe(title, () => {
      for (const { name, action, may } of rowsFor(role, rows)) {
        const expected = may.includes(role) ? 'allowed' : 'refused';
        it(`${expected}: ${name}`, async () => {
          expect(await driver.try(action(personOf(role)))).toBe(expected);
        });
      }
    });
  }

  const ownCases = fullRun ? fieldCases.filter(({ by, given }) => by === role && canStand(given)) : [];
  describe.skipIf(ownCases.length === 0)('field by field', () => {
    for (const { name, action, allowed, given } of ownCases) {
      const expected = allowed ? 'allowed' : 'refused';
      it(`${expected}: ${name}`, async () => {
        expect(await driver.try(action, given)).toBe(expected);
      });
    }
  });
});
