import { describe, expect, it } from 'vitest';
import { runToEnd } from '#engine/steps.ts';
import { countDecisions, decide, storedKeywords } from '#engine/upload/uploadDecision.ts';
import { mappingKey } from '#model/mapping.ts';
import type { UploadDecision } from '#model/pair.ts';
import { mapping as toMapping } from '../../support/mapping.ts';
import { decideAtOnce } from '../../support/uploadDecisions.ts';

const stored = [toMapping('ACME Ltd', '1'), toMapping('A.B. Shop', '2'), toMapping('__proto__', '3')];

const decisions: readonly [
  name: string,
  description: string,
  account: string,
  kind: UploadDecision['kind'],
][] = [
  ['an unknown keyword is new', 'Another Ltd', '1', 'new'],
  ['the same key with the same account is present', 'ACME Ltd', '1', 'present'],
  ['the same key with another account is listed', 'ACME Ltd', '9', 'other-account'],
  ['another case is a case variant', 'acme ltd', '1', 'case-variant'],
  ['one with a soft hyphen is a case variant', 'AC\u00adME Ltd', '1', 'case-variant'],
  ['a spelling with the same key is present', 'A/B. Shop', '2', 'present'],
  ['a key that objects know is found in the list only', '__proto__', '3', 'present'],
  ['a key that objects know is new otherwise', 'constructor', '3', 'new'],
];

describe('the decision about a pair of an upload', () => {
  it.each(decisions)('%s', (_name, description, glAccount, kind) => {
    expect(decideAtOnce([toMapping(description, glAccount)], stored)[0]?.kind).toBe(kind);
  });

  it('recognises repetitions inside the upload and counts everything once', () => {
    const pairs = ['Another Ltd', 'ANOTHER LTD', 'ACME Ltd', 'acme ltd'].map((description) =>
      toMapping(description, '1'),
    );
    const counts = countDecisions(decideAtOnce(pairs, stored));
    expect(counts).toEqual({ new: 1, present: 1, 'other-account': 0, 'case-variant': 0, repeated: 2 });
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(pairs.length);
  });

  it('follows changes of the stored list, also where several entries are one keyword', () => {
    const list = runToEnd(storedKeywords(stored));
    const kindOf = (description: string) => decide(toMapping(description, '1'), list, new Map()).kind;
    list.put(mappingKey('acme ltd'), toMapping('acme ltd', '7'));
    list.put(mappingKey('ACME Ltd'), null);
    expect(kindOf('ACME Ltd')).toBe('case-variant');
    list.put(mappingKey('acme ltd'), toMapping('acme ltd', '1'));
    expect(kindOf('acme ltd')).toBe('present');
    list.put(mappingKey('acme ltd'), null);
    expect(kindOf('ACME Ltd')).toBe('new');
  });
});
