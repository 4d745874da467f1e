/** What a leaf holds. */
export type Primitive = string | number | boolean;

/** One stored place: a primitive, or an inner node with at least one child. Absence is null. */
export type TreeNode = Primitive | Branch;

/** Keys from the root. */
export type Path = readonly string[];

/** What a branch was made of: read only, and shared between branches of the same content. */
type PlainChildren = Readonly<Record<string, unknown>>;

/** The value of a bound, which is in the range; undefined where there is none. */
export type Bound = Primitive | null | undefined;

/** Children ordered by the value at a path below them, ties by key: `orderByChild` and its bounds. */
export type Query = {
  readonly orderedBy: Path;
  readonly start: Bound;
  readonly end: Bound;
  /** How many of the last ones; Infinity for all. */
  readonly limit: number;
};

/** The children of a branch: a map, or what reads them from disk when asked, see LogEntries.ts. */
export type Children = Pick<Map<string, TreeNode>, 'get' | 'has' | 'delete' | 'size'> & {
  set(key: string, child: TreeNode): unknown;
  keys(): Iterable<string>;
  [Symbol.iterator](): Iterator<[key: string, child: TreeNode]>;
  /** Children among which are all that a query selects; where it is missing, all of them. */
  candidates?(query: Query): Iterable<[key: string, child: TreeNode]>;
};

/**
 * An inner node. Changed in place, so that one write below 100,000 siblings costs its depth and no copy;
 * whoever changes a child calls {@link forget} on every branch above it.
 *
 * One that was read from disk has plain data until somebody asks for its children: of a list and its history most are never
 * asked for, and as branches they would take several times the memory and most of the time of the start.
 */
export class Branch {
  private plain: PlainChildren | null;
  private map: Children | null;
  /** JSON of this subtree, where it is at hand: cached for big ones, and of a row what the row is. */
  json: string | null = null;

  /** @param onDisk what stands for children that are not in memory; nothing derived from them is kept */
  constructor(
    plain: PlainChildren | null = null,
    private readonly onDisk: Children | null = null,
  ) {
    this.plain = plain;
    this.map = onDisk;
  }

  get children(): Children {
    this.map ??= this.unpack();
    return this.map;
  }

  get isOnDisk(): boolean {
    return this.onDisk !== null;
  }

  /** What the branch was made of, as long as nobody has asked for its children; else null. */
  get packed(): PlainChildren | null {
    return this.plain;
  }

  private unpack(): Map<string, TreeNode> {
    const map = new Map<string, TreeNode>();
    const { plain } = this;
    this.plain = null;
    // Not `Object.entries`, which makes an array of every field.
    for (const key in plain) map.set(key, fromPlain(plain[key]));
    return map;
  }

  /**
   * Makes it what it is when it is read from disk: plain data, with nothing derived from them. As branches the same takes
   * half as much memory again.
   */
  pack(): PlainChildren {
    this.json = null;
    if (this.plain !== null) return this.plain;
    const plain: Record<string, unknown> = {};
    for (const [key, child] of this.children) plain[key] = child instanceof Branch ? child.pack() : child;
    this.plain = plain;
    this.map = null;
    return plain;
  }

  /** Drops what was derived from the children. */
  forget(): void {
    this.json = null;
  }
}

export function childOf(node: TreeNode | null, key: string): TreeNode | null {
  if (!(node instanceof Branch)) return null;
  const { packed } = node;
  if (packed !== null) {
    // A query looks at one field of every child: that alone is no reason to unpack them.
    const value = Object.hasOwn(packed, key) ? packed[key] : null;
    if (typeof value !== 'object' || value === null) return value as Primitive | null;
  }
  return node.children.get(key) ?? null;
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
  return root.children.size === 0 ? null : root;
}

/** The keys of the children below a child; unpacks nothing. */
export function keysBelow(node: TreeNode | null, key: string): readonly string[] {
  if (!(node instanceof Branch) || node.packed === null) return keysAt(node, [key]);
  const below = Object.hasOwn(node.packed, key) ? node.packed[key] : null;
  return typeof below === 'object' && below !== null ? Object.keys(below) : [];
}

/** The same content, in branches of its own. */
export function copyOf(node: TreeNode | null): TreeNode | null {
  if (!(node instanceof Branch)) return node;
  if (node.packed !== null) return new Branch(node.packed);
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
  const text = node.packed === null ? jsonOfChildren(node) : JSON.stringify(node.packed);
  if (text.length >= KEEP_FROM_UNITS && !node.isOnDisk) node.json = text;
  return text;
}

function jsonOfChildren({ children }: Branch): string {
  let text = '{';
  for (const [key, child] of children) {
    text += `${text.length === 1 ? '' : ','}${quote(key)}:${toJson(child)}`;
  }
  return `${text}}`;
}

/** The subtree that plain data describe: what {@link toJson} wrote, parsed. The data must not be changed any more. */
export function fromPlain(value: unknown): TreeNode {
  if (typeof value !== 'object' || value === null) return value as Primitive;
  return new Branch(value as PlainChildren);
}

/** The subtree as plain data. */
export function toPlain(node: TreeNode | null): unknown {
  return JSON.parse(toJson(node));
}

/** As {@link toPlain}, several times as fast: what it returns may be part of the tree, and must not be changed. */
export function toSharedPlain(node: TreeNode | null): unknown {
  if (!(node instanceof Branch)) return node;
  if (node.packed !== null) return node.packed;
  const plain: Record<string, unknown> = {};
  for (const [key, child] of node.children) plain[key] = toSharedPlain(child);
  return plain;
}

/** Most strings need no escaping, and then quoting them by hand is several times faster. */
function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
