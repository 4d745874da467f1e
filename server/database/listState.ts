import type { IntegrityMismatch } from '#model/integrityMismatch.ts';
import { isSameSum, sumOf } from '#model/listChecksum.ts';
import { readListVersion } from '#model/log/version.ts';
import { CHANGES_PATH, HISTORY_PATH, LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { Branch, childOf, keysAt, keysBelow, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

type StoredChild = readonly [key: string, stored: unknown];

/** The stored mappings by key, as plain values. */
export function storedMappings(root: TreeNode | null): Iterable<StoredChild> {
  return storedChildren(root, MAPPINGS_PATH);
}

/** The children of a node below the root by key, as plain values. */
export function* storedChildren(root: TreeNode | null, name: string): Iterable<StoredChild> {
  const parent = nodeAt(root, [name]);
  if (!(parent instanceof Branch)) return;
  for (const [key, node] of parent.children) yield [key, plainOf(node)];
}

/** What the list should amount to by its history, and what is stored; null where they agree or nobody has said it. */
export function integrityMismatch(root: TreeNode | null): IntegrityMismatch | null {
  const version = nodeAt(root, [LIST_VERSION_PATH]);
  const expected = version === null ? null : readListVersion(toPlain(version)).sum;
  if (expected === null) return null;
  const found = sumOf(storedMappings(root));
  return isSameSum(expected, found) ? null : { expected, found };
}

/**
 * The ids of entries whose changes are not those that the entry counts, and of changes without an entry; none in a whole
 * history. That each entry continues the one before, and what it wrote, `npm run verify` looks at.
 */
export function damagedEntries(root: TreeNode | null): readonly string[] {
  const history = nodeAt(root, [HISTORY_PATH]);
  const changes = nodeAt(root, [CHANGES_PATH]);
  const ids = new Set([...keysAt(history, []), ...keysAt(changes, [])]);
  return [...ids].filter((id) => !isWholeEntry(childOf(history, id), childOf(changes, id)));
}

function isWholeEntry(entry: TreeNode | null, changes: TreeNode | null): boolean {
  const seq = childOf(entry, 'seq');
  if (seq === null || seq !== childOf(changes, 'seq')) return false;
  const counted = Number(childOf(entry, 'set')) + Number(childOf(entry, 'removed'));
  return keysBelow(changes, 'changes').length === counted;
}

/** As `toPlain`, several times as fast for the many small values of a list. */
function plainOf(node: TreeNode): unknown {
  if (!(node instanceof Branch)) return node;
  if (node.packed !== null) return node.packed;
  const plain: Record<string, unknown> = {};
  for (const [key, child] of node.children) plain[key] = plainOf(child);
  return plain;
}
