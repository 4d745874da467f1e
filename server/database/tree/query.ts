import { checkMembers, invalid, parsePath, unimplemented } from '../wire/values.ts';
import { compareKeys } from './childKeys.ts';
import { type Bound, Branch, nodeAt, type Query, type TreeNode } from './node.ts';

const MEMBERS = ['i', 'sp', 'sin', 'ep', 'ein', 'l', 'vf'];
/** Orders of the protocol that the app does not use. */
const UNUSED_ORDERS: readonly unknown[] = ['.key', '.value', '.priority'];

/**
 * Reads the protocol's query object as the app uses it: `i` the path to order by, `sp sin` start, `ep ein` end, `l` limit, `vf`
 * the side it counts from, which is the end. Null for the whole place.
 * @throws Refusal
 */
export function parseQuery(wire: Readonly<Record<string, unknown>>): Query | null {
  if (Object.keys(wire).length === 0) return null;
  checkMembers(wire, MEMBERS);
  // Without `i` the SDK means the order by priority.
  const { i: order = '.priority', sp: start, ep: end, l: limit = Number.POSITIVE_INFINITY, vf: side } = wire;
  if (UNUSED_ORDERS.includes(order)) throw unimplemented(String(order));
  if (side === 'l') throw unimplemented('vf');
  const orderedBy = parsePath(order);
  if (!isBound(start, wire['sin']) || !isBound(end, wire['ein']))
    throw invalid('A bound of the query is not well formed');
  if (!isLimit(limit) || side !== (Number.isFinite(limit) ? 'r' : undefined))
    throw invalid('The limit of the query is not well formed');
  return { orderedBy, start, end, limit };
}

function isBound(value: unknown, inclusive: unknown): value is Bound {
  if (value === undefined) return inclusive === undefined;
  return inclusive === true && (value === null || ['string', 'number', 'boolean'].includes(typeof value));
}

function isLimit(count: unknown): count is number {
  return count === Number.POSITIVE_INFINITY || (Number.isInteger(count) && Number(count) >= 1);
}

type Entry = { readonly key: string; readonly value: TreeNode | null; readonly node: TreeNode };

/** The children of `node` that the query selects, in its order; null when there are none. */
export function select(node: TreeNode | null, query: Query): TreeNode | null {
  if (!(node instanceof Branch)) return null;
  const { orderedBy, start, end, limit } = query;
  const entries = Array.from(
    node.children.candidates?.(query) ?? node.children,
    ([key, child]): Entry => ({ key, node: child, value: nodeAt(child, orderedBy) }),
  );
  const matches = entries.filter(
    ({ value }) =>
      (start === undefined || compareValues(value, start) >= 0) &&
      (end === undefined || compareValues(value, end) <= 0),
  );
  return asBranch(lastOf(matches, limit));
}

/** The last ones, in order. Sorts a part of many entries only: whoever reads the newest 150 of 10,000 waits for it. */
function lastOf(entries: readonly Entry[], limit: number): readonly Entry[] {
  let kept: Entry[] = [];
  let first: Entry | undefined;
  for (const entry of entries) {
    // As many others as the limit takes come after it.
    if (first !== undefined && compareEntries(entry, first) < 0) continue;
    kept.push(entry);
    if (kept.length <= 2 * limit) continue;
    kept = kept.sort(compareEntries).slice(-limit);
    [first] = kept;
  }
  return kept.sort(compareEntries).slice(-limit);
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

function asBranch(entries: readonly Entry[]): Branch | null {
  if (entries.length === 0) return null;
  const branch = new Branch();
  for (const { key, node } of entries) branch.children.set(key, node);
  return branch;
}
