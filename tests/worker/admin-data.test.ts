import { describe, expect, it } from 'vitest';
import { readAccessHistoryEntry } from '#model/accessHistory.ts';
import type { Day } from '#model/day.ts';
import { normaliseEmail } from '#model/email.ts';
import { createAdminData } from '#workers/ledger/adminData.ts';
import { createMemoryDatabase } from '../support/memoryDatabase.ts';

const email = normaliseEmail('ann.lee@example.com');
const admin = normaliseEmail('adam@example.com');
const stranger = normaliseEmail('no@example.com');
const day = (text: string) => text as Day;

const leaves = {
  'usage/total': 100,
  'usage/daily/2026-11-19': 7,
  'usage/daily/2026-11-20': 9,
  'usage/unmatched/daily/2026-11-20': 2,
  'usage/unmatched/total': 2,
  'usage/users/ann_lee@example_com/total': 40,
  'usage/users/ann_lee@example_com/daily/2026-11-18': 6,
  'usage/users/ann_lee@example_com/daily/2026-11-20': 4,
  'usage/unmatched/users/ann_lee@example_com/total': 2,
  'usage/unmatched/users/ann_lee@example_com/daily/2026-11-20': 2,
  'access/ann%2Elee@example%2Ecom': { email, allow: true, admin: false, uid: 'ann' },
};

const setup = () => {
  const database = createMemoryDatabase(leaves);
  return { database, admin: createAdminData(database, { uid: 'uid-adam', email: admin }) };
};

describe('usage', () => {
  it('of all users is read in total and for the days asked for, 0 where nothing was counted, and null where no matches were noted', async () => {
    const { admin } = setup();
    expect(await admin.readUsage([day('2026-11-18'), day('2026-11-19'), day('2026-11-20')])).toEqual({
      total: 100,
      daily: [
        { day: '2026-11-18', count: 0, unmatched: null },
        { day: '2026-11-19', count: 7, unmatched: null },
        { day: '2026-11-20', count: 9, unmatched: 2 },
      ],
    });
  });

  it('of users is read in their order, with the matches of the days on which they were noted', async () => {
    const { admin } = setup();
    const days = [day('2026-11-18'), day('2026-11-20')];
    expect(await admin.readUserUsage([stranger, email], days)).toEqual([
      { today: 0, total: 0, matches: null },
      { today: 4, total: 40, matches: { lines: 4, unmatched: 2 } },
    ]);
  });

  it('of one user is read day by day', async () => {
    const { admin } = setup();
    expect(await admin.readUserDays(email, [day('2026-11-18'), day('2026-11-20')])).toEqual([
      { day: '2026-11-18', count: 6, unmatched: null },
      { day: '2026-11-20', count: 4, unmatched: 2 },
    ]);
  });

  it('of one user is removed, and nothing else', async () => {
    const { admin, database } = setup();
    await admin.removeCounters(email);
    expect(await admin.readUserUsage([email], [day('2026-11-20')])).toEqual([
      { today: 0, total: 0, matches: null },
    ]);
    expect(database.stored('usage/unmatched')).toEqual({ daily: { '2026-11-20': 2 }, total: 2 });
    expect(await admin.readUsage([])).toEqual({ total: 100, daily: [] });
  });
});

describe('the access entries', () => {
  it('is read', async () => {
    expect(await setup().admin.readAccess()).toEqual([{ email, allow: true, admin: false, uid: 'ann' }]);
  });

  it('is written and removed entry by entry', async () => {
    const { admin } = setup();
    const entry = { email: stranger, allow: true, admin: true, uid: 'no' };
    await admin.writeAccess(entry);
    await admin.removeAccess(email);
    expect(await admin.readAccess()).toEqual([entry]);
  });

  it('has each change in its history, with who made it', async () => {
    const { admin, database } = setup();
    const entry = { email: stranger, allow: true, admin: true, uid: 'no' };
    await admin.writeAccess(entry);
    await admin.writeAccess({ ...entry, admin: false });
    await admin.removeAccess(stranger);
    const history = Object.entries(database.stored('access_history') as object)
      .map(([id, stored]) => readAccessHistoryEntry(id, stored))
      .toSorted((a, b) => Number(a?.seq) - Number(b?.seq));
    const by = { uid: 'uid-adam', email: 'adam@example.com' };
    expect(history).toMatchObject([
      {
        seq: 1,
        parent: 'none',
        by,
        kind: 'grant',
        changes: [{ email: stranger, before: null, after: entry }],
      },
      { seq: 2, parent: history[0]?.id, by, kind: 'edit', changes: [{ after: { ...entry, admin: false } }] },
      { seq: 3, parent: history[1]?.id, by, kind: 'withdraw', changes: [{ after: null }] },
    ]);
  });

  it('is not written again where it is stored just so', async () => {
    const { admin, database } = setup();
    await admin.writeAccess({ email, allow: true, admin: false, uid: 'ann' });
    expect(database.updates).toEqual([]);
  });

  it('is written once when the answer was lost, and after another change that came first', async () => {
    const { admin, database } = setup();
    const { update } = database;
    let isFirst = true;
    database.update = async (changes) => {
      if (isFirst) database.writePastRules({ access_version: { id: 'other', seq: 1, after: 'none' } });
      isFirst = false;
      await update(changes);
      await update(changes);
    };
    await admin.removeAccess(email);
    expect(database.stored('access/ann%2Elee@example%2Ecom')).toBeNull();
    expect(Object.keys(database.stored('access_history') as object)).toHaveLength(1);
  });

  it('refuses loudly', async () => {
    const { database, admin } = setup();
    database.refuse = true;
    await expect(admin.removeAccess(email)).rejects.toThrow(/permission/i);
  });
});
