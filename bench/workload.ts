import type { Mapping } from '#model/mapping.ts';
import { mappingKey } from '#model/mapping.ts';
import { below, pick, type Random, seededRandom } from '../tests/support/random.ts';

/** What to generate; the shares are of lines (of keywords for `nonAscii`). */
export type WorkloadShape = {
  readonly name: string;
  readonly lines: number;
  readonly keywords: number;
  /** Share of keywords with letters beyond ASCII. */
  readonly nonAscii: number;
};

/** A keyword list and a pasted text, like those of real use. */
export type Workload = {
  readonly name: string;
  readonly mappings: readonly Mapping[];
  /** The lines one by one, for peers that take them so. */
  readonly lines: readonly string[];
  /** The lines as one pasted text. */
  readonly text: string;
};

export const LARGE: WorkloadShape = { name: 'L', lines: 50_000, keywords: 10_000, nonAscii: 0.06 };
export const LARGE_ASCII: WorkloadShape = { ...LARGE, name: 'L ASCII', nonAscii: 0 };
export const EXTRA_LARGE: WorkloadShape = { name: 'XL', lines: 100_000, keywords: 100_000, nonAscii: 0.06 };

const BEFORE = [
  'CARD PAYMENT TO ',
  'DIRECT DEBIT ',
  'POS 4417 ',
  'Faster payment ',
  'SEPA CT ',
  'VISA*',
  'Invoice ',
];
const CITIES = [
  'LONDON GB',
  'Leeds',
  'PARIS FR',
  'Berlin',
  'DUBLIN',
  'Harrogate',
  'MADRID ES',
  'Praha',
  'Oslo',
];
const WORDS_PER_NAME = [1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3];
const FOREIGN = ['é', 'ü', 'ö', 'ß', 'å', 'ç', 'ñ', 'ł', 'ž', 'ő', 'É', 'Ü', '株', '会', 'Ж', 'д'];

/** Seeded bank-statement lines: about 66 % contain a keyword, 14 % are one, 20 % match none; 1 % blank, 1 % long. */
export function generateWorkload(shape: WorkloadShape, seed = 1): Workload {
  const random = seededRandom(seed);
  // The supplier lists of two councils hold 0.9 and 1.2 different words per name.
  const words = Array.from({ length: shape.keywords }, () => word(random));
  const names = distinctNames(random, words, shape);
  const mappings = names.map((description, i) => ({
    key: mappingKey(description),
    description,
    glAccount: String(1000 + (i % 120)),
  }));
  const fillers = Array.from({ length: 3000 }, () => word(random));
  const lines = Array.from({ length: shape.lines }, () => line(random, names, fillers));
  return { name: shape.name, mappings, lines, text: lines.join('\n') };
}

function line(random: Random, names: readonly string[], fillers: readonly string[]): string {
  const kind = random();
  if (kind < 0.01) return random() < 0.5 ? '' : '  ';
  if (kind < 0.15) return recase(random, pick(random, names));
  const filler = (words: number) => Array.from({ length: words }, () => pick(random, fillers)).join(' ');
  if (kind < 0.16) return `${filler(60)} ${pick(random, names)} ${filler(60)}`;
  const subject = kind < 0.36 ? filler(2) : recase(random, pick(random, names));
  const reference = `REF ${String(below(random, 1e9)).padStart(9, '0')}`;
  return `${pick(random, BEFORE)}${subject} ${pick(random, CITIES)} ${reference} ${filler(1)}`;
}

function recase(random: Random, text: string): string {
  const way = random();
  if (way < 0.4) return text.toUpperCase();
  return way < 0.7 ? text : text.toLowerCase();
}

function distinctNames(random: Random, words: readonly string[], shape: WorkloadShape): string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  while (names.size < shape.keywords) {
    const count = pick(random, WORDS_PER_NAME);
    const plain = Array.from({ length: count }, () => pick(random, words)).join(' ');
    const name = random() < shape.nonAscii ? withForeignLetter(random, plain) : plain;
    const key = name.toLowerCase();
    if (!seen.has(key)) names.add(name);
    seen.add(key);
  }
  return [...names];
}

function withForeignLetter(random: Random, name: string): string {
  const at = below(random, name.length);
  return name.slice(0, at) + pick(random, FOREIGN) + name.slice(at + 1);
}

const ONSETS =
  'b bl br c ch cl cr d dr f fl fr g gl gr h j k kn l m n p ph pl pr qu r s sc sh sk sl sm sn sp st str sw t th tr tw v w wh x y z';
const NUCLEI = 'a ai au e ea ee ei i ie o oa oi oo ou u y';
const CODAS = 'b ck d ff g l ld ll lm lt m mp n nd ng nk nt p r rd rk rn rt s sk ss st t th x';

/** Pronounceable, with about as many different 5-grams as real company names have. */
function word(random: Random): string {
  const part = (letters: string) => pick(random, letters.split(' '));
  const syllable = () => part(ONSETS) + part(NUCLEI) + (random() < 0.4 ? part(CODAS) : '');
  const text = Array.from({ length: 1 + below(random, 3) }, syllable).join('');
  return random() < 0.8 ? text.charAt(0).toUpperCase() + text.slice(1) : text.toUpperCase();
}
