import { describe, expect, it } from 'vitest';
import type { MappingKey } from '../../src/model/mapping.ts';
import { type Automaton, bestRank, buildAutomaton, UNRANKED } from '../../workers/engine/automaton.ts';
import { createClassifier } from '../../workers/engine/createClassifier.ts';
import { acceptKeyword, createKeywordTable, writeCandidate } from '../../workers/engine/keywords.ts';
import { unitsOf } from '../../workers/engine/matchLong.ts';
import { splitRows } from '../../workers/engine/rows.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';

function automatonOf(keywords: readonly string[]): Automaton {
  const table = createKeywordTable(1, 1);
  keywords.forEach((keyword, id) => {
    acceptKeyword(table, writeCandidate(table, keyword), id);
  });
  return buildAutomaton(table, [...keywords.keys()]);
}

/** What the automaton finds in `text`, null for nothing. */
function bestIn(keywords: readonly string[], automaton: Automaton, text: string): string | null {
  const rank = bestRank(automaton, unitsOf(text), 0, text.length);
  return rank === UNRANKED ? null : (keywords[automaton.ranking[rank] ?? -1] ?? null);
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
    expect(bestIn([], automatonOf([]), 'acme limited')).toBeNull();
  });

  // Two letters make a table of all steps; three hundred of them more than it may hold.
  const alphabets = ['ab', String.fromCharCode(...Array.from({ length: 300 }, (_, i) => 0x4e00 + i))];
  it.each(alphabets)('finds the longest, then the first by code units (%#)', (alphabet) => {
    const random = seededRandom(alphabet.length);
    const length = () => 1 + below(random, 6);
    const keywords = [...new Set(Array.from({ length: 900 }, () => randomText(random, alphabet, length())))];
    const automaton = automatonOf(keywords);
    expect(automaton.steps === null).toBe(alphabet.length > 2);
    for (let round = 0; round < 200; round++) {
      const text = randomText(random, alphabet, 30);
      expect(bestIn(keywords, automaton, text)).toBe(longestIn(keywords, text));
    }
  });
});

describe('a text made to hurt', () => {
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

  it('is answered right by the automaton, also when keywords have gone', () => {
    const classifier = createClassifier(mappings);
    const rows = splitRows(text);
    const ids = new Int32Array(rows.count);
    for (let round = 0; round < 3; round++) classifier.classifyRows(rows, 0, rows.count, ids);
    expect([...ids.subarray(5)]).toEqual(Array.from({ length: 395 }, (_, i) => expected(i + 5)));
    classifier.apply([], ['k199' as MappingKey, 'k20' as MappingKey]);
    classifier.classifyRows(rows, 0, rows.count, ids);
    expect([ids[399], ids[300], ids[25], ids[26], ids[24]]).toEqual([198, 198, 19, 21, 19]);
  });
});
