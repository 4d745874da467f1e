import { isUsable, type Mapping } from '#model/mapping.ts';
import { runToEnd } from '../steps.ts';
import { LikelyAccounts } from './LikelyAccounts.ts';
import { GRAM_BUCKETS, grown, TextFeatures } from './TextFeatures.ts';
import { AccountCounts, WordIndex } from './tables.ts';

/** Mappings that are read before the caller gets a pause. */
const MAPPINGS_PER_STEP = 2000;

/** Learns from a list in steps: the caller may pause between them. Linear in the text of the list. */
export function* train(list: Iterable<Mapping>): Generator<void, LikelyAccounts> {
  const { mappings, accounts, accountOf } = orderByAccount(list);
  const features = new TextFeatures();
  const read = new ReadTexts(mappings);
  for (let i = 0; i < mappings.length; i++) {
    features.read((mappings[i] as Mapping).description);
    read.take(features);
    if (i % MAPPINGS_PER_STEP === 0) yield;
  }
  yield;
  const counts = new AccountCounts({ grams: read.grams, ends: read.gramEnds, accounts: accountOf });
  yield;
  const index = new WordIndex(read.words.slice(0, read.wordEnds.at(-1) ?? 1), read.wordEnds);
  yield;
  return new LikelyAccounts({
    features,
    mappings,
    accounts,
    accountOf,
    counts,
    index,
    gramFrequency: read.gramFrequency,
    gramCountOf: (mapping) => (read.gramEnds[mapping] as number) - (read.gramEnds[mapping - 1] ?? 0),
  });
}

/** {@link train} without pauses. */
export function trainAtOnce(list: Iterable<Mapping>): LikelyAccounts {
  return runToEnd(train(list));
}

type OrderedList = { mappings: Mapping[]; accounts: string[]; accountOf: Int32Array<ArrayBuffer> };

/** The mappings that can match, those of one account together. */
function orderByAccount(list: Iterable<Mapping>): OrderedList {
  const byAccount = new Map<string, Mapping[]>();
  for (const mapping of list) {
    if (!isUsable(mapping)) continue;
    const known = byAccount.get(mapping.glAccount);
    if (known) known.push(mapping);
    else byAccount.set(mapping.glAccount, [mapping]);
  }
  const mappings = [...byAccount.values()].flat();
  const accountOf = new Int32Array(mappings.length);
  let at = 0;
  [...byAccount.values()].forEach((of, account) => {
    accountOf.fill(account, at, at + of.length);
    at += of.length;
  });
  return { mappings, accounts: [...byAccount.keys()], accountOf };
}

/** Words and grams of texts, one text after another. */
class ReadTexts {
  words: Int32Array;
  readonly wordEnds: Int32Array<ArrayBuffer>;
  grams: Int32Array;
  readonly gramEnds: Int32Array<ArrayBuffer>;
  /** By gram the number of texts that have it. */
  readonly gramFrequency = new Int32Array(GRAM_BUCKETS);
  #texts = 0;
  #wordCount = 0;
  #gramCount = 0;

  constructor(mappings: readonly Mapping[]) {
    const units = mappings.reduce((sum, { description }) => sum + description.length, 1);
    this.words = new Int32Array(units >> 2);
    this.grams = new Int32Array(units);
    this.wordEnds = new Int32Array(mappings.length);
    this.gramEnds = new Int32Array(mappings.length);
  }

  take({ words, wordCount, grams, gramCount }: TextFeatures): void {
    while (this.#wordCount + wordCount > this.words.length) this.words = grown(this.words);
    while (this.#gramCount + gramCount > this.grams.length) this.grams = grown(this.grams);
    for (let i = 0; i < wordCount; i++) this.words[this.#wordCount++] = words[i] as number;
    for (let i = 0; i < gramCount; i++) {
      const gram = grams[i] as number;
      this.grams[this.#gramCount++] = gram;
      (this.gramFrequency[gram] as number)++;
    }
    this.wordEnds[this.#texts] = this.#wordCount;
    this.gramEnds[this.#texts++] = this.#gramCount;
  }
}
