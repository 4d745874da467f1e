import { describe, expect, it } from 'vitest';
import { isReadableKey, keyProblem, RESERVED_KEYS, UNREADABLE_KEYS } from '#model/keyProblem.ts';
import { type ListVersion, listUpdate } from '#model/listVersion.ts';
import { mappingKey } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';

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
    ['the longest key', 'x'.repeat(743), null],
    ['a key that is too long', 'x'.repeat(744), 'key-too-long'],
    ['the longest key in letters of three bytes', '漢'.repeat(247), null],
    ['letters of three bytes that are too many', '漢'.repeat(248), 'key-too-long'],
    ['the longest key in letters of four bytes', '😀'.repeat(185), null],
    ['letters of four bytes that are too many', '😀'.repeat(186), 'key-too-long'],
  ];
  it.each(cases)('%s', (_name, description, problem) => {
    const found = keyProblem(mappingKey(description));
    expect(found).toBe(problem);
    if (found !== null && found !== 'empty-key')
      expect(messages.mappingUnstorable(description, found)).toContain(`“${description.trim().slice(0, 80)}`);
  });
});

describe('the version of the list', () => {
  const named = (key: string) => {
    const update = listUpdate({ [key]: null, 'OTHER SHOP': null }, { id: 'v' as ListVersion });
    return (update['gl_mappings_version'] as { keys?: object }).keys;
  };

  it('names what changes', () => {
    expect(named('constructor')).toEqual({ constructor: true, 'OTHER SHOP': true });
  });

  it('names nothing where the SDK cannot carry a name', () => {
    for (const key of UNREADABLE_KEYS) expect([isReadableKey(key), named(key)]).toEqual([false, undefined]);
    expect(named('x'.repeat(742))).toBeDefined();
    expect(named('x'.repeat(743))).toBeUndefined();
  });
});
