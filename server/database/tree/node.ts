import type { ChildHashes } from './childKeys.ts';

/** What a leaf holds. */
export type Primitive = string | number | boolean;

/** One stored place: a primitive, or an inner node with at least one child. Absence is null. */
export type TreeNode = Primitive | Branch;

/** Keys from the root. */
export type Path = readonly string[];

/**
 * An inner node. Changed in place, so that one write below 100,000 siblings costs its depth and no copy;
 * whoever changes a child calls {@link forget} on every branch above it.
 */
export class Branch {
  readonly children = new Map<string, TreeNode>();
  /** Hash of this subtree, see hash.ts; null until asked for. */
  hash: string | null = null;
  /** JSON of this subtree, cached only for big ones. */
  json: string | null = null;
  /** For the hash of a big branch, see hash.ts; updated with the children. */
  childHashes: ChildHashes | null = null;

  /** Drops what was derived from the children. */
  forget(): void {
    this.hash = null;
    this.json = null;
  }
}

export function childOf(node: TreeNode | null, key: string): TreeNode | null {
  return node instanceof Branch ? (node.children.get(key) ?? null) : null;
}

export function nodeAt(root: TreeNode | null, path: Path): TreeNode | null {
  let node = root;
  for (const key of path) {
    node = childOf(node, key);
    if (node === null) return null;
  }
  return node;
}

/** How many keys of `path` lead to a primitive above its end, which has to give way to a value there; null for none. */
export function primitiveAbove(root: TreeNode | null, path: Path): number | null {
  let node = root;
  for (const [depth, key] of path.entries()) {
    if (node === null) return null;
    if (!(node instanceof Branch)) return depth;
    node = childOf(node, key);
  }
  return null;
}

/** The keys of the children of a place. */
export function keysAt(root: TreeNode | null, path: Path): readonly string[] {
  const node = nodeAt(root, path);
  return node instanceof Branch ? [...node.children.keys()] : [];
}

/**
 * Puts `value` at `path` and returns the root afterwards. Null removes the place and every branch that
 * becomes empty by it; a primitive on the way gives way to a value, but not to a removal.
 */
export function withValue(root: TreeNode | null, path: Path, value: TreeNode | null): TreeNode | null {
  return withValueBelow(root, path, 0, value);
}

/** @param depth of `root`, whose path are the keys of `path` before it */
function withValueBelow(
  root: TreeNode | null,
  path: Path,
  depth: number,
  value: TreeNode | null,
): TreeNode | null {
  const key = path[depth];
  if (key === undefined) return value;
  if (!(root instanceof Branch)) {
    return value === null ? root : branchOf(key, withValueBelow(null, path, depth + 1, value));
  }
  const before = root.children.get(key) ?? null;
  const after = withValueBelow(before, path, depth + 1, value);
  root.forget();
  if (after === null) root.children.delete(key);
  else if (after !== before) root.children.set(key, after);
  root.childHashes?.touch(key, after !== null);
  return root.children.size === 0 ? null : root;
}

/** The same content, in branches of its own. */
export function copyOf(node: TreeNode | null): TreeNode | null {
  if (!(node instanceof Branch)) return node;
  const copy = new Branch();
  for (const [key, child] of node.children) copy.children.set(key, copyOf(child) as TreeNode);
  return copy;
}

/** Calls `visit` with every primitive below (or at) `node`. */
export function eachLeaf(
  node: TreeNode | null,
  path: Path,
  visit: (path: Path, value: Primitive) => void,
): void {
  if (node instanceof Branch) {
    for (const [key, child] of node.children) eachLeaf(child, [...path, key], visit);
  } else if (node !== null) {
    visit(path, node);
  }
}

function branchOf(key: string, child: TreeNode | null): Branch | null {
  if (child === null) return null;
  const branch = new Branch();
  branch.children.set(key, child);
  return branch;
}

/** JSON texts at least this long are cached on their branch: every page load reads the whole mapping list. */
const KEEP_FROM_UNITS = 64 * 1024;
/** Characters that JSON escapes, lone surrogates among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters.
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The subtree as JSON text; `null` where there is nothing. */
export function toJson(node: TreeNode | null): string {
  if (typeof node === 'string') return quote(node);
  if (!(node instanceof Branch)) return JSON.stringify(node);
  if (node.json !== null) return node.json;
  let text = '{';
  for (const [key, child] of node.children) {
    text += `${text.length === 1 ? '' : ','}${quote(key)}:${toJson(child)}`;
  }
  text += '}';
  if (text.length >= KEEP_FROM_UNITS) node.json = text;
  return text;
}

/** The subtree that plain data describe: what {@link toJson} wrote, parsed. */
export function fromPlain(value: unknown): TreeNode {
  if (typeof value !== 'object' || value === null) return value as Primitive;
  const branch = new Branch();
  // Not `Object.entries`, which makes an array of every field of the whole list at the start.
  for (const key in value) branch.children.set(key, fromPlain((value as Record<string, unknown>)[key]));
  return branch;
}

/** The subtree as plain data. */
export function toPlain(node: TreeNode | null): unknown {
  return JSON.parse(toJson(node));
}

/** Most strings need no escaping, and then quoting them by hand is several times faster. */
function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
