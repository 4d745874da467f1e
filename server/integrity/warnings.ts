import type Database from 'libsql';
import { LIST_LOG } from '#model/history.ts';
import type { Log } from '#model/log/entry.ts';
import { readListVersion } from '#model/log/version.ts';
import type { Loaded } from '../database/LeafTable.ts';
import { damagedEntries, integrityMismatch } from '../database/listState.ts';
import { keysAt, nodeAt, type TreeNode, toPlain } from '../database/tree/node.ts';
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

/** What is wrong with a history at first sight. */
function faultsOf(tree: TreeNode | null, log: Log, db: Database.Database): readonly string[] {
  const damaged = log.changes === LIST_LOG.changes ? damagedEntries(tree).length : 0;
  const expected = readListVersion(toPlain(nodeAt(tree, [log.version]))).seq - archivedTo(tree, log);
  const found = keysAt(tree, [log.history]).length;
  return [
    ...(damaged > 0 ? [`${damaged} entries and their changes do not belong together`] : []),
    ...(found === expected ? [] : [`it has ${found} entries, and by its version ${expected}`]),
    ...(holdsNewestSeal(db, tree, log) ? [] : ['its newest seal is not that of its entry']),
  ];
}
