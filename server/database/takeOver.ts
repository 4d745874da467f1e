import { getRandomValues } from 'node:crypto';
import { LIST_LOG } from '#model/history.ts';
import { sumOf } from '#model/listChecksum.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { type Log, takeoverUpdate } from '#model/log/entry.ts';
import { newEntryId, readListVersion } from '#model/log/version.ts';
import { LIST, LOGS } from '../integrity/logs.ts';
import { sealsAfter } from '../integrity/seals.ts';
import { unaccountedBy } from '../integrity/verifyLogs.ts';
import type { LeafTable } from './LeafTable.ts';
import { storedChildren } from './listState.ts';
import type { Change } from './tree/changes.ts';
import { fromPlain, keysAt, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

/** Whether the list was stored before it had a history: nobody has said yet what it amounts to. */
export function isListWithoutHistory(root: TreeNode | null): boolean {
  const { sum } = readListVersion(toPlain(nodeAt(root, [LIST_LOG.version])));
  return sum === null && keysAt(root, [LIST_LOG.changed]).length > 0;
}

/** Seals the entries that have no seal. @returns the tree afterwards */
export function sealAll(table: LeafTable, root: TreeNode | null, now: number): TreeNode | null {
  return table.applied(root, table.seals.catchUp(root, now)).tree;
}

/**
 * Seals all entries, and takes over what was stored before its log, or past it: by an entry of kind `takeover`, from which
 * on a change of it past the server is found. Belongs into a transaction.
 * @returns the tree afterwards
 */
export function takeOver(table: LeafTable, root: TreeNode | null, now: number): TreeNode | null {
  return LOGS.reduce(
    (tree, named) => {
      const isOlder = named === LIST ? isListWithoutHistory(root) : unaccountedBy(named, root).length > 0;
      if (!isOlder) return tree;
      const entry = takeoverOf(named.log, tree, now);
      const changes = [...entry, ...sealsAfter(tree, entry)];
      table.save(tree, changes);
      return table.applied(tree, changes).tree;
    },
    sealAll(table, root, now),
  );
}

function takeoverOf(log: Log, root: TreeNode | null, at: number): readonly Change[] {
  const id = newEntryId(getRandomValues);
  const former = readListVersion(toPlain(nodeAt(root, [log.version])));
  const found = sumOf(storedChildren(root, log.changed));
  const update = takeoverUpdate(log, { id, former, at, by: SERVER_AUTHOR, batch: id }, found);
  return Object.entries(update).map(([path, value]) => ({ path: path.split('/'), value: fromPlain(value) }));
}
