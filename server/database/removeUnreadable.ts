import { getRandomValues } from 'node:crypto';
import { newListVersion } from '#model/listVersion.ts';
import { LIST_VERSION_PATH } from '#model/paths.ts';
import type { Store } from '../store/store.ts';
import { LeafTable, type StoredLeaf } from './LeafTable.ts';
import { Branch } from './tree/node.ts';

/**
 * Removes what earlier versions stored under keys that the SDK cannot read, and gives the mapping list a new version,
 * so that browsers that have cached the list read it anew. For a data folder that no server uses.
 * @returns what was removed
 */
export function removeUnreadable(store: Store): readonly StoredLeaf[] {
  const table = new LeafTable(store);
  const { tree, withheld } = table.load();
  if (withheld.length === 0) return withheld;
  const version = new Branch();
  version.children.set('id', newListVersion(getRandomValues));
  store.transaction(() => {
    table.drop(withheld);
    table.save(tree, [{ path: [LIST_VERSION_PATH], value: version }]);
  });
  return withheld;
}
