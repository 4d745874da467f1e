import { describe, expect, it } from 'vitest';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger } from '../support/ledgerSetup.ts';

type Setup = Awaited<ReturnType<typeof setupLedger>>;

const cases: readonly [name: string, act: (setup: Setup) => unknown, counted: number][] = [
  ['a completed run counts its rows that are not blank', ({ paste }) => paste('a\n\nb\n   \nc'), 3],
  ['a text of blank rows counts nothing', ({ paste }) => paste('\n \n\t'), 0],
  [
    'the same text again counts nothing',
    async ({ paste, finish }) => {
      paste('a\nb');
      await finish();
      paste('a\nb');
    },
    2,
  ],
  [
    'nor does it after the box was cleared',
    async ({ paste, finish }) => {
      paste('a\nb');
      await finish();
      paste('');
      await finish();
      paste('a\nb');
    },
    2,
  ],
  [
    'a changed text counts all of its rows',
    async ({ paste, finish }) => {
      paste('a\nb');
      await finish();
      paste('a\nb\nc');
    },
    5,
  ],
  [
    'a run whose text was removed counts nothing',
    async ({ paste, timing, finish }) => {
      paste(Array(1_000).fill('a'));
      await timing.advance(15);
      paste('');
      await finish();
    },
    0,
  ],
  [
    'a run that gave way to another counts nothing',
    async ({ paste, timing }) => {
      paste(Array(1_000).fill('a'));
      await timing.advance(15);
      paste('b');
    },
    1,
  ],
  [
    'an edited row counts 1',
    async ({ paste, finish, ledger, run }) => {
      paste('a\nb');
      await finish();
      ledger.rows.editRow(run(), 1, 'c');
    },
    3,
  ],
  [
    'a row edited to a blank one counts nothing',
    async ({ paste, finish, ledger, run }) => {
      paste('a\nb');
      await finish();
      ledger.rows.editRow(run(), 1, ' ');
    },
    2,
  ],
  [
    'an edit that changes nothing counts nothing',
    async ({ paste, finish, ledger, run }) => {
      paste('a\nb');
      await finish();
      ledger.rows.editRow(run(), 1, 'b');
    },
    2,
  ],
  [
    'a change of the mapping list counts nothing',
    async ({ paste, finish, database }) => {
      paste('NORTHERN RAIL');
      await finish();
      database.writeElsewhere({
        'gl_mappings/NORTHERN RAIL': { description: 'NORTHERN RAIL', glAccount: '1' },
      });
    },
    1,
  ],
  [
    'a text that is classified anew with a reloaded list counts nothing',
    async ({ paste, finish, ledger }) => {
      paste('a\nb');
      await finish();
      ledger.retry();
    },
    2,
  ],
];

describe('usage', () => {
  it.each(cases)('%s', async (_name, act, counted) => {
    const setup = await setupLedger();
    await act(setup);
    await setup.finish();
    expect(setup.counters()).toEqual({
      today: counted,
      total: counted,
      ownToday: counted,
      ownTotal: counted,
    });
  });

  it('adds to the four counters in one update', async () => {
    const { paste, finish, database } = await setupLedger();
    paste('a\nb');
    await finish();
    expect(database.updates.map((update) => Object.keys(update))).toEqual([
      [
        'usage/daily/2026-03-01',
        'usage/total',
        'usage/users/ann_lee@example_com/daily/2026-03-01',
        'usage/users/ann_lee@example_com/total',
        'usage/users/ann_lee@example_com/last_run',
        expect.stringMatching(/^usage\/users\/ann_lee@example_com\/runs\/2026-03-01\/[0-9a-f]{24}$/),
      ],
    ]);
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
      expect(counters()).toEqual({ today: 2, total: 2, ownToday: 2, ownTotal: 2 });
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
  const OWN = 'usage/users/ann_lee@example_com';

  it('are emitted at the start and after each change', async () => {
    const { paste, finish, eventsOf } = await setupLedger({
      [`${OWN}/daily/2026-03-01`]: 3,
      [`${OWN}/total`]: 40,
    });
    paste('a\nb');
    await finish();
    const emitted = eventsOf('usage').map(({ usage }) => usage);
    expect(emitted[0]).toEqual({ today: 3, total: 40 });
    expect(emitted.at(-1)).toEqual({ today: 5, total: 42 });
  });

  it('begin at nothing at UTC midnight while the page is open', async () => {
    const { timing, database, eventsOf } = await setupLedger({
      [`${OWN}/daily/2026-03-01`]: 3,
      [`${OWN}/total`]: 40,
    });
    await timing.advance(12 * 3_600_000);
    expect(eventsOf('usage').at(-1)?.usage).toEqual({ today: 0, total: 40 });
    database.writeElsewhere({ [`${OWN}/daily/2026-03-01`]: 9 });
    database.writeElsewhere({ [`${OWN}/daily/2026-03-02`]: 1 });
    await settled();
    expect(eventsOf('usage').at(-1)?.usage).toEqual({ today: 1, total: 40 });
  });
});
