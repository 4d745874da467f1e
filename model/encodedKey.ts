/**
 * A text as key of the Realtime Database: `% . # $ [ ] /` percent-encoded. Injective: two texts never share a key, as they
 * could if such characters were replaced by `_`. Says nothing of other characters and of length: see keyProblem.ts.
 *
 * @example
 * encodedKey('6100.1'); // '6100%2E1'
 */
export function encodedKey(text: string): string {
  return text.replace(/[%.#$[\]/]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
