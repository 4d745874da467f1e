import { isReadableKey } from '#model/keyProblem.ts';
import type { Path } from '../tree/node.ts';

/** Limits of the Realtime Database. */
export const MAX_DEPTH = 32;
export const MAX_KEY_BYTES = 768;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
const FORBIDDEN = /[.#$/[\]\u0000-\u001f\u007f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

export type ParsedPath =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Reads `/a/b`; leading, trailing and doubled slashes do not count. */
export function parsePath(text: string): ParsedPath {
  const path = text.split('/').filter((key) => key !== '');
  for (const key of path) {
    const reason = refuseKey(key);
    if (reason !== null) return { kind: 'invalid', reason };
  }
  if (path.length > MAX_DEPTH)
    return { kind: 'invalid', reason: `Path "${shorten(text)}" is deeper than ${MAX_DEPTH} keys` };
  return { kind: 'path', path };
}

/** Why a key cannot be stored; null when it can. */
export function refuseKey(key: string): string | null {
  if (key === '') return 'A key is empty';
  if (FORBIDDEN.test(key)) return `Key "${shorten(key)}" contains one of . # $ / [ ] or a control character`;
  if (!isReadableKey(key)) return `Key "${key}" cannot be read by the Firebase SDK`;
  if (LONE_SURROGATE.test(key)) return `Key ${JSON.stringify(shorten(key))} is not valid Unicode`;
  if (key.length * 3 > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    return `Key "${shorten(key)}" is longer than ${MAX_KEY_BYTES} bytes`;
  }
  return null;
}

/** Writes a path as the protocol does, with a leading slash. */
export function pathText(path: Path): string {
  return `/${path.join('/')}`;
}

/** What a client sent, short enough for a message. */
export function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
