import type { Path } from '../tree/node.ts';
import { pathText } from './paths.ts';
import type { QueryObject } from './queryObject.ts';

/** A request of a client; `number` comes back with the answer. */
export type Request = { readonly number: number; readonly action: string; readonly body: Body };
/** What a request is answered with; `json` is the data as JSON text. */
export type Reply = { readonly status: string; readonly json: string };
export type Body = Readonly<Record<string, unknown>>;

export type Message =
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'ping' }
  /** Control messages that need no answer. */
  | { readonly kind: 'other' }
  | { readonly kind: 'malformed' };

/** Reads one message of a client: `{t:"d",d:{r,a,b}}` or `{t:"c",d:{t,d}}`. */
export function parseMessage(text: string): Message {
  const message = parseJson(text);
  const content = message === null ? null : asRecord(message['d']);
  if (message === null || content === null) return { kind: 'malformed' };
  if (message['t'] === 'c') return { kind: content['t'] === 'p' ? 'ping' : 'other' };
  const { r: number, a: action, b: body } = content;
  if (message['t'] !== 'd' || typeof number !== 'number' || typeof action !== 'string')
    return { kind: 'malformed' };
  return { kind: 'request', request: { number, action, body: asRecord(body) ?? {} } };
}

/** First message on a socket. `host` is where the client comes back to after a loss. */
export function hello(host: string, session: string, now: number): string {
  return control('h', { ts: now, v: '5', h: host, s: session });
}

export function pong(): string {
  return control('o', null);
}

/** Ends the session for good: the client shows the reason and does not come back. */
export function shutdown(reason: string): string {
  return control('s', reason);
}

export function answer(number: number, { status, json }: Reply): string {
  return `{"t":"d","d":{"r":${number},"b":{"s":${JSON.stringify(status)},"d":${json}}}}`;
}

/** The value at a path, or what a tagged query there selects. */
export function pushValue(path: Path, json: string, tag: number | null): string {
  return push('d', path, `"d":${json}${tag === null ? '' : `,"t":${tag}`}`);
}

/** New values at paths relative to `path`; everything else there stays. */
export function pushMerge(path: Path, entries: readonly (readonly [relative: Path, json: string])[]): string {
  const fields = entries.map(([relative, json]) => `${JSON.stringify(relative.join('/'))}:${json}`);
  return push('m', path, `"d":{${fields.join(',')}}`);
}

/** The listen at `path` is no longer permitted. */
export function pushListenRevoked(path: Path, query: QueryObject): string {
  return push('c', path, query === null ? null : `"q":[${JSON.stringify(query)}]`);
}

/** The credentials of the socket are no longer good: the client refreshes them and reconnects. */
export function pushAuthRevoked(status: 'expired_token' | 'invalid_token', reason: string): string {
  return JSON.stringify({ t: 'd', d: { a: 'ac', b: { s: status, d: reason } } });
}

function push(action: string, path: Path, fields: string | null): string {
  const rest = fields === null ? '' : `,${fields}`;
  return `{"t":"d","d":{"a":"${action}","b":{"p":${JSON.stringify(pathText(path))}${rest}}}}`;
}

function control(type: string, data: unknown): string {
  return JSON.stringify({ t: 'c', d: { t: type, d: data } });
}

function parseJson(text: string): Body | null {
  try {
    return asRecord(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function asRecord(value: unknown): Body | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null;
}
