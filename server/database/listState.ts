import type { IntegrityMismatch } from '#model/integrityMismatch.ts';
import { isSameSum, sumOf } from '#model/listChecksum.ts';
import { readListVersion } from '#model/log/version.ts';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { Branch, nodeAt, type TreeNode, toPlain, toSharedPlain } from './tree/node.ts';

type StoredChild = readonly [key: string, stored: unknown];

/** The stored mappings by key, as plain values. */
export function storedMappings(root: TreeNode | null): Iterable<StoredChild> {
  return storedChildren(root, MAPPINGS_PATH);
}

/** The children of a node below the root by key, as plain values. */
export function* storedChildren(root: TreeNode | null, name: string): Iterable<StoredChild> {
  const parent = nodeAt(root, [name]);
  if (!(parent instanceof Branch)) return;
  for (const [key, node] of parent.children) yield [key, toSharedPlain(node)];
}

/** What the list should amount to by its history, and what is stored; null where they agree or nobody has said it. */
export function integrityMismatch(root: TreeNode | null): IntegrityMismatch | null {
  const version = nodeAt(root, [LIST_VERSION_PATH]);
  const expected = version === null ? null : readListVersion(toPlain(version)).sum;
  if (expected === null) return null;
  const found = sumOf(storedMappings(root));
  return isSameSum(expected, found) ? null : { expected, found };
}
