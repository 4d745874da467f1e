import type { QueryObject } from '../wire/messages.ts';
import { invalid, parsePath, type Refusal, refuseUnknown, unimplemented } from '../wire/values.ts';
import { compareKeys, MAX_KEY, MIN_KEY } from './childKeys.ts';
import { Branch, nodeAt, type Path, type Primitive, type TreeNode } from './node.ts';

/** One end of a range of values. */
type Bound = {
  readonly value: Primitive | null;
  /** Key that decides among equal values; null: all of them. */
  readonly key: string | null;
  readonly inclusive: boolean;
};

/** Children ordered by the value at a path below them, ties by key: `orderByChild` and its bounds. */
export type Query = {
  readonly orderedBy: Path;
  readonly start: Bound | null;
  readonly end: Bound | null;
  readonly limit: { readonly count: number; readonly from: 'first' | 'last' } | null;
};

type ParsedQuery = { readonly kind: 'query'; readonly query: Query | null } | Refusal;

const MEMBERS = ['i', 'sp', 'sn', 'sin', 'ep', 'en', 'ein', 'l', 'vf'];
/** Orders of the protocol that the app does not use. */
const UNUSED_ORDERS: readonly unknown[] = ['.key', '.value', '.priority'];

/**
 * Reads the protocol's query object: `i` the path to order by, `sp sn sin` start, `ep en ein` end, `l` limit, `vf` the
 * side it counts from. The query is null for the whole place.
 */
export function parseQuery(wire: QueryObject): ParsedQuery {
  if (wire === null || Object.keys(wire).length === 0) return { kind: 'query', query: null };
  const unknown = refuseUnknown(wire, MEMBERS);
  if (unknown !== null) return unknown;
  // Without `i` the SDK means the order by priority.
  const { i: order = '.priority' } = wire;
  if (UNUSED_ORDERS.includes(order)) return unimplemented(String(order));
  const orderedBy = parsePath(order);
  if (orderedBy.kind !== 'path') return orderedBy;
  const start = parseBound(wire['sp'], wire['sn'], wire['sin']);
  const end = parseBound(wire['ep'], wire['en'], wire['ein']);
  const limit = parseLimit(wire['l'], wire['vf']);
  if (start === 'invalid' || end === 'invalid') return invalid('A bound of the query is not well formed');
  if (limit === 'invalid') return invalid('The limit of the query is not well formed');
  return { kind: 'query', query: { orderedBy: orderedBy.path, start, end, limit } };
}

function parseBound(value: unknown, key: unknown, inclusive: unknown): Bound | null | 'invalid' {
  if (value === undefined) return key === undefined && inclusive === undefined ? null : 'invalid';
  if (!isPrimitive(value) || typeof inclusive !== 'boolean') return 'invalid';
  if (key !== undefined && typeof key !== 'string') return 'invalid';
  return { value, key: key ?? null, inclusive };
}

function parseLimit(count: unknown, side: unknown): Query['limit'] | 'invalid' {
  if (count === undefined) return side === undefined ? null : 'invalid';
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) return 'invalid';
  if (side !== 'l' && side !== 'r') return 'invalid';
  return { count, from: side === 'r' ? 'last' : 'first' };
}

function isPrimitive(value: unknown): value is Primitive | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

type Entry = { readonly key: string; readonly value: TreeNode | null; readonly node: TreeNode };

/** The children of `node` that the query selects, in its order; null when there are none. */
export function select(node: TreeNode | null, query: Query): TreeNode | null {
  if (!(node instanceof Branch)) return null;
  const entries = Array.from(
    node.children,
    ([key, child]): Entry => ({
      key,
      node: child,
      value: nodeAt(child, query.orderedBy),
    }),
  );
  const matches = entries.filter((entry) => isInRange(entry, query));
  return asBranch(inOrder(matches, query.limit));
}

/** Sorts a part of many entries only: whoever reads the newest 150 of 10,000 waits for it. */
function inOrder(entries: readonly Entry[], to: Query['limit']): readonly Entry[] {
  const most = 2 * (to?.count ?? entries.length);
  let kept: Entry[] = [];
  let outermost: Entry | undefined;
  for (const entry of entries) {
    if (outermost !== undefined && isBeyond(entry, outermost, to)) continue;
    kept.push(entry);
    if (kept.length <= most) continue;
    kept = [...limit(kept.sort(compareEntries), to)];
    outermost = to?.from === 'first' ? kept.at(-1) : kept[0];
  }
  return limit(kept.sort(compareEntries), to);
}

/** Whether the limit leaves no room for an entry: as many others as it takes come up to `outermost`. */
function isBeyond(entry: Entry, outermost: Entry, to: Query['limit']): boolean {
  const order = compareEntries(entry, outermost);
  return to?.from === 'first' ? order > 0 : order < 0;
}

function compareEntries(a: Entry, b: Entry): number {
  return compareValues(a.value, b.value) || compareKeys(a.key, b.key);
}

/** Order of values: nothing, false, true, numbers, texts, branches. */
function compareValues(a: TreeNode | null, b: TreeNode | null): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0 || a === null || b === null || a instanceof Branch || b instanceof Branch) return rank;
  return a < b ? -1 : Number(a > b);
}

function rankOf(value: TreeNode | null): number {
  switch (typeof value) {
    case 'boolean':
      return 1;
    case 'number':
      return 2;
    case 'string':
      return 3;
    default:
      return value === null ? 0 : 4;
  }
}

function isInRange(entry: Entry, { start, end }: Query): boolean {
  return (
    (start === null || isWithin(-compareToBound(entry, start, MIN_KEY), start)) &&
    (end === null || isWithin(compareToBound(entry, end, MAX_KEY), end))
  );
}

function isWithin(order: number, bound: Bound): boolean {
  return bound.inclusive ? order <= 0 : order < 0;
}

function compareToBound(entry: Entry, bound: Bound, keyOfAll: string): number {
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
