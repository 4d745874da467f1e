import { describe, expect, it } from 'vitest';
import { accessChangeKind, accessUpdate } from '#model/accessHistory.ts';
import { chartChange, chartUpdate } from '#model/chartHistory.ts';
import { normaliseEmail } from '#model/email.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { type EntryId, readListVersion } from '#model/log/version.ts';
import { fromPlain, nodeAt, type TreeNode, toPlain, withValue } from '#server/database/tree/node.ts';
import { verifyLogs } from '#server/integrity/verifyLogs.ts';
import { tablesOf } from '../../support/tablesOf.ts';

const table = tablesOf('server/database/verify-logs');

const verifyAccess = (root: TreeNode | null) => verifyLogs(root).access;
const verifyChart = (root: TreeNode | null) => verifyLogs(root).chart;
const ANN = normaliseEmail('ann@example.com');
const BOB = normaliseEmail('bob@example.com');
const rights = (email: typeof ANN, admin: boolean) => ({ email, allow: true, admin });

function set(root: TreeNode | null, path: string, value: unknown): TreeNode | null {
  return withValue(root, path.split('/'), value === null ? null : fromPlain(value));
}

const notWritten = (n: number) =>
  `entry of change 1 in the entry ${n} (a${n}) of the access history is not what`;

/** Ann is granted access and becomes an administrator, Bob is granted access and loses it. Carl had it before. */
function fourEntries(): TreeNode | null {
  let root = set(null, 'access/carl@example%2Ecom', { email: 'carl@example.com', allow: true, admin: false });
  const steps = [
    { email: ANN, before: null, after: rights(ANN, false) },
    { email: BOB, before: null, after: rights(BOB, false) },
    { email: ANN, before: rights(ANN, false), after: rights(ANN, true) },
    { email: BOB, before: rights(BOB, false), after: null },
  ];
  for (const [index, change] of steps.entries()) {
    const former = readListVersion(toPlain(nodeAt(root, ['access_version'])));
    const id = `a${index + 1}` as EntryId;
    const update = accessUpdate({ id, former, by: SERVER_AUTHOR, kind: accessChangeKind(change) }, [change]);
    for (const [path, value] of Object.entries(update)) root = set(root, path, value);
    root = set(root, `access_history/${id}/at`, index);
  }
  return root;
}

describe('the history of access', () => {
  it('that holds is gone back to its beginning', () => {
    expect(verifyAccess(fourEntries())).toMatchObject({ entries: 4, problems: [] });
    expect(verifyAccess(null)).toMatchObject({ entries: 0, problems: [] });
  });

  it.each([
    ['a right that was changed outside', 'access/ann@example%2Ecom/admin', false, notWritten(3)],
    ['a right that was removed outside', 'access/ann@example%2Ecom', null, notWritten(3)],
    ['a right that was given back outside', 'access/bob@example%2Ecom', rights(BOB, true), notWritten(4)],
    ['a missing entry', 'access_history/a2', null, 'Entry 2 (a2) of the access history is missing'],
    ['another number', 'access_history/a2/seq', 7, 'has the number 7'],
    ['a broken chain', 'access_history/a3/after', 'a1', 'has the number 1'],
    [
      'another value before',
      'access_history/a3/changes/ann@example%2Ecom/before/admin',
      true,
      'in the entry 1 (a1) of the access history is not what',
    ],
    [
      'an entry without changes',
      'access_history/a4/changes',
      null,
      'The changes of the entry 4 (a4) of the access history are missing',
    ],
    ['an entry beside it', 'access_history/x', { seq: 1 }, 'access_history/x is not part of the history'],
  ])('with %s does not hold', (_name, path, value, problem) => {
    expect(verifyAccess(set(fourEntries(), path, value)).problems.join('\n')).toContain(problem);
  });
});

/** An account is added, renamed, and removed together with another that is added. */
function chartOfThreeEntries(): TreeNode | null {
  let root: TreeNode | null = null;
  const account = (code: string, name: string) => ({ code, name, note: '', isRetired: false });
  const steps = [
    [chartChange(null, account('6100.1', 'Travel'))],
    [chartChange(account('6100.1', 'Travel'), account('6100.1', 'Trips'))],
    [chartChange(account('6100.1', 'Trips'), null), chartChange(null, account('7000', 'Rent'))],
  ];
  for (const [index, changes] of steps.entries()) {
    const former = readListVersion(toPlain(nodeAt(root, ['gl_accounts_version'])));
    const id = `c${index + 1}` as EntryId;
    const update = chartUpdate({ id, former, by: SERVER_AUTHOR, kind: 'edit', batch: id }, changes);
    for (const [path, value] of Object.entries(update)) root = set(root, path, value);
    root = set(root, `gl_accounts_history/${id}/at`, index);
  }
  return root;
}

describe('the history of the chart of accounts', () => {
  it('that holds is gone back to its beginning', () => {
    expect(verifyChart(chartOfThreeEntries())).toMatchObject({ entries: 3, problems: [] });
    expect(verifyChart(null)).toMatchObject({ entries: 0, problems: [] });
  });

  it.each(table<[string, string, unknown, string]>('damages of the chart'))(
    'with %s does not hold',
    (_name, path, value, problem) => {
      expect(verifyChart(set(chartOfThreeEntries(), path, value)).problems.join('\n')).toContain(problem);
    },
  );
});
