import { isRecord, LossyJson, parseStrictJson } from '../../scalars/strictJson.ts';
import { isTorn } from '../../scalars/texts.ts';
import type { Path } from '../tree/node.ts';
import { checkMembers, invalid, pathText, type Refusal } from './values.ts';

/** A request of a client; `number` comes back with the answer. */
export type Request = {
  readonly number: number;
  readonly action: string;
  readonly body: Body;
  /** Why the request is refused whatever it asks for; null where there is no reason. */
  readonly refusal: Refusal | null;
};
/** What a request is answered with; `json` is the data as JSON text. */
export type Reply = { readonly status: string; readonly json: string };
export type Body = Readonly<Record<string, unknown>>;

type Message =
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'ping' }
  /** A control message that the server does not know. */
  | { readonly kind: 'unknown-control'; readonly name: string };

/**
 * Reads one message of a client: `{t:"d",d:{r,a,b}}` or `{t:"c",d:{t,d}}`.
 * @param isTorn a character of it was cut in two between its frames
 * @throws Refusal for what is no message
 */
export function parseMessage(text: string, isTorn = false): Message {
  const { message, refusal = isTorn ? TORN : null } = parseJson(text);
  const content = message === null ? null : asRecord(message['d']);
  if (message === null || content === null) throw invalid(MALFORMED);
  const isControl = message['t'] === 'c';
  checkMembers(message, ['t', 'd']);
  checkMembers(content, isControl ? ['t', 'd'] : ['r', 'a', 'b']);
  if (isControl) {
    return content['t'] === 'p' ? { kind: 'ping' } : { kind: 'unknown-control', name: String(content['t']) };
  }
  const { r: number, a: action } = content;
  const body = asRecord(content['b']);
  if (message['t'] !== 'd' || !Number.isSafeInteger(number) || typeof action !== 'string' || body === null) {
    throw invalid(MALFORMED);
  }
  return { kind: 'request', request: { number: number as number, action, body, refusal } };
}

/** The SDK cuts messages without regard to pairs of surrogates, and then the socket replaces each half. */
const TORN = invalid('A character was lost where the client cut the message in parts: change the text');

const MALFORMED = 'The message is malformed';

/** First message on a socket. `host` is where the client comes back to after a loss. */
export function hello(host: string, session: string, now: number): string {
  return control('h', { ts: now, v: '5', h: host, s: session });
}

export function pong(): string {
  return control('o', null);
}

/** Reports what is wrong with a message that is no request; the client logs it. */
export function errorMessage(reason: string): string {
  return control('e', reason);
}

/** Ends the session for good: the client shows the reason and does not come back. */
export function shutdown(reason: string): string {
  return control('s', reason);
}

export function answer(number: number, { status, json }: Reply): string {
  return `{"t":"d","d":{"r":${number},"b":{"s":${JSON.stringify(status)},"d":${json}}}}`;
}

/** The value at a path. */
export function pushValue(path: Path, json: string): string {
  return push('d', path, `,"d":${json}`);
}

/** New values at paths relative to `path`; everything else there stays. */
export function pushMerge(path: Path, entries: readonly (readonly [relative: Path, json: string])[]): string {
  const fields = entries.map(([relative, json]) => `${JSON.stringify(relative.join('/'))}:${json}`);
  return push('m', path, `,"d":{${fields.join(',')}}`);
}

/** The listen at `path` is no longer permitted. */
export function pushListenRevoked(path: Path): string {
  return push('c', path);
}

/** The credentials of the socket are no longer good: the client refreshes them and reconnects. */
export function pushAuthRevoked(status: 'expired_token' | 'invalid_token', reason: string): string {
  return JSON.stringify({ t: 'd', d: { a: 'ac', b: { s: status, d: reason } } });
}

function push(action: string, path: Path, fields = ''): string {
  return `{"t":"d","d":{"a":"${action}","b":{"p":${JSON.stringify(pathText(path))}${fields}}}}`;
}

function control(type: string, data: unknown): string {
  return JSON.stringify({ t: 'c', d: { t: type, d: data } });
}

function parseJson(text: string): { readonly message: Body | null; readonly refusal?: Refusal } {
  try {
    return { message: asRecord(parseStrictJson(text)) };
  } catch (error) {
    if (error instanceof LossyJson)
      return { message: asRecord(error.value), refusal: invalid(error.message) };
    if (error instanceof SyntaxError) return { message: null };
    throw error;
  }
}

/** An object that a client sent; null for anything else. */
export function asRecord(value: unknown): Body | null {
  return isRecord(value) ? value : null;
}

/** Longest message of a client, in UTF-16 units. */
export const MAX_MESSAGE_UNITS = 16 * 1024 * 1024;
/** Longest frame, in bytes: the SDK splits messages at 16,384 UTF-16 units, each at most three bytes. */
export const MAX_FRAME_BYTES = 64 * 1024;
/** What a frame costs beyond its text, in units: a million empty ones must not be free. */
const FRAME_OVERHEAD = 32;

const FRAME_COUNT = /^\d{1,6}$/;

type Frame =
  | { readonly kind: 'message'; readonly text: string; readonly isTorn: boolean }
  | { readonly kind: 'partial' }
  | { readonly kind: 'keep-alive' }
  | { readonly kind: 'too-large' };

/**
 * Puts the client's frames together. It splits a message at 16,384 UTF-16 units and announces the number of
 * parts in a frame of its own; a bare `0` outside a message only keeps the connection alive.
 */
export class FrameReader {
  private parts: string[] = [];
  private expected = 0;
  private units = 0;

  /** Units held of a message that is not complete. */
  get heldUnits(): number {
    return this.units;
  }

  read(frame: string, maxUnits = MAX_MESSAGE_UNITS): Frame {
    if (this.expected === 0 && FRAME_COUNT.test(frame)) return this.announce(Number(frame));
    this.units += frame.length + FRAME_OVERHEAD;
    if (this.units > maxUnits) return { kind: 'too-large' };
    this.parts.push(frame);
    return this.parts.length < this.expected ? { kind: 'partial' } : this.complete();
  }

  /** Lets go of an unfinished message; what follows is not read any more. */
  clear(): void {
    this.parts = [];
    this.units = 0;
  }

  private announce(count: number): Frame {
    this.expected = count;
    return { kind: count === 0 ? 'keep-alive' : 'partial' };
  }

  private complete(): Frame {
    const message = { text: this.parts.join(''), isTorn: isTorn(this.parts) };
    this.parts = [];
    this.expected = 0;
    this.units = 0;
    return { kind: 'message', ...message };
  }
}
