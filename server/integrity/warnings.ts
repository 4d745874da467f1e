import type Database from 'libsql';
import type { Log } from '#model/log/entry.ts';
import { readListVersion } from '#model/log/version.ts';
import type { Loaded } from '../database/LeafTable.ts';
import { numbersOf } from '../database/LogEntries.ts';
import { integrityMismatch } from '../database/listState.ts';
import { nodeAt, type TreeNode, toPlain } from '../database/tree/node.ts';
import { LOGS } from './logs.ts';
import { archivedTo, holdsNewestSeal } from './seals.ts';

/** Something about the stored data that their operator has to look at. */
export type Warning = {
  readonly message: string;
  /** For the log. */
  readonly fields: Readonly<Record<string, unknown>>;
};

/** What is wrong with data that can be read and served. */
export function warningsOf({ tree, withheld }: Loaded, db: Database.Database): readonly Warning[] {
  const warnings: Warning[] = [];
  if (withheld.length > 0)
    warnings.push({
      message:
        'Stored values are not served: the Firebase SDK cannot read their keys. Stop the server and run "npm run remove-unreadable", which prints and removes them.',
      fields: { values: withheld.length },
    });
  const difference = integrityMismatch(tree);
  if (difference !== null)
    warnings.push({
      message:
        'The mapping list was changed outside the app, or is incomplete: it is not what its history says. New lines get no account until an administrator accepts the list on the Database page. "npm run verify" lists what is wrong.',
      fields: difference,
    });
  for (const { log, subject } of LOGS) {
    const faults = faultsOf(tree, log, db);
    if (faults.length > 0)
      warnings.push({
        message: `The history of ${subject} was changed outside the app, or is incomplete: ${faults.join('; ')}. "npm run verify" lists what is wrong, "npm run restore -- FILE" brings a backup back.`,
        fields: {},
      });
  }
  return warnings;
}

/** What is wrong with a history at first sight: each of its numbers is there once. */
function faultsOf(tree: TreeNode | null, log: Log, db: Database.Database): readonly string[] {
  const { seq: last } = readListVersion(toPlain(nodeAt(tree, [log.version])));
  const archived = archivedTo(tree, log);
  const faults = [...new Set([log.history, log.changes])].flatMap((node) => {
    const { count, sum } = numbersOf(db, node);
    const what = node === log.history ? 'entries' : 'changes of entries';
    if (count !== last - archived) return [`it has ${count} ${what}, and by its version ${last - archived}`];
    const isWhole = sum === (last * (last + 1) - archived * (archived + 1)) / 2;
    return isWhole ? [] : [`its ${what} are not numbered one after the other`];
  });
  return holdsNewestSeal(db, tree, log) ? faults : [...faults, 'its newest seal is not that of its entry'];
}
