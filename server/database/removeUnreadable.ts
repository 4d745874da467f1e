import { getRandomValues } from 'node:crypto';
import { SERVER_AUTHOR } from '#model/history.ts';
import { outsideUpdate } from '#model/historyUpdate.ts';
import { sumOf } from '#model/listSum.ts';
import { newEntryId, readListVersion } from '#model/listVersion.ts';
import { LIST_VERSION_PATH } from '#model/paths.ts';
import type { Store } from '../store/store.ts';
import { LeafTable, type StoredLeaf } from './LeafTable.ts';
import { storedMappings } from './listState.ts';
import { fromPlain, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

/**
 * Removes what earlier versions stored under keys that the SDK cannot read, as an entry of the list's history of kind
 * `outside`: browsers that have cached the list read it anew. For a data folder that no server uses.
 * @returns what was removed
 */
export function removeUnreadable(store: Store, now: Date): readonly StoredLeaf[] {
  const table = new LeafTable(store);
  const { tree, withheld } = table.load();
  if (withheld.length === 0) return withheld;
  store.transaction(() => {
    table.drop(withheld);
    table.save(tree, entryAfter(tree, now));
  });
  return withheld;
}

function entryAfter(tree: TreeNode | null, now: Date) {
  const found = sumOf(storedMappings(tree));
  const former = readListVersion(toPlain(nodeAt(tree, [LIST_VERSION_PATH])));
  const id = newEntryId(getRandomValues);
  const act = { kind: 'outside', by: SERVER_AUTHOR, batch: id, note: 'remove-unreadable' } as const;
  const plan = { id, former, sum: former.sum ?? found, act, at: now.getTime() };
  const { update } = outsideUpdate(plan, found);
  return Object.entries(update).map(([path, value]) => ({ path: path.split('/'), value: fromPlain(value) }));
}
