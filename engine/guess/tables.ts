import { GRAM_BUCKETS, grown, WORD_BUCKETS } from './TextFeatures.ts';

/** Grams of many mappings, one mapping after another, ordered by account: what fresh counts are made from. */
type GramTable = {
  /** Buckets; those of mapping i end at `ends[i]`. */
  readonly grams: Int32Array;
  readonly ends: Int32Array;
  /** By mapping, ascending. */
  readonly accounts: Int32Array;
};

/** Weight of a mapping with one gram. Counts are whole numbers, so that adding and removing leaves no rounding behind. */
const SCALE = 64;

/** Added to each count: what is known of a gram that an account has never had. */
export const SMOOTHING = 8;
const LOG_COUNTS = Float64Array.from({ length: 4096 }, (_unused, count) => Math.log1p(count / SMOOTHING));

const LOGS = Float64Array.from({ length: 4096 }, (_unused, count) => Math.log(count));

function logOf(count: number): number {
  return count < LOGS.length ? (LOGS[count] as number) : Math.log(count);
}

/** How much more likely a gram is in an account that has had `count` of it than in one that has never had it: log. */
function logCount(count: number): number {
  return count < LOG_COUNTS.length ? (LOG_COUNTS[count] as number) : Math.log1p(count / SMOOTHING);
}

/** What each gram of a mapping adds to the counts of its account: longer texts add less per gram, and more in all. */
export function gramWeight(gramCount: number): number {
  return gramCount === 0 ? 0 : Math.max(1, Math.round(SCALE / Math.sqrt(gramCount)));
}

/**
 * How much of each gram each account has: a sparse table of whole numbers, by gram. The pairs of gram and account that
 * were there at the training lie side by side; pairs that appear later are listed by gram in a map.
 */
export class AccountCounts {
  /** Pairs of gram b: from `#starts[b]` to `#starts[b + 1]` (excluded). */
  readonly #starts: Int32Array;
  /** Pair i has its account in `#pairs[2 * i]` and the count behind it. */
  #pairs: Int32Array;
  #size: number;
  readonly #later = new Map<number, number[]>();

  constructor(table: GramTable) {
    const starts = countPairs(table);
    this.#starts = starts;
    this.#size = starts[GRAM_BUCKETS] as number;
    this.#pairs = createPairs(table, starts);
  }

  add(gram: number, account: number, weight: number): void {
    const pair = this.#findOrEnter(gram, account);
    (this.#pairs[2 * pair + 1] as number) += weight;
  }

  /**
   * How far a gram's accounts are from those of the whole list (Kullback–Leibler divergence), less the logarithm of the
   * number of mappings. `sizes`: by account its number of mappings; `logs`: by whole number its logarithm.
   */
  informationOf(gram: number, sizes: readonly number[], logs: Float64Array): number {
    const pairs = this.#pairs;
    const end = 2 * (this.#starts[gram + 1] as number);
    let sum = 0;
    let logSum = 0;
    for (let at = 2 * (this.#starts[gram] as number); at < end; at += 2) {
      const count = pairs[at + 1] as number;
      if (count === 0) continue;
      sum += count;
      logSum += count * (logOf(count) - (logs[sizes[pairs[at] as number] as number] as number));
    }
    const later = this.#later.size > 0 ? this.#later.get(gram) : undefined;
    for (const pair of later ?? []) {
      const count = this.#countOf(pair);
      if (count === 0) continue;
      sum += count;
      logSum += count * (logOf(count) - (logs[sizes[this.#accountOf(pair)] as number] as number));
    }
    return sum === 0 ? 0 : logSum / sum - logOf(sum);
  }

  /** Adds `factor` times the {@link logCount} of its count to the sum of every account that has the gram. */
  addTo(sums: Float64Array, gram: number, factor: number): void {
    const pairs = this.#pairs;
    const end = 2 * (this.#starts[gram + 1] as number);
    for (let at = 2 * (this.#starts[gram] as number); at < end; at += 2) {
      (sums[pairs[at] as number] as number) += factor * logCount(pairs[at + 1] as number);
    }
    const later = this.#later.size > 0 ? this.#later.get(gram) : undefined;
    if (later === undefined) return;
    for (const pair of later)
      (sums[this.#accountOf(pair)] as number) += factor * logCount(this.#countOf(pair));
  }

  /** How much of the gram the account has, and all accounts together. */
  read(gram: number, account: number): { count: number; sum: number } {
    const pairs = [...this.#pairsOf(gram)];
    const own = pairs.find((pair) => this.#accountOf(pair) === account);
    return {
      count: own === undefined ? 0 : this.#countOf(own),
      sum: pairs.reduce((total, pair) => total + this.#countOf(pair), 0),
    };
  }

  #findOrEnter(gram: number, account: number): number {
    for (const pair of this.#pairsOf(gram)) if (this.#accountOf(pair) === account) return pair;
    const pair = this.#size++;
    if (2 * pair === this.#pairs.length) this.#pairs = grown(this.#pairs);
    this.#pairs[2 * pair] = account;
    const later = this.#later.get(gram);
    if (later) later.push(pair);
    else this.#later.set(gram, [pair]);
    return pair;
  }

  *#pairsOf(gram: number): Generator<number> {
    const end = this.#starts[gram + 1] as number;
    for (let pair = this.#starts[gram] as number; pair < end; pair++) yield pair;
    yield* this.#later.get(gram) ?? [];
  }

  #accountOf(pair: number): number {
    return this.#pairs[2 * pair] as number;
  }

  #countOf(pair: number): number {
    return this.#pairs[2 * pair + 1] as number;
  }
}

/** The pairs, and their counts: those of one gram in the order of the accounts. */
function createPairs({ grams, ends, accounts }: GramTable, starts: Int32Array): Int32Array<ArrayBuffer> {
  const pairs = new Int32Array(2 * (starts[GRAM_BUCKETS] as number));
  const next = starts.slice();
  for (let mapping = 0, at = 0; mapping < ends.length; mapping++) {
    const end = ends[mapping] as number;
    const account = accounts[mapping] as number;
    for (const weight = gramWeight(end - at); at < end; at++) {
      const gram = grams[at] as number;
      const pair = next[gram] as number;
      if (pair > (starts[gram] as number) && pairs[2 * pair - 2] === account) {
        (pairs[2 * pair - 1] as number) += weight;
      } else {
        pairs[2 * pair] = account;
        pairs[2 * pair + 1] = weight;
        next[gram] = pair + 1;
      }
    }
  }
  return pairs;
}

/** By gram where its pairs begin; behind the last the number of all pairs. */
function countPairs({ grams, ends, accounts }: GramTable): Int32Array {
  const starts = new Int32Array(GRAM_BUCKETS + 1);
  const last = new Int32Array(GRAM_BUCKETS).fill(-1);
  for (let mapping = 0, at = 0; mapping < ends.length; mapping++) {
    const account = accounts[mapping] as number;
    for (const end = ends[mapping] as number; at < end; at++) {
      const gram = grams[at] as number;
      if (last[gram] === account) continue;
      last[gram] = account;
      (starts[gram + 1] as number)++;
    }
  }
  for (let gram = 0; gram < GRAM_BUCKETS; gram++) (starts[gram + 1] as number) += starts[gram] as number;
  return starts;
}

/**
 * The words of the mappings, by mapping and by word. Mappings have numbers from 0 up; the words of the first ones are
 * given at the training, others are appended. A mapping that is gone keeps its places, so readers skip it.
 */
export class WordIndex {
  /** By word the number of mappings that have it and are in the list. */
  readonly frequency = new Int32Array(WORD_BUCKETS);
  /** Words of all mappings; those of mapping i end at `#ends[i]`. */
  #words: Int32Array;
  #ends: Int32Array;
  #size: number;
  /** Mappings of word b at the training: `#mappings` from `#starts[b]` to `#starts[b + 1]` (excluded). */
  readonly #starts = new Int32Array(WORD_BUCKETS + 1);
  readonly #mappings: Int32Array;
  readonly #later = new Map<number, number[]>();

  constructor(words: Int32Array, ends: Int32Array) {
    this.#words = words;
    this.#ends = ends.length > 0 ? ends : new Int32Array(1);
    this.#size = ends.length;
    const count = ends.at(-1) ?? 0;
    for (let at = 0; at < count; at++) (this.frequency[words[at] as number] as number)++;
    for (let word = 0; word < WORD_BUCKETS; word++) {
      this.#starts[word + 1] = (this.#starts[word] as number) + (this.frequency[word] as number);
    }
    this.#mappings = new Int32Array(count);
    const next = this.#starts.slice();
    for (let mapping = 0, at = 0; mapping < ends.length; mapping++) {
      for (const end = ends[mapping] as number; at < end; at++) {
        const word = words[at] as number;
        this.#mappings[next[word] as number] = mapping;
        (next[word] as number)++;
      }
    }
  }

  /** Appends a mapping; returns its number. Its words are not counted yet. */
  append(words: Int32Array, count: number): number {
    const mapping = this.#size++;
    if (this.#ends.length === mapping) this.#ends = grown(this.#ends);
    const start = mapping === 0 ? 0 : (this.#ends[mapping - 1] as number);
    while (this.#words.length < start + count) this.#words = grown(this.#words);
    this.#words.set(words.subarray(0, count), start);
    this.#ends[mapping] = start + count;
    for (let i = 0; i < count; i++) {
      const word = words[i] as number;
      const later = this.#later.get(word);
      if (later) later.push(mapping);
      else this.#later.set(word, [mapping]);
    }
    return mapping;
  }

  /** Counts the words of a mapping in (`by` 1) or out (`by` -1). */
  count(mapping: number, by: 1 | -1): void {
    for (const word of this.wordsOf(mapping)) (this.frequency[word] as number) += by;
  }

  wordsOf(mapping: number): Int32Array {
    return this.#words.subarray(this.#startOf(mapping), this.#ends[mapping] as number);
  }

  #startOf(mapping: number): number {
    return mapping === 0 ? 0 : (this.#ends[mapping - 1] as number);
  }

  /**
   * The cosine between words that are marked in `isAsked` and those of a mapping, times the length of the former. The
   * weight of a word is `top` less the logarithm of one more than its frequency.
   */
  similarity(mapping: number, isAsked: Uint8Array, logs: Float64Array, top: number): number {
    const [words, frequency] = [this.#words, this.frequency];
    const end = this.#ends[mapping] as number;
    let shared = 0;
    let all = 0;
    for (let at = this.#startOf(mapping); at < end; at++) {
      const word = words[at] as number;
      const weight = top - (logs[(frequency[word] as number) + 1] as number);
      all += weight * weight;
      if (isAsked[word] === 1) shared += weight * weight;
    }
    return shared / Math.sqrt(all);
  }

  /** Every mapping that has the word, those that are gone included. */
  forEachMapping(word: number, visit: (mapping: number) => void): void {
    const end = this.#starts[word + 1] as number;
    for (let at = this.#starts[word] as number; at < end; at++) visit(this.#mappings[at] as number);
    const later = this.#later.size > 0 ? this.#later.get(word) : undefined;
    if (later) for (const mapping of later) visit(mapping);
  }
}
