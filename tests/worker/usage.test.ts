import { describe, expect, it } from 'vitest';
import { normaliseEmail } from '#model/email.ts';
import { DescriptionCounter } from '#workers/ledger/usage.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger, setupPasted } from '../support/ledgerSetup.ts';
import { leavesOf } from '../support/mapping.ts';
import { until } from '../support/until.ts';

const OWN = 'usage/users/ann_lee@example_com';
const LIST = leavesOf({ 'NORTHERN RAIL': '6100' });

const unmatchedCounters = (database: { stored(path: string): unknown }) =>
  ['', 'users/ann_lee@example_com/'].flatMap((whose) =>
    ['daily/2026-03-01', 'total'].map((path) => database.stored(`usage/unmatched/${whose}${path}`)),
  );

type Setup = Awaited<ReturnType<typeof setupLedger>>;

type Case = readonly [
  name: string,
  texts: readonly string[],
  counted: number,
  act?: (setup: Setup) => unknown,
];
const cases: readonly Case[] = [
  ['a completed run counts its rows that are not blank', ['a\n\nb\n   \nc'], 3],
  ['a text of blank rows counts nothing', ['\n \n\t'], 0],
  ['the same text again counts nothing', ['a\nb', 'a\nb'], 2],
  ['nor does it after the box was cleared', ['a\nb', '', 'a\nb'], 2],
  ['a changed text counts all of its rows', ['a\nb', 'a\nb\nc'], 5],
  ['an edited row counts 1', ['a\nb'], 3, ({ ledger }) => ledger.rows.editRow(1, 1, 'c')],
  ['a row edited to a blank one counts nothing', ['a\nb'], 2, ({ ledger }) => ledger.rows.editRow(1, 1, ' ')],
  [
    'an edit that changes nothing counts nothing',
    ['a\nb'],
    2,
    ({ ledger }) => ledger.rows.editRow(1, 1, 'b'),
  ],
  ['a change of the list counts nothing', ['NORTH 1'], 1, ({ elsewhere }) => elsewhere({ 'NORTH 1': '1' })],
  [
    'a text that is classified anew with a reloaded list counts nothing',
    ['a\nb'],
    2,
    ({ ledger }) => ledger.retry(),
  ],
];

describe('usage', () => {
  const four = (n: number) => ({ today: n, total: n, ownToday: n, ownTotal: n });

  it.for(cases)('%s', async ([_name, texts, counted, act]) => {
    const setup = await setupLedger();
    for (const text of texts) {
      setup.paste(text);
      await setup.finish();
    }
    await act?.(setup);
    await setup.finish();
    expect(setup.counters()).toEqual(four(counted));
  });

  it.each([
    ['was removed', '', 0],
    ['gave way to another', 'b', 1],
  ])('a run whose text %s counts nothing', async (_what, next, counted) => {
    const { paste, timing, finish, counters } = await setupLedger();
    paste(Array(1_000).fill('a'));
    await timing.advance(15);
    paste(next);
    await finish();
    expect(counters()).toEqual(four(counted));
  });

  it('adds to the four counters, and to the four of lines without a match, in one update', async () => {
    const { database } = await setupPasted('a\nb');
    expect(database.updates.map((update) => Object.keys(update).toSorted())).toEqual([
      [
        'usage/daily/2026-03-01',
        'usage/total',
        'usage/unmatched/daily/2026-03-01',
        'usage/unmatched/total',
        'usage/unmatched/users/ann_lee@example_com/daily/2026-03-01',
        'usage/unmatched/users/ann_lee@example_com/total',
        'usage/users/ann_lee@example_com/daily/2026-03-01',
        'usage/users/ann_lee@example_com/last_run',
        expect.stringMatching(/^usage\/users\/ann_lee@example_com\/runs\/2026-03-01\/[0-9a-f]{24}$/),
        'usage/users/ann_lee@example_com/total',
      ],
    ]);
  });

  it('counts the lines without a match: neither those with one nor blank ones', async () => {
    const { database } = await setupPasted('NORTHERN RAIL\n\nb\nNORTHERN RAIL 7\nc', LIST);
    expect(unmatchedCounters(database)).toEqual([2, 2, 2, 2]);
    const runs = database.stored(`${OWN}/runs/2026-03-01`) as Record<string, unknown>;
    expect(Object.values(runs)).toEqual([{ n: 4, unmatched: 2 }]);
  });

  it('counts no line without a match as 0, so that there is a figure', async () => {
    const { database } = await setupPasted('NORTHERN RAIL', LIST);
    expect(unmatchedCounters(database)).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ['NORTHERN RAIL 8', 1],
    ['d', 2],
  ])('counts a row edited to %s by whether it has a match', async (text, unmatched) => {
    const { finish, database, ledger, run } = await setupPasted('NORTHERN RAIL\nb', LIST);
    ledger.rows.editRow(run(), 0, text);
    await finish();
    expect(unmatchedCounters(database)).toEqual(Array(4).fill(unmatched));
  });

  it('shares out the lines without a match where a text is counted in parts', async () => {
    const { database } = await setupLedger();
    const counter = new DescriptionCounter({
      database,
      email: normaliseEmail('ann.lee@example.com'),
      timing: { now: () => new Date('2026-03-01T12:00:00Z') },
      save: async () => {},
      onSettled: () => {},
      emit: () => {},
    });
    counter.countText('a', 2_500_000, 1_200_000);
    await until(() => expect(unmatchedCounters(database)).toEqual(Array(4).fill(1_200_000)));
    const runs = database.stored(`${OWN}/runs/2026-03-01`) as Record<string, unknown>;
    expect(Object.values(runs)).toHaveLength(3);
    expect(Object.values(runs)).toEqual(
      expect.arrayContaining([
        { n: 1_000_000, unmatched: 1_000_000 },
        { n: 1_000_000, unmatched: 200_000 },
        { n: 500_000, unmatched: 0 },
      ]),
    );
  });

  it.each(['once', 'twice'])(
    'counts once when the answer is lost %s and the update sent again',
    async (times) => {
      const { paste, finish, database, eventsOf, counters } = await setupLedger();
      const { update } = database;
      database.update = async (changes) => {
        await update(changes);
        if (times === 'twice') await update(changes).catch(() => {});
        await update(changes);
      };
      paste('a\nb');
      await finish();
      expect(counters()).toEqual(four(2));
      expect(eventsOf('usage-failed')).toEqual([]);
    },
  );

  it('counts under the UTC day on which the run is complete', async () => {
    const { paste, timing, database } = await setupLedger();
    await timing.advance(11 * 3_600_000 + 59 * 60_000 + 59_995); // five milliseconds before midnight
    paste(Array(201).fill('a'));
    await timing.advance(10);
    expect(database.stored('usage/daily/2026-03-01')).toBeNull();
    expect(database.stored('usage/daily/2026-03-02')).toBe(201);
  });

  it('says so when counting is refused', async () => {
    const { paste, finish, database, eventsOf } = await setupLedger();
    database.refuse = true;
    paste('a');
    await finish();
    expect(eventsOf('usage-failed')).toHaveLength(1);
  });
});

describe("the user's own counts", () => {
  const COUNTED = { [`${OWN}/daily/2026-03-01`]: 3, [`${OWN}/total`]: 40 };

  it('are emitted at the start and after each change', async () => {
    const { paste, finish, eventsOf } = await setupLedger(COUNTED);
    paste('a\nb');
    await finish();
    const emitted = eventsOf('usage').map(({ usage }) => usage);
    expect(emitted[0]).toEqual({ today: 3, total: 40 });
    expect(emitted.at(-1)).toEqual({ today: 5, total: 42 });
  });

  it('begin at nothing at UTC midnight while the page is open', async () => {
    const { timing, database, eventsOf } = await setupLedger(COUNTED);
    await timing.advance(12 * 3_600_000);
    expect(eventsOf('usage').at(-1)?.usage).toEqual({ today: 0, total: 40 });
    database.writeElsewhere({ [`${OWN}/daily/2026-03-01`]: 9 });
    database.writeElsewhere({ [`${OWN}/daily/2026-03-02`]: 1 });
    await settled();
    expect(eventsOf('usage').at(-1)?.usage).toEqual({ today: 1, total: 40 });
  });
});
