import { describe, expect, it } from 'vitest';
import { buildAutomaton, findBest } from '#engine/automaton.ts';
import { createClassifier } from '#engine/classifier.ts';
import { acceptCandidate, createKeywordTable, writeCandidate } from '#engine/keywords.ts';
import { normalise, unitsOf } from '#engine/normalise.ts';
import { splitRows } from '#engine/rows.ts';
import type { MappingKey } from '#model/mapping.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';

/** Finds the best of the keywords in a text by the automaton; null for none. */
function finderOf(keywords: readonly string[]): (text: string) => string | null {
  const table = createKeywordTable(1, 1);
  keywords.forEach((keyword, id) => {
    acceptCandidate(table, writeCandidate(table, keyword), id);
  });
  const automaton = buildAutomaton(table, [...keywords.keys()]);
  return (text) => keywords[findBest(automaton, unitsOf(text), 0, text.length, table.mappingIds)] ?? null;
}

function longestIn(keywords: readonly string[], text: string): string | null {
  const found = keywords.filter((keyword) => text.includes(keyword));
  return found.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0] ?? null;
}

function randomText(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => pick(random, [...alphabet])).join('');
}

describe('the automaton', () => {
  it('finds nothing where there are no keywords', () => {
    expect(finderOf([])('acme limited')).toBeNull();
  });

  const many = String.fromCharCode(...Array.from({ length: 300 }, (_, i) => 0x4e00 + i));
  it.each(['ab', many])('finds the longest, then the first by code units (%#)', (alphabet) => {
    const random = seededRandom(alphabet.length);
    const length = () => 1 + below(random, 6);
    const keywords = [...new Set(Array.from({ length: 900 }, () => randomText(random, alphabet, length())))];
    const find = finderOf(keywords);
    for (let round = 0; round < 400; round++) {
      const text = randomText(random, alphabet, below(random, 60));
      expect(find(text)).toBe(longestIn(keywords, text));
    }
  });

  it('does not take the child of another state for that of one without children', () => {
    const keywords = ['abx', 'abyx', 'ac', 'aczz', 'ad'];
    const find = finderOf(keywords);
    for (const text of ['acx', 'adx', 'adbx', 'aczx', 'adzz', 'abyx', 'xabx'])
      expect(find(text)).toBe(longestIn(keywords, text));
  });
});

describe('a text made to be slow', () => {
  const runs = Array.from({ length: 200 }, (_, i) => 'a'.repeat(5 + i));
  const mappings = runs.map((description, i) => ({
    key: `k${i}` as MappingKey,
    description,
    glAccount: '1',
  }));
  const text = Array.from({ length: 400 }, (_, i) => (i % 7 === 3 ? ' e\u0301 ' : '') + 'a'.repeat(i)).join(
    '\n',
  );
  const expected = (row: number) => Math.min(row, 204) - 5;

  it('is answered right by the automaton, also after keywords were removed', () => {
    const classifier = createClassifier(mappings);
    const rows = splitRows(text);
    const ids = new Int32Array(rows.count);
    for (let round = 0; round < 3; round++) classifier.classifyRows(rows, 0, rows.count, ids);
    expect([...ids.subarray(5)]).toEqual(Array.from({ length: 395 }, (_, i) => expected(i + 5)));
    classifier.apply([], ['k199' as MappingKey, 'k20' as MappingKey]);
    classifier.classifyRows(rows, 0, rows.count, ids);
    expect([ids[399], ids[300], ids[25], ids[26], ids[24]]).toEqual([198, 198, 19, 21, 19]);
  });

  const secret = randomText(seededRandom(3), 'abcdefghijklmnopqrstuvwxyz', 300);
  const affixes = Array.from({ length: 290 }, (_, i) => [secret.slice(0, i + 5), secret.slice(i + 5)]).flat();
  const lines = Array.from({ length: 300 }, (_, i) => `${secret.slice(0, i)}#${secret.slice(i + 1)}`);
  const joined = `${secret.slice(150)} ${secret.slice(0, 150)}`;
  /** ASCII with runs of white space, blank rows, capitals and rows too short to contain a keyword. */
  const asTyped = lines.flatMap((line, i) => [line, ` ${line.toUpperCase()}`, `${secret.slice(0, i % 9)} `]);
  const rough = [
    ...asTyped,
    ...lines.map((line, i) => (i % 3 ? '  ' : `${line}  \t${lines[299 - i]}`)),
    '',
    ' ',
    'ab',
  ];

  it('is answered right where it is ASCII', () => {
    const keywords = [...new Set([...affixes, joined])];
    const classifier = createClassifier(
      keywords.map((description, i) => ({ key: `k${i}` as MappingKey, description, glAccount: '1' })),
    );
    const rows = splitRows(rough.join('\n'));
    const ids = new Int32Array(rows.count);
    const expected = rough.map((line) => longestIn(keywords, normalise(line)));
    for (let round = 0; round < 3; round++) {
      classifier.classifyRows(rows, 0, rows.count, ids);
      expect([...ids].map((id) => keywords[id] ?? null)).toEqual(expected);
    }
  });
});
