import { describe, expect, it } from 'vitest';
import { createClassifier } from '#engine/classifier.ts';
import { rowText, splitRows } from '#engine/rows.ts';
import { BLANK, UNMATCHED } from '#model/classification.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';

/** Mappings from keywords; the account is the keyword, the key its place in the list. */
function mappings(...keywords: string[]): Mapping[] {
  return keywords.map((description, i) => ({
    key: `k${i}` as MappingKey,
    description,
    glAccount: description,
  }));
}

/** The account found: '' for blank, null for no match. */
function account(description: string, ...keywords: string[]): string | null {
  const classifier = createClassifier(mappings(...keywords));
  const id = classifier.classify(description);
  if (id === BLANK) return '';
  return id === UNMATCHED ? null : classifier.mapping(id).glAccount;
}

const DEEP = 'a'.repeat(400);
const LONG = 'long '.repeat(80);

describe('the winner', () => {
  const cases: readonly [name: string, description: string, keywords: string[], expected: string | null][] = [
    ['exact, whatever its length', 'bp', ['BP'], 'BP'],
    ['contained from five characters that are no space', 'x abcde y', ['abcde', 'abcd'], 'abcde'],
    ['spaces do not count to the five', 'x a b c d y', ['a b c d'], null],
    ['… but count for the exact rule', 'A  b\tc d', ['a b c d'], 'a b c d'],
    ['inside a word', 'xxteslayy', ['tesla'], 'tesla'],
    ['the longest', 'the acme limited', ['acme limited', 'acme l', 'the acme'], 'acme limited'],
    ['equally long ones by alphabet', 'bbbbb aaaaa', ['bbbbb', 'aaaaa'], 'aaaaa'],
    ['the six characters match their underscore', 'pay a.b#c/d', ['a_b_c_d'], 'a_b_c_d'],
    ['a no-break space and a line separator are spaces', 'acme\u00a0\u2028ltd', ['ACME LTD'], 'ACME LTD'],
    ['composed and decomposed letters', 'CAFE\u0301 ROYAL', ['café royal'], 'café royal'],
    ['final sigma depends on what follows', 'ΟΔΟΣ Α', ['οδος α'], 'οδος α'],
    ['a final sigma inside a longer word is another letter', 'ΟΔΟΣΑΣ', ['ΟΔΟΣ'], null],
    ['İ is two units in lower case', 'İSTANBUL', ['i\u0307stanbul'], 'i\u0307stanbul'],
    ['ß is not ss', 'STRASSE', ['straße'], null],
    ['NUL is a character like others', 'a\0bcdef', ['a\0bcdef'], 'a\0bcdef'],
    ['lone surrogates match themselves', 'xx\ud83dabcdyy', ['\ud83dabcd'], '\ud83dabcd'],
    ['blank', ' \t\u00a0', ['x'], ''],
    ['names of object members', 'pay hasOwnProperty x', ['__proto__', 'hasOwnProperty'], 'hasOwnProperty'],
    ['… each only itself', '__proto__', ['__proto__', 'constructor'], '__proto__'],
    ['… and in no list without them', 'constructor', ['toString', 'acme limited'], null],
    ['nothing', 'something else', ['acme limited'], null],
    ['an empty list', 'something', [], null],
    ['a keyword that is nothing but space', 'x', [' '], null],
    ['repetition: the longest run that fits', `b${DEEP}b`, runs(5, 390), 'a'.repeat(389)],
    ['a keyword longer than what grams are taken from', `x${LONG}long long y`, [LONG], LONG],
  ];
  it.each(cases)('%s', (_name, description, keywords, expected) => {
    expect(account(description, ...keywords)).toBe(expected);
  });

  it('is the mapping with the lowest stored key among equal keywords, also after it is removed', () => {
    const variantOf = (key: string, description = 'acme ltd') =>
      ({ key: key as MappingKey, description, glAccount: key }) satisfies Mapping;
    const variants = [variantOf('c'), variantOf('a'), variantOf('b', 'ACME LTD')];
    const classifier = createClassifier(variants);
    const found = () => {
      const id = classifier.classify('to acme ltd');
      return id === UNMATCHED ? null : classifier.mapping(id).glAccount;
    };
    const seen = [found()];
    for (const key of ['a', 'b', 'c']) {
      classifier.apply([], [key as MappingKey]);
      seen.push(found());
    }
    expect(seen).toEqual(['a', 'b', 'c', null]);
  });

  it.each([
    ['with no usable fields', 'Unknown'],
    ['whose account is that of a row without a match', 'no match'],
  ])('is never an entry %s', (_name, glAccount) => {
    const unusable = mappings('acme limited').map((mapping) => ({ ...mapping, glAccount }));
    expect(createClassifier(unusable).classify('acme limited')).toBe(UNMATCHED);
  });
});

describe('a change of the list', () => {
  const cases: readonly [name: string, row: string, keyword: string, affected: boolean][] = [
    ['a row that contains the new keyword', 'to acme ltd', 'ACME Ltd', true],
    ['a row that equals a short one', ' BP ', 'bp', true],
    ['a row that equals one of a single letter', 'x', 'X', true],
    ['no row that only contains a short one', 'bp fuel', 'bp', false],
    ['a row with combining marks', 'cafe\u0301 noir', 'café noir', true],
    ['a row with the highest unit before a space', 'a\uffff bcdef', 'a\uffff bcdef', true],
    ['no other row', 'something else', 'ACME Ltd', false],
  ];
  it.each(cases)('affects %s', (_name, row, keyword, affected) => {
    const classifier = createClassifier([]);
    const rows = splitRows(row);
    const change = classifier.apply(mappings(keyword), []);
    expect([...change.affectedRows(rows, Int32Array.of(UNMATCHED))]).toEqual(affected ? [0] : []);
    expect(change.affects(row)).toBe(affected);
  });

  it('never gives an id of a removed mapping to another', () => {
    const classifier = createClassifier(mappings('acme limited'));
    const [first] = mappings('acme limited');
    if (!first) throw new Error('no mapping');
    classifier.apply([], [first.key]);
    classifier.apply([{ ...first, glAccount: 'new' }], []);
    expect(() => classifier.mapping(0)).toThrow(RangeError);
    expect(classifier.mapping(classifier.classify('acme limited')).glAccount).toBe('new');
  });
});

it('two lists used in turn each give their own answers, also when one of them changes meanwhile', () => {
  const rows = splitRows('pay acme ltd\npay other company\nthe tesla bill');
  const first = createClassifier(mappings('acme ltd', 'tesla'));
  const second = createClassifier(mappings('other company'));
  const accounts = (classifier: typeof first) => {
    const ids = new Int32Array(rows.count);
    classifier.classifyRows(rows, 0, rows.count, ids);
    return [...ids].map((id) => (id < 0 ? null : classifier.mapping(id).glAccount));
  };
  expect(accounts(first)).toEqual(['acme ltd', null, 'tesla']);
  expect(accounts(second)).toEqual([null, 'other company', null]);
  first.apply([{ key: 'new' as MappingKey, description: 'other company', glAccount: 'new' }], []);
  second.apply([{ key: 'new' as MappingKey, description: 'acme ltd', glAccount: 'new' }], []);
  expect(accounts(first)).toEqual(['acme ltd', 'new', 'tesla']);
  expect(accounts(second)).toEqual(['new', 'other company', null]);
  second.apply([{ key: 'short' as MappingKey, description: 'tesla', glAccount: 'short' }], []);
  expect(accounts(second)).toEqual(['new', 'other company', 'short']);
});

it('a long line of a megabyte holds a keyword at its start, its middle and its end', () => {
  const filler = 'lorem ipsum '.repeat(45_000);
  for (const line of [`needle here ${filler}`, `${filler}needle here ${filler}`, `${filler}needle here`]) {
    expect(account(line, 'NEEDLE HERE', 'nothing')).toBe('NEEDLE HERE');
    expect(account(`${line}é`, 'NEEDLE HERE', 'nothing')).toBe('NEEDLE HERE');
  }
});

describe('explaining a description', () => {
  const cases: readonly [name: string, description: string, keyword: string, shown: string][] = [
    ['as typed', 'to ACME Ltd today', 'acme ltd', 'ACME Ltd'],
    ['over a run of white space', ' to\tACME \u00a0 Ltd.', 'acme ltd', 'ACME \u00a0 Ltd'],
    ['with the six characters', 'x www.acme.com/shop y', 'acme_com_shop', 'acme.com/shop'],
    ['with combining marks', 'x cafe\u0301 noir', 'café noir', 'cafe\u0301 noir'],
    ['behind a letter that grows', 'İİ acme ltd', 'acme ltd', 'acme ltd'],
    ['behind emoji', '😀😀 acme ltd', 'acme ltd', 'acme ltd'],
  ];
  it.each(cases)('shows where the keyword stands %s', (_name, description, keyword, shown) => {
    const explanation = createClassifier(mappings(keyword)).explain(description);
    if (explanation.kind !== 'contained') throw new Error(`not contained: ${explanation.kind}`);
    expect(description.slice(explanation.start, explanation.end)).toBe(shown);
  });

  it('names at most three losers, best first', () => {
    const classifier = createClassifier(
      mappings('acme limited london', 'acme', 'acme l', 'acme limited', 'limited', 'london'),
    );
    const explanation = classifier.explain('ACME Limited London');
    if (explanation.kind !== 'exact') throw new Error(explanation.kind);
    const expected = ['acme limited', 'limited', 'acme l'];
    expect(explanation.losers.map(({ description }) => description)).toEqual(expected);
  });

  it('says whether there are no keywords or none that matches', () => {
    expect(createClassifier([]).explain('x')).toEqual({ kind: 'none', reason: 'empty-list' });
    const wanted = { kind: 'none', reason: 'no-keyword' };
    expect(createClassifier(mappings('acme limited')).explain('x')).toEqual(wanted);
    expect(createClassifier([]).explain(' ')).toEqual({ kind: 'blank' });
  });
});

describe('splitting rows', () => {
  const cases: readonly [name: string, text: string, rows: string[]][] = [
    ['nothing', '', []],
    ['one line, with or without its end', 'a\n', ['a']],
    ['LF, CR LF and CR', 'a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
    ['blank lines keep their row', '\na\n\n\r\n\rb', ['', 'a', '', '', '', 'b']],
    ['a line separator ends no row', 'a\u2028b\u0085c', ['a\u2028b\u0085c']],
  ];
  it.each(cases)('%s', (_name, text, expected) => {
    const rows = splitRows(text);
    expect(Array.from({ length: rows.count }, (_, row) => rowText(rows, row))).toEqual(expected);
  });

  it('and classifying rows of any line end gives what single lines give', () => {
    const list = mappings('acme limited', 'café noir', 'bp', 'end of row');
    const lines = 'x acme  limited||bp| bp |CAFÉ NOIR|cafe\u0301 noir 😀|end of row|\t|row'.split('|');
    const classifier = createClassifier(list);
    const expected = lines.map((line) => classifier.classify(line));
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const rows = splitRows(lines.join(lineEnd) + lineEnd);
      const ids = new Int32Array(rows.count);
      classifier.classifyRows(rows, 0, rows.count, ids);
      expect([...ids]).toEqual(expected);
    }
  });
});

function runs(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, i) => 'a'.repeat(from + i));
}
