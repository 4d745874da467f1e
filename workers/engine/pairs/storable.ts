import { MAX_KEY_BYTES, type MappingKey } from '../../../src/model/mapping.ts';

/** Why the Realtime Database refuses a key, or null if it takes it. */
export function keyProblem(key: MappingKey): 'key-too-long' | 'unstorable-character' | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the database refuses in keys.
  if (/[\0-\x1f\x7f]|\p{Cs}/u.test(key)) return 'unstorable-character';
  return utf8Length(key) > MAX_KEY_BYTES ? 'key-too-long' : null;
}

/** Number of bytes of a text without lone surrogates in UTF-8. */
function utf8Length(text: string): number {
  // A unit takes at most three bytes, a surrogate pair four.
  if (text.length * 3 <= MAX_KEY_BYTES) return text.length;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
