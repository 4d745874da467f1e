import { MAX_KEY_BYTES, type MappingKey } from './mapping.ts';

/**
 * The names of `Object.prototype`. No description may have one as its key: the Firebase SDK keeps what it sends and
 * receives in plain objects, where such a key takes the place of what every object has. Another case (`CONSTRUCTOR`)
 * is an ordinary key, and the same keyword to the classifier.
 */
export const RESERVED_KEYS = [
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
] as const;

/**
 * Those of {@link RESERVED_KEYS} that the SDK (12.19) cannot read, found by trying each: one `hasOwnProperty` makes it
 * throw at every reader of the place, and it loses `__proto__` from values and from updates of several places. It
 * carries the others.
 */
export const UNREADABLE_KEYS = ['__proto__', 'hasOwnProperty'] as const satisfies readonly ReservedKey[];

type ReservedKey = (typeof RESERVED_KEYS)[number];

/** Why a description cannot be stored as keyword. */
export type KeyProblem = 'empty-key' | 'reserved-key' | 'unstorable-character' | 'key-too-long';

const RESERVED: ReadonlySet<string> = new Set(RESERVED_KEYS);
const UNREADABLE: ReadonlySet<string> = new Set(UNREADABLE_KEYS);

/** Why a description with this key cannot be stored in the shared list, or null if it can. */
export function keyProblem(key: MappingKey): KeyProblem | null {
  if (key === '') return 'empty-key';
  if (RESERVED.has(key)) return 'reserved-key';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the database refuses in keys.
  if (/[\0-\x1f\x7f]|\p{Cs}/u.test(key)) return 'unstorable-character';
  return isChangeableKey(key) ? null : 'key-too-long';
}

/** Whether a text has a surrogate without its pair, as texts cut in the middle have: UTF-8 has no form for it. */
export function hasHalfCharacter(text: string): boolean {
  return /\p{Cs}/u.test(text);
}

/** Whether the SDK can read a place that has this key in it; see {@link UNREADABLE_KEYS}. */
export function isReadableKey(key: string): boolean {
  return !UNREADABLE.has(key);
}

/**
 * Whether the app can change or remove a mapping that is stored under this key. Versions before the history took longer
 * keys, which the history cannot name; only the operator's repair removes such a mapping.
 */
export function isChangeableKey(key: string): boolean {
  return utf8Length(key) <= MAX_KEY_BYTES;
}

/** Number of bytes of a text without lone surrogates in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts for two of its four bytes.
    const isSurrogate = unit >= 0xd800 && unit < 0xe000;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate ? 2 : 3;
  }
  return bytes;
}
