import type { Mapping, MappingKey } from '#model/mapping.ts';
import { below, pick, type Random } from '../tests/support/random.ts';

/** A list and descriptions to classify with it, made to collide: small alphabets, texts cut from each other. */
type RandomCase = { readonly mappings: readonly Mapping[]; readonly descriptions: readonly string[] };

const ALPHABETS: readonly (readonly string[])[] = [
  ['a'],
  ['a', 'b'],
  ['a', 'A', ' ', 'b'],
  ['a', 'b', 'c', 'd', 'e', ' ', ' ', '1', '2'],
  [...'ACME ltd.#$/[]_-&1'],
  ['\t', ' ', '\u00a0', '\ufeff', '\u2028', '\u3000', '\u0085', '\u200b', 'x', 'y', 'Z'],
  ['e', 'E', 'é', 'É', '\u0301', '\u0323', '\u0308', 'o', 'i', ' '],
  ['İ', 'i', 'I', 'ı', '\u0307', 'ß', 'ẞ', 'ſ', 's', 'S', 'K', 'k', 'Å', 'å', 'Ω', 'ω'],
  ['Σ', 'σ', 'ς', 'α', 'Α', '.', ' ', '\u00ad', '\u0345', "'"],
  ['😀', '🏳', '\ufe0f', '\u200d', '\ud83d', '\udc00', '\ud801', '𐐀', '𐐨', '𝒜', 'a'],
  ['\u1100', '\u1161', '\u11a8', '가', '각', '한', '글', ' '],
  ['我', '孫', '子', '市', 'か', '\u3099', 'が', 'ｶ', 'ﾞ', '豈', '\u{2f800}', '𠀀'],
  ['\u0915', '\u093c', '\u0958', '\u09c7', '\u09be', '\u0b47', '\u0b56', 'ก', '\u0e33', '\u0e48'],
  ['a', 'b', 'E', '\u00ad', '\u200b', '\u200f', '\u202e', '\u2060', '\ufeff', '\u0301', ' '],
  ['\u0000', '\u0001', '\u007f', '\uffff', '\ufffe', 'a', 'A'],
];

/** One random case: some 5–30 mappings and as many descriptions, of one or several of the alphabets. */
export function randomCase(random: Random, descriptions: number): RandomCase {
  const alphabet = pick(random, ALPHABETS);
  const other = random() < 0.3 ? pick(random, ALPHABETS) : alphabet;
  const letter = () => pick(random, random() < 0.8 ? alphabet : other);
  const texts = Array.from({ length: 4 + below(random, 26) }, () => word(random, letter));
  for (const text of [...texts]) if (random() < 0.4) texts.push(vary(random, text));
  return {
    mappings: texts.map((text, i) => randomMapping(random, text, i)),
    descriptions: Array.from({ length: descriptions }, () => line(random, texts, letter)),
  };
}

/** A mapping whose stored key does not follow the order of the list. */
export function randomMapping(random: Random, description: string, i: number): Mapping {
  const key = `${below(random, 1000)}-${i}` as MappingKey;
  return { key, description, glAccount: random() < 0.03 ? 'Unknown' : String(below(random, 9)) };
}

function word(random: Random, letter: () => string): string {
  const length = random() < 0.2 ? below(random, 5) : 3 + below(random, 12);
  return Array.from({ length }, letter).join('');
}

const INVISIBLE = ['\u00ad', '\u200b', '\u200d', '\u202a', '\u2064', '\ufeff'];

/** A text that differs from `text` by little: its case, its ends, a space more, a character that nobody sees. */
function vary(random: Random, text: string): string {
  const way = below(random, 7);
  const middle = below(random, text.length + 1);
  if (way === 0) return text.toUpperCase();
  if (way === 1) return text.slice(below(random, 3));
  if (way === 2) return text.slice(0, text.length - below(random, 3));
  if (way === 3) return text.replace(/\s/u, ' \u00a0 ');
  if (way === 4) return ` ${text}\t`;
  if (way === 5) return text.slice(0, middle) + pick(random, INVISIBLE) + text.slice(middle);
  return text + text;
}

function line(random: Random, texts: readonly string[], letter: () => string): string {
  const parts = Array.from({ length: 1 + below(random, 4) }, () => {
    const kind = random();
    if (kind < 0.5) return pick(random, texts);
    return kind < 0.7 ? vary(random, pick(random, texts)) : word(random, letter);
  });
  return parts.join(random() < 0.5 ? '' : ' ');
}
