import { isSameSum, type ListSum, sumOf } from '#model/listSum.ts';
import { readListVersion } from '#model/listVersion.ts';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { Branch, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

/** The stored mappings by key, as plain values. */
export function* storedMappings(root: TreeNode | null): Iterable<readonly [key: string, stored: unknown]> {
  const list = nodeAt(root, [MAPPINGS_PATH]);
  if (!(list instanceof Branch)) return;
  for (const [key, node] of list.children) yield [key, plainOf(node)];
}

/** What the list should amount to by its history, and what is stored; null where they agree or nobody has said it. */
export function listDifference(root: TreeNode | null): { expected: ListSum; found: ListSum } | null {
  const version = nodeAt(root, [LIST_VERSION_PATH]);
  const expected = version === null ? null : readListVersion(toPlain(version)).sum;
  if (expected === null) return null;
  const found = sumOf(storedMappings(root));
  return isSameSum(expected, found) ? null : { expected, found };
}

/** As `toPlain`, several times as fast for the many small values of a list. */
function plainOf(node: TreeNode): unknown {
  if (!(node instanceof Branch)) return node;
  if (node.packed !== null) return node.packed;
  const plain: Record<string, unknown> = {};
  for (const [key, child] of node.children) plain[key] = plainOf(child);
  return plain;
}
