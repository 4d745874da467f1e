import type { Primitive } from '../tree/node.ts';
import type { Bound, Index, Query } from '../tree/query.ts';
import { parsePath } from './paths.ts';

export type ParsedQuery =
  /** `query` is null for the whole place; `wire` is the query object with the fields we know. */
  | { readonly kind: 'query'; readonly query: Query | null; readonly wire: QueryObject }
  | { readonly kind: 'invalid'; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;
/** Fields of the protocol's query object, all of them primitives. */
export type QueryObject = Fields | null;

const KNOWN = ['i', 'sp', 'sn', 'sin', 'ep', 'en', 'ein', 'l', 'vf'];
const WHOLE: ParsedQuery = { kind: 'query', query: null, wire: null };

/** Reads the protocol's query object: `i` index, `sp sn sin` start, `ep en ein` end, `l` limit, `vf` side. */
export function parseQuery(data: unknown): ParsedQuery {
  if (data === undefined || data === null) return WHOLE;
  if (typeof data !== 'object') return invalid('The query is not an object');
  const fields: Fields = Object.fromEntries(Object.entries(data).filter(([name]) => KNOWN.includes(name)));
  if (Object.keys(fields).length === 0) return WHOLE;
  if (!Object.values(fields).every(isPrimitive)) return invalid('A field of the query is not a primitive');
  const index = parseIndex(fields['i'] ?? '.priority');
  if (index === null) return invalid(`Index ${JSON.stringify(fields['i'])} is not known`);
  const start = parseBound(fields, 'sp', 'sn', 'sin');
  const end = parseBound(fields, 'ep', 'en', 'ein');
  const limit = parseLimit(fields['l'], fields['vf']);
  if (start === 'invalid' || end === 'invalid') return invalid('A bound of the query is not a primitive');
  if (limit === 'invalid') return invalid(`Limit ${JSON.stringify(fields['l'])} is not a positive number`);
  return { kind: 'query', query: { index, start, end, limit }, wire: fields };
}

function invalid(reason: string): ParsedQuery {
  return { kind: 'invalid', reason };
}

function parseIndex(text: unknown): Index | null {
  if (text === '.key') return { kind: 'key' };
  if (text === '.value') return { kind: 'value' };
  if (text === '.priority') return { kind: 'priority' };
  if (typeof text !== 'string') return null;
  const parsed = parsePath(text);
  return parsed.kind === 'path' && parsed.path.length > 0 ? { kind: 'child', path: parsed.path } : null;
}

function parseBound(fields: Fields, value: string, key: string, inclusive: string): Bound | null | 'invalid' {
  const at = fields[value];
  const name = fields[key] ?? null;
  if (at === undefined) return null;
  if (!isPrimitive(at) || (name !== null && typeof name !== 'string')) return 'invalid';
  return { value: at, key: name, inclusive: fields[inclusive] !== false };
}

function parseLimit(count: unknown, side: unknown): Query['limit'] | 'invalid' {
  if (count === undefined) return null;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) return 'invalid';
  return { count, from: side === 'r' ? 'last' : 'first' };
}

function isPrimitive(value: unknown): value is Primitive | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
