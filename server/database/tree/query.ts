import { compareKeys, MAX_KEY, MIN_KEY } from './keyOrder.ts';
import { Branch, nodeAt, type Path, type Primitive, type TreeNode } from './node.ts';

/** What children are ordered by; ties always go by key. Priorities are not kept, so they order by key too. */
export type Index =
  | { readonly kind: 'key' }
  | { readonly kind: 'value' }
  | { readonly kind: 'priority' }
  | { readonly kind: 'child'; readonly path: Path };

export type Bound = {
  readonly value: Primitive | null;
  /** Key that decides among equal values; null: all of them. */
  readonly key: string | null;
  readonly inclusive: boolean;
};

export type Query = {
  readonly index: Index;
  readonly start: Bound | null;
  readonly end: Bound | null;
  readonly limit: { readonly count: number; readonly from: 'first' | 'last' } | null;
};

type Entry = { readonly key: string; readonly value: TreeNode | null; readonly node: TreeNode };

/** The children of `node` that the query selects, in its order; null when there are none. */
export function select(node: TreeNode | null, query: Query): TreeNode | null {
  if (!(node instanceof Branch)) return null;
  const matches = entriesOf(node, query.index).filter((entry) => isInRange(entry, query));
  const byOrder = query.index.kind === 'key' ? byKey : byValue;
  return asBranch(limit(matches.sort(byOrder), query.limit));
}

/** Order of values: nothing, false, true, numbers, texts, branches. */
export function compareValues(a: TreeNode | null, b: TreeNode | null): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0 || a === null || b === null || a instanceof Branch || b instanceof Branch) return rank;
  return a < b ? -1 : Number(a > b);
}

function rankOf(value: TreeNode | null): number {
  if (value === null) return 0;
  if (value instanceof Branch) return 4;
  return ['boolean', 'number', 'string'].indexOf(typeof value) + 1;
}

function entriesOf(branch: Branch, index: Index): Entry[] {
  return Array.from(branch.children, ([key, node]) => ({ key, node, value: indexedValue(node, index) }));
}

function indexedValue(node: TreeNode, index: Index): TreeNode | null {
  if (index.kind === 'value') return node;
  return index.kind === 'child' ? nodeAt(node, index.path) : null;
}

function byKey(a: Entry, b: Entry): number {
  return compareKeys(a.key, b.key);
}

function byValue(a: Entry, b: Entry): number {
  return compareValues(a.value, b.value) || compareKeys(a.key, b.key);
}

function isInRange(entry: Entry, { index, start, end }: Query): boolean {
  return (
    (start === null || isBeyond(-compareToBound(entry, start, index, MIN_KEY), start)) &&
    (end === null || isBeyond(compareToBound(entry, end, index, MAX_KEY), end))
  );
}

function isBeyond(order: number, bound: Bound): boolean {
  return bound.inclusive ? order <= 0 : order < 0;
}

function compareToBound(entry: Entry, bound: Bound, index: Index, keyOfAll: string): number {
  if (index.kind === 'key') return compareKeys(entry.key, String(bound.value ?? keyOfAll));
  return compareValues(entry.value, bound.value) || compareKeys(entry.key, bound.key ?? keyOfAll);
}

function limit(entries: readonly Entry[], to: Query['limit']): readonly Entry[] {
  if (to === null) return entries;
  return to.from === 'first' ? entries.slice(0, to.count) : entries.slice(-to.count);
}

function asBranch(entries: readonly Entry[]): Branch | null {
  if (entries.length === 0) return null;
  const branch = new Branch();
  for (const { key, node } of entries) branch.children.set(key, node);
  return branch;
}
