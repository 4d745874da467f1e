import { isCommonWord } from '#model/commonWords.ts';
import { withoutInvisible } from '#model/hiddenCharacters.ts';
import { isUsable, type Mapping, type MappingKey } from '#model/mapping.ts';
import { normalise } from '../normalise.ts';
import { GRAM_BUCKETS, grown, type TextFeatures, WORD_BUCKETS, wordBucket } from './TextFeatures.ts';
import { type AccountCounts, gramWeight, SMOOTHING, type WordIndex } from './tables.ts';

/** An account that may be right for a description, and how much of the evidence points to it: 0 to 1. */
export type LikelyAccount = { readonly glAccount: string; readonly share: number };

/** How far a text is like those of a list; {@link LikelyAccounts.resemblance}. */
export type Resemblance = { readonly words: number; readonly known: number };

/** Why an account is likely: the nearest of its mappings, nearest first, and words of the description that speak for it. */
type GuessReason = { readonly mappings: readonly Mapping[]; readonly words: readonly string[] };

/** Turns the sums of logarithms into shares: how far one likely account is ahead of the next. */
const SHARPNESS = 4;
/** How much the numbers of the accounts' mappings count beside the grams: what is booked often has few mappings, too. */
const PRIOR = 0.25;
/** What the votes count of a share; the grams count the rest. */
const VOTES = 0.65;
/** Accounts with many mappings have many near ones by chance: votes are divided by this power of their number. */
const SIZE_POWER = 0.2;
/** Mappings that are compared with a description at most; its rarest words find them. */
const MAX_COMPARED = 1000;
/** Votes are whole multiples of 1 / VOTE, so that their sum does not depend on the order of the mappings. */
const VOTE = 2 ** 30;
/** Shares are whole multiples of 1 / SHARE: accounts that differ by less are ordered by their text. */
const SHARE = 1e9;
const MAX_REASONS = 3;

/** What training hands over: the mappings, their accounts by number, and the tables made of their texts. */
type Trained = {
  readonly features: TextFeatures;
  readonly mappings: Mapping[];
  readonly accounts: string[];
  readonly accountOf: Int32Array<ArrayBuffer>;
  readonly counts: AccountCounts;
  readonly index: WordIndex;
  readonly gramFrequency: Int32Array;
  /** By mapping the number of its grams. */
  readonly gramCountOf: (mapping: number) => number;
};

/**
 * Likely accounts for descriptions that no keyword matches, learned from the mappings (docs/likely-accounts.md). Two
 * learners give each account a share, and the mean counts: naive Bayes over grams, and votes of the mappings that have
 * the same words. After any changes the answers are those of a fresh training on the changed list.
 */
export class LikelyAccounts {
  readonly #features: TextFeatures;
  readonly #mappings: Mapping[];
  #accountOf: Int32Array<ArrayBuffer>;
  /** By mapping whether it is in the list. */
  #isIn: Int32Array<ArrayBuffer>;
  /** By mapping the last question that it was compared for. */
  #comparedFor: Int32Array<ArrayBuffer>;
  readonly #accounts: string[];
  readonly #numberOfAccount: Map<string, number>;
  /** By account the number of its mappings, and the sum of its counts. */
  readonly #sizes: number[];
  readonly #totals: number[];
  readonly #counts: AccountCounts;
  readonly #index: WordIndex;
  readonly #gramFrequency: Int32Array;
  /** By gram its weight, and the state of the list that it is of. */
  readonly #gramWeights = new Float64Array(GRAM_BUCKETS);
  readonly #weightStates = new Int32Array(GRAM_BUCKETS);
  #state = 1;
  /** Number of grams that some mapping has. */
  #vocabulary: number;
  #size: number;
  #changes = 0;
  #numberOf: Map<MappingKey, number> | null = null;
  readonly #isAsked = new Uint8Array(WORD_BUCKETS);
  #questions = 0;
  /** By whole number its logarithm. */
  #logs = new Float64Array(0);

  constructor(trained: Trained) {
    const { mappings, accounts, accountOf } = trained;
    this.#features = trained.features;
    this.#mappings = mappings;
    this.#accountOf = accountOf.length > 0 ? accountOf : new Int32Array(1);
    this.#isIn = new Int32Array(this.#accountOf.length).fill(1, 0, mappings.length);
    this.#comparedFor = new Int32Array(this.#accountOf.length);
    this.#accounts = accounts;
    this.#numberOfAccount = new Map(accounts.map((account, number) => [account, number]));
    this.#sizes = accounts.map(() => 0);
    this.#totals = accounts.map(() => 0);
    for (let i = 0; i < mappings.length; i++) {
      this.#countAccount(accountOf[i] as number, trained.gramCountOf(i), 1);
    }
    this.#counts = trained.counts;
    this.#index = trained.index;
    this.#gramFrequency = trained.gramFrequency;
    this.#vocabulary = trained.gramFrequency.reduce((sum, frequency) => sum + Math.min(1, frequency), 0);
    this.#size = mappings.length;
  }

  /** Number of mappings that were learned. */
  get size(): number {
    return this.#size;
  }

  /** Mappings added or removed since the training. Each leaves something behind, so train again when they are many. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * The accounts that are most likely right, best first, at most `count`; none for a text without letter or digit, and
   * none from an empty list. Ties go to the account that comes first in the alphabet.
   */
  guess(description: string, count = 3): LikelyAccount[] {
    this.#features.read(description);
    if (this.#features.gramCount === 0 || this.#size === 0) return [];
    this.#growLogs();
    const byGrams = this.#sharesByGrams();
    const byVotes = this.#sharesByVotes();
    const best: LikelyAccount[] = [];
    for (let account = 0; account < this.#accounts.length; account++) {
      if (this.#sizes[account] === 0) continue;
      const mean = (1 - VOTES) * (byGrams[account] as number) + VOTES * (byVotes[account] as number);
      const share = Math.round(mean * SHARE) / SHARE;
      const last = best[count - 1];
      if (last && last.share > share) continue;
      best.push({ glAccount: this.#accounts[account] as string, share });
      best.sort((a, b) => b.share - a.share || (a.glAccount < b.glAccount ? -1 : 1));
      if (best.length > count) best.pop();
    }
    return best;
  }

  /**
   * How far a text is like those of the list: its number of words, and how much of it the list knows, 0 to 1. A word weighs
   * the square of one and its rarity, as in the cosine.
   */
  resemblance(description: string): Resemblance {
    this.#features.read(description);
    this.#growLogs();
    const { words, wordCount } = this.#features;
    let known = 0;
    let all = 0;
    for (let i = 0; i < wordCount; i++) {
      const frequency = this.#index.frequency[words[i] as number] as number;
      const square = (1 + this.#rarity(frequency)) ** 2;
      all += square;
      if (frequency > 0) known += square;
    }
    return { words: wordCount, known: all > 0 ? known / all : 0 };
  }

  /** Why an account is likely for a description. */
  explain(description: string, glAccount: string): GuessReason {
    const account = this.#numberOfAccount.get(glAccount);
    if (account === undefined || this.#sizes[account] === 0) return { mappings: [], words: [] };
    this.#growLogs();
    this.#features.read(description);
    const near: { mapping: Mapping; cosine: number }[] = [];
    this.#compare((number, cosine) => {
      if (this.#accountOf[number] === account)
        near.push({ mapping: this.#mappings[number] as Mapping, cosine });
    });
    near.sort((a, b) => b.cosine - a.cosine || (a.mapping.key < b.mapping.key ? -1 : 1));
    return {
      mappings: near.slice(0, MAX_REASONS).map(({ mapping }) => mapping),
      words: this.#wordsFor(description, account),
    };
  }

  /** Removes mappings, then adds and replaces (same key) others. A mapping costs as much as its text is long. */
  apply(set: Iterable<Mapping>, removed: Iterable<MappingKey>): void {
    this.#numberOf ??= new Map(this.#mappings.map(({ key }, number) => [key, number]));
    for (const key of removed) this.#remove(key);
    for (const mapping of set) {
      this.#remove(mapping.key);
      if (isUsable(mapping)) this.#add(mapping);
    }
  }

  /**
   * Numbers of mappings for {@link withheld}: all that are in the list, or of a list with more than `most` about so
   * many. Chosen by their keys, so that the choice does not depend on the order of the list.
   */
  sample(most: number): number[] {
    const step = Math.max(1, Math.ceil(this.#size / most));
    return [...this.#mappings.keys()].filter(
      (number) =>
        this.#isIn[number] === 1 && wordBucket((this.#mappings[number] as Mapping).key) % step === 0,
    );
  }

  /** Calls `ask` with a mapping while the answers are those of the list without it. */
  withheld<Answer>(number: number, ask: (mapping: Mapping) => Answer): Answer {
    const mapping = this.#mappings[number] as Mapping;
    this.#count(number, -1);
    try {
      return ask(mapping);
    } finally {
      this.#count(number, 1);
    }
  }

  #remove(key: MappingKey): void {
    const number = this.#numberOf?.get(key);
    if (number === undefined) return;
    this.#count(number, -1);
    this.#changes++;
    this.#numberOf?.delete(key);
  }

  #add(mapping: Mapping): void {
    this.#features.read(mapping.description);
    const number = this.#index.append(this.#features.words, this.#features.wordCount);
    if (number === this.#accountOf.length) {
      this.#accountOf = grown(this.#accountOf);
      this.#isIn = grown(this.#isIn);
      this.#comparedFor = grown(this.#comparedFor);
    }
    this.#mappings[number] = mapping;
    this.#accountOf[number] = this.#findOrEnterAccount(mapping.glAccount);
    this.#numberOf?.set(mapping.key, number);
    this.#count(number, 1);
    this.#changes++;
  }

  #findOrEnterAccount(glAccount: string): number {
    const known = this.#numberOfAccount.get(glAccount);
    if (known !== undefined) return known;
    this.#numberOfAccount.set(glAccount, this.#accounts.length);
    this.#sizes.push(0);
    this.#totals.push(0);
    return this.#accounts.push(glAccount) - 1;
  }

  /** Counts a mapping in or out. */
  #count(number: number, by: 1 | -1): void {
    const account = this.#accountOf[number] as number;
    this.#features.read((this.#mappings[number] as Mapping).description);
    const { grams, gramCount } = this.#features;
    const weight = by * gramWeight(gramCount);
    for (let i = 0; i < gramCount; i++) {
      const gram = grams[i] as number;
      const frequency = (this.#gramFrequency[gram] as number) + by;
      if (frequency === (by === 1 ? 1 : 0)) this.#vocabulary += by;
      this.#gramFrequency[gram] = frequency;
      this.#counts.add(gram, account, weight);
    }
    this.#index.count(number, by);
    this.#countAccount(account, gramCount, by);
    this.#isIn[number] = by === 1 ? 1 : 0;
    this.#size += by;
    this.#state++;
  }

  #countAccount(account: number, gramCount: number, by: 1 | -1): void {
    (this.#sizes[account] as number) += by;
    (this.#totals[account] as number) += by * gramCount * gramWeight(gramCount);
  }

  /** How much rarer than in every mapping something is that `frequency` of them have: 0 for all, growing to the rare. */
  #rarity(frequency: number): number {
    return (this.#logs[this.#size + 1] as number) - (this.#logs[frequency + 1] as number);
  }

  /**
   * Naive Bayes: by account its share of the mappings times the likelihood of each gram, each gram weighted with what it
   * tells, and the weights brought to length 1, since the grams of a word overlap and are no independent witnesses.
   */
  #sharesByGrams(): Float64Array {
    const { grams, gramCount } = this.#features;
    let weights = 0;
    let squares = 0;
    for (let i = 0; i < gramCount; i++) {
      const weight = this.#weightOfGram(grams[i] as number);
      weights += weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares) || 1;
    const sums = new Float64Array(this.#accounts.length);
    for (let account = 0; account < sums.length; account++) {
      const size = this.#sizes[account] as number;
      sums[account] =
        PRIOR * (this.#logs[size] as number) -
        (weights / length) * Math.log((this.#totals[account] as number) + SMOOTHING * this.#vocabulary);
    }
    for (let i = 0; i < gramCount; i++) {
      const weight = this.#weightOfGram(grams[i] as number);
      if (weight > 0) this.#counts.addTo(sums, grams[i] as number, weight / length);
    }
    return this.#toShares(sums);
  }

  /**
   * What a gram tells of the accounts, see {@link AccountCounts.informationOf}: less where few mappings have it, since one alone
   * points to a single account by chance.
   */
  #weightOfGram(gram: number): number {
    const frequency = this.#gramFrequency[gram] as number;
    if (frequency === 0) return 0;
    if (this.#weightStates[gram] !== this.#state) {
      this.#weightStates[gram] = this.#state;
      const information =
        this.#counts.informationOf(gram, this.#sizes, this.#logs) + (this.#logs[this.#size] as number);
      this.#gramWeights[gram] = (Math.max(0, information) * frequency) / (frequency + 1);
    }
    return this.#gramWeights[gram] as number;
  }

  #toShares(sums: Float64Array): Float64Array {
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < sums.length; i++)
      if ((this.#sizes[i] as number) > 0) most = Math.max(most, sums[i] as number);
    return divideBySum(
      sums.map((sum, i) => ((this.#sizes[i] as number) > 0 ? Math.exp((sum - most) * SHARPNESS) : 0)),
    );
  }

  /** By account the votes of its mappings: the cube of the cosine. Without any, the accounts' shares of the list. */
  #sharesByVotes(): Float64Array {
    const votes = new Float64Array(this.#accounts.length);
    let hasVotes = false;
    this.#compare((number, cosine) => {
      const vote = Math.round(cosine ** 3 * VOTE);
      if (vote > 0) hasVotes = true;
      (votes[this.#accountOf[number] as number] as number) += vote;
    });
    for (let account = 0; account < votes.length; account++) {
      const size = this.#sizes[account] as number;
      if (!hasVotes) votes[account] = size;
      else if ((votes[account] as number) > 0) (votes[account] as number) /= size ** SIZE_POWER;
    }
    return divideBySum(votes);
  }

  /**
   * The mappings that share a word with the text that was read last, with the cosine between the two: words weighted by
   * rarity. Its rarest words find them, as many words as find no more than {@link MAX_COMPARED}.
   */
  #compare(visit: (number: number, cosine: number) => void): void {
    const { frequency } = this.#index;
    const words = [...this.#features.words.subarray(0, this.#features.wordCount)]
      .filter((word) => (frequency[word] as number) > 0)
      .sort((a, b) => (frequency[a] as number) - (frequency[b] as number) || a - b);
    const top = (this.#logs[this.#size + 1] as number) + 1;
    const length = Math.hypot(
      ...words.map((word) => top - (this.#logs[(frequency[word] as number) + 1] as number)),
    );
    const question = ++this.#questions;
    for (const word of words) this.#isAsked[word] = 1;
    let budget = MAX_COMPARED;
    for (const word of words) {
      budget -= frequency[word] as number;
      if (budget < 0) break;
      this.#index.forEachMapping(word, (number) => {
        if (this.#isIn[number] === 0 || this.#comparedFor[number] === question) return;
        this.#comparedFor[number] = question;
        visit(number, this.#index.similarity(number, this.#isAsked, this.#logs, top) / length);
      });
    }
    for (const word of words) this.#isAsked[word] = 0;
  }

  /** The words of a description whose grams are more frequent in the account than in the whole list, strongest first. */
  #wordsFor(description: string, account: number): string[] {
    const words = [...new Set(withoutInvisible(description).split(NO_WORD).filter(canBeReason))].slice(
      0,
      MAX_WORDS,
    );
    return words
      .map((word) => ({ word, evidence: this.#evidence(word, account) }))
      .filter(({ evidence }) => evidence > 0)
      .sort((a, b) => b.evidence - a.evidence || (a.word < b.word ? -1 : 1))
      .slice(0, MAX_REASONS)
      .map(({ word }) => word);
  }

  #evidence(word: string, account: number): number {
    this.#features.read(word);
    const { grams, gramCount } = this.#features;
    const all = this.#totals.reduce((sum, total) => sum + total, 0) + SMOOTHING * this.#vocabulary;
    const own = (this.#totals[account] as number) + SMOOTHING * this.#vocabulary;
    let evidence = 0;
    for (let i = 0; i < gramCount; i++) {
      const gram = grams[i] as number;
      const { count, sum } = this.#counts.read(gram, account);
      evidence +=
        this.#weightOfGram(gram) * (Math.log((count + SMOOTHING) / own) - Math.log((sum + SMOOTHING) / all));
    }
    return evidence;
  }

  /** A whole number up to the size of the list, and one more, has its logarithm in the table. */
  #growLogs(): void {
    if (this.#logs.length > this.#size + 1) return;
    this.#logs = Float64Array.from({ length: Math.ceil(1.25 * (this.#size + 2)) }, (_unused, i) =>
      Math.log(i),
    );
  }
}

/** What separates the words of a reason. */
const NO_WORD = /[^\p{L}\p{M}\p{Nd}]+/u;
/** Words of a description that are weighed for a reason. */
const MAX_WORDS = 32;

/** `THE` and `Ltd` stand in lines of any account: that they are alike is chance. */
function canBeReason(word: string): boolean {
  return word !== '' && !isCommonWord(normalise(word));
}

function divideBySum(values: Float64Array): Float64Array {
  const sum = values.reduce((total, value) => total + value, 0);
  return sum > 0 ? values.map((value) => value / sum) : values;
}
