import { getRandomValues } from 'node:crypto';
import { outsideUpdate } from '#model/historyUpdate.ts';
import { isChangeableKey } from '#model/keyProblem.ts';
import { sumOf } from '#model/listChecksum.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { newEntryId, readListVersion } from '#model/log/version.ts';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { sealsAfter } from '../integrity/seals.ts';
import type { Store } from '../store/store.ts';
import { LeafTable, type StoredLeaf } from './LeafTable.ts';
import { storedMappings } from './listState.ts';
import type { Change } from './tree/changes.ts';
import { eachLeaf, fromPlain, keysAt, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

type Removal = {
  /** What was removed. */
  readonly removed: readonly StoredLeaf[];
  /** Keys of mappings that can be read and not changed, and are there still. */
  readonly longKeys: readonly string[];
};

/**
 * Removes what earlier versions stored under keys that the SDK cannot read, as an entry of the list's history of kind
 * `outside`: browsers that have cached the list read it again. For a data folder that no server uses.
 * @param withLongKeys removes also the mappings that the app can read and not change, see {@link isChangeableKey}
 */
export function removeUnreadable(store: Store, now: Date, withLongKeys = false): Removal {
  const table = new LeafTable(store);
  const { tree, withheld } = table.load();
  const longKeys = keysAt(tree, [MAPPINGS_PATH]).filter((key) => !isChangeableKey(key));
  const gone = withLongKeys ? longKeys.map((key) => [MAPPINGS_PATH, key]) : [];
  const removed = [...withheld, ...gone.flatMap((path) => leavesAt(tree, path))];
  const left = withLongKeys ? [] : longKeys;
  if (removed.length === 0) return { removed, longKeys: left };
  const isLeft = withLongKeys ? isChangeableKey : () => true;
  store.transaction(() => {
    table.drop(withheld);
    const entry = entryAfter(tree, isLeft, now);
    table.save(tree, [...gone.map((path) => ({ path, value: null })), ...entry, ...sealsAfter(tree, entry)]);
  });
  return { removed, longKeys: left };
}

function leavesAt(tree: TreeNode | null, place: readonly string[]): StoredLeaf[] {
  const leaves: StoredLeaf[] = [];
  eachLeaf(nodeAt(tree, place), place, (path, value) => leaves.push({ path: path.join('/'), value }));
  return leaves;
}

function entryAfter(tree: TreeNode | null, isLeft: (key: string) => boolean, now: Date): Change[] {
  const found = sumOf([...storedMappings(tree)].filter(([key]) => isLeft(key)));
  const former = readListVersion(toPlain(nodeAt(tree, [LIST_VERSION_PATH])));
  const id = newEntryId(getRandomValues);
  const changeSet = { kind: 'outside', by: SERVER_AUTHOR, batch: id, note: 'remove-unreadable' } as const;
  const plan = { id, former, sum: former.sum ?? found, changeSet, at: now.getTime() };
  const { update } = outsideUpdate(plan, found);
  return Object.entries(update).map(([path, value]) => ({ path: path.split('/'), value: fromPlain(value) }));
}
