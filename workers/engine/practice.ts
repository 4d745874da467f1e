import type { Mapping, MappingKey } from '../../src/model/mapping.ts';
import { packMappings, unpackMappings } from '../../src/model/packedMappings.ts';

/** A list and a text like those that people have, small and made up: to practise on (warmUp.ts). */
export type Practice = { readonly mappings: readonly Mapping[]; readonly text: string };

const KEYWORDS = 240;
const ROWS = 120;

const LETTERS = 'etaoinshrdlcumwfgypbvk';
const OTHER_LETTERS = [...'éüößåçñłžőÉÜãêíøśščćŠ株会Ждиан'];
const MARKS = ['\u0301', '\u0308'];

/** So many of them. Every way that real ones take through the engine is there from the first on. */
export function* makePractice(rounds: number): Generator<Practice, void> {
  const random = createRandom();
  for (let round = 0; round < rounds; round++) {
    const mappings = makeMappings(random, round);
    yield { mappings, text: makeText(random, mappings, round) };
  }
}

function makeText(random: Random, mappings: readonly Mapping[], round: number): string {
  const lines = Array.from({ length: ROWS }, () => makeLine(random, mappings));
  // Two equally long keywords in one row.
  lines.push('equals one beside equals two');
  // More rows than there is room for at first.
  if (round % 8 === 0) lines.push('\n'.repeat(1100));
  const text = lines.join('\n');
  return round % 2 === 0 ? text : text.replace(/[^ -~\n]/g, 'x');
}

/** Packed and unpacked, as a kept list is: so the texts are of the kind that real ones are. */
function makeMappings(random: Random, round: number): Mapping[] {
  const descriptions = Array.from({ length: KEYWORDS }, () => makeKeyword(random));
  descriptions.push('equals one', 'equals two', 'EQUALS  one', descriptions[0] ?? '');
  // Too much alike for grams to tell apart: for the automaton.
  if (round % 8 === 0) for (let n = 5; n < 45; n++) descriptions.push('a'.repeat(n));
  const list = descriptions.map((description, i) => ({
    key: `practice ${i}` as MappingKey,
    description,
    glAccount: String(1000 + (i % 100)),
  }));
  return unpackMappings(packMappings(list));
}

function makeKeyword(random: Random): string {
  const kind = random(16);
  if (kind === 0) return makeWord(random, 2 + random(7));
  const keyword = `${makeWord(random, 3 + random(9))} ${makeWord(random, 3 + random(9))}`;
  if (kind > 1) return keyword;
  return keyword.slice(0, 7) + OTHER_LETTERS[random(OTHER_LETTERS.length)] + keyword.slice(8);
}

function makeLine(random: Random, mappings: readonly Mapping[]): string {
  const keyword = mappings[random(mappings.length)]?.description ?? '';
  const kind = random(32);
  if (kind === 0) return '  ';
  if (kind < 5) return keyword.toUpperCase();
  if (kind < 11) return `CARD PAYMENT ${makeWord(random, 20)}`;
  if (kind === 11) return `Cafe${MARKS[random(MARKS.length)]}  de ${keyword}`;
  const cased = kind < 20 ? keyword : keyword.toUpperCase();
  return `CARD PAYMENT TO ${cased} LEEDS REF ${random(1_000_000)} ${makeWord(random, 12)}`;
}

function makeWord(random: Random, length: number): string {
  let word = '';
  for (let i = 0; i < length; i++) word += LETTERS[random(LETTERS.length)];
  return random(2) === 0 ? word : word.toUpperCase();
}

/** A whole number from 0 to below the limit. */
type Random = (limit: number) => number;

/** The same numbers at each visit: a linear congruential generator, good enough to vary words. */
function createRandom(): Random {
  let state = 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) % limit;
  };
}
