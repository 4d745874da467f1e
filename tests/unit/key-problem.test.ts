import { describe, expect, it } from 'vitest';
import { keyProblem, RESERVED_KEYS } from '#model/keyProblem.ts';
import { MAX_KEY_BYTES, mappingKey } from '#model/mapping.ts';
import { messages } from '#model/text/messages.ts';

describe('a description', () => {
  const cases: readonly (readonly [string, string, ReturnType<typeof keyProblem>])[] = [
    ...RESERVED_KEYS.map((key) => [`the name ${key}`, key, 'reserved-key'] as const),
    ['a reserved name between spaces', '  valueOf ', 'reserved-key'],
    ['a reserved name once the key is made', '#.proto[/', 'reserved-key'],
    ['a reserved name in other letters', 'CONSTRUCTOR', null],
    ['a reserved name with more around it', 'constructor fees', null],
    ['nothing but space', ' \u00a0', 'empty-key'],
    ['a control character', 'a\u0007b', 'unstorable-character'],
    ['half a character', 'a\ud83d', 'unstorable-character'],
    ['the longest key', 'x'.repeat(MAX_KEY_BYTES), null],
    ['a key that is too long', 'x'.repeat(MAX_KEY_BYTES + 1), 'key-too-long'],
    ['the longest key in letters of three bytes', '漢'.repeat(231), null],
    ['letters of three bytes that are too many', '漢'.repeat(232), 'key-too-long'],
    ['the longest key in letters of four bytes', '😀'.repeat(173), null],
    ['letters of four bytes that are too many', '😀'.repeat(174), 'key-too-long'],
  ];
  it.each(cases)('%s', (_name, description, problem) => {
    const found = keyProblem(mappingKey(description));
    expect(found).toBe(problem);
    if (found !== null && found !== 'empty-key')
      expect(messages.mappingUnstorable(description, found)).toContain(`“${description.trim().slice(0, 80)}`);
  });
});
