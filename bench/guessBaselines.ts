import { foldForGuess, TextFeatures } from '#engine/guess/TextFeatures.ts';
import { wordsOf } from '#engine/phrases.ts';
import type { Mapping } from '#model/mapping.ts';
import { seededRandom } from '../tests/support/random.ts';

/** Learns from a list; returns the three accounts it finds likeliest for a description, best first. */
export type Learner = (list: readonly Mapping[]) => (description: string) => readonly string[];

/** The words of a text with digits folded, each once. */
function wordSet(text: string): string[] {
  const folded = foldForGuess(text);
  return [...new Set(wordsOf(folded).map(({ start, end }) => folded.slice(start, end)))];
}

function best(scores: ReadonlyMap<string, number>): string[] {
  return [...scores]
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([glAccount]) => glAccount);
}

function countBy<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The accounts with the most mappings, whatever the description. */
export const mostFrequentAccount: Learner = (list) => {
  const answer = best(countBy(list.map(({ glAccount }) => glAccount)));
  return () => answer;
};

const ALPHA = 0.1;

/** Multinomial naive Bayes over words, with Lidstone smoothing. */
export const naiveBayesOverWords: Learner = (list) => {
  const sizes = countBy(list.map(({ glAccount }) => glAccount));
  const vocabulary = new Set<string>();
  const counts = new Map([...sizes.keys()].map((glAccount) => [glAccount, new Map<string, number>()]));
  for (const { description, glAccount } of list) {
    const own = counts.get(glAccount);
    for (const word of wordSet(description)) {
      vocabulary.add(word);
      own?.set(word, (own.get(word) ?? 0) + 1);
    }
  }
  const accounts = [...counts].map(([glAccount, own]) => {
    const total = [...own.values()].reduce((sum, count) => sum + count, 0) + ALPHA * vocabulary.size;
    return { glAccount, own, total, prior: Math.log((sizes.get(glAccount) ?? 0) / list.length) };
  });
  return (description) => {
    const words = wordSet(description).filter((word) => vocabulary.has(word));
    const score = ({ own, total, prior }: (typeof accounts)[number]) =>
      words.reduce((sum, word) => sum + Math.log(((own.get(word) ?? 0) + ALPHA) / total), prior);
    return best(new Map(accounts.map((account) => [account.glAccount, score(account)])));
  };
};

/** The accounts of the nearest mappings: cosine between the words, weighted by rarity. Else the most frequent ones. */
export const nearestMapping: Learner = (list) => {
  const texts = list.map(({ description }) => wordSet(description));
  const frequency = countBy(texts.flat());
  const square = (word: string) => (Math.log((1 + list.length) / (1 + (frequency.get(word) ?? 0))) + 1) ** 2;
  const length = (words: readonly string[]) => Math.sqrt(words.reduce((sum, word) => sum + square(word), 0));
  const lengths = texts.map(length);
  const having = new Map([...frequency.keys()].map((word) => [word, [] as number[]]));
  texts.forEach((words, i) => {
    for (const word of words) having.get(word)?.push(i);
  });
  const otherwise = mostFrequentAccount(list)('');
  return (description) => {
    const products = new Map<number, number>();
    for (const word of wordSet(description)) {
      for (const i of having.get(word) ?? []) products.set(i, (products.get(i) ?? 0) + square(word));
    }
    const nearest = new Map<string, number>();
    for (const [i, product] of products) {
      const glAccount = list[i]?.glAccount ?? '';
      nearest.set(glAccount, Math.max(nearest.get(glAccount) ?? 0, product / (lengths[i] ?? 1)));
    }
    return [...new Set([...best(nearest), ...otherwise])].slice(0, 3);
  };
};

/** Each text once for every account, in this many rounds; more change less than one guess in a hundred. */
const ROUNDS = 20;
/** What a text that is on the wrong side costs, against the length of the weights. */
const COST = 1;

type Sparse = { readonly places: readonly number[]; readonly values: readonly number[] };

/** Linear support vector machines over grams weighted by rarity, one for each account against all others, with a constant. */
export const linearOverGrams: Learner = (list) => {
  const vectorOf = gramVectors(list);
  const random = seededRandom(1);
  const shuffled = list.map((mapping) => ({ mapping, at: random() })).sort((a, b) => a.at - b.at);
  const vectors = shuffled.map(({ mapping }) => vectorOf(mapping.description));
  const size = 1 + vectors.reduce((most, { places }) => Math.max(most, ...places), 0);
  const accounts = [...new Set(list.map(({ glAccount }) => glAccount))].map((glAccount) => ({
    glAccount,
    weights: separate(
      vectors,
      shuffled.map(({ mapping }) => (mapping.glAccount === glAccount ? 1 : -1)),
      size,
    ),
  }));
  return (description) => {
    const vector = vectorOf(description);
    return best(new Map(accounts.map(({ glAccount, weights }) => [glAccount, product(weights, vector)])));
  };
};

/** Reads texts as vectors of length 1 with a constant 1 before them; grams that the list does not have are left out. */
function gramVectors(list: readonly Mapping[]): (text: string) => Sparse {
  const features = new TextFeatures();
  const gramsOf = (text: string) => {
    features.read(text);
    return [...features.grams.subarray(0, features.gramCount)];
  };
  const frequency = countBy(list.flatMap(({ description }) => gramsOf(description)));
  const placeOf = new Map([...frequency.keys()].map((gram, i) => [gram, i + 1]));
  return (text) => {
    const grams = gramsOf(text).filter((gram) => frequency.has(gram));
    const values = grams.map((gram) => Math.log((1 + list.length) / (1 + (frequency.get(gram) ?? 0))) + 1);
    const length = Math.hypot(...values) || 1;
    return {
      places: [0, ...grams.map((gram) => placeOf.get(gram) ?? 0)],
      values: [1, ...values.map((value) => value / length)],
    };
  };
}

/**
 * The weights that separate the texts of side 1 from those of side -1: dual coordinate descent over the squared hinge
 * loss. The texts must be in no order.
 */
function separate(vectors: readonly Sparse[], sides: readonly number[], size: number): Float64Array {
  const weights = new Float64Array(size);
  const alphas = new Float64Array(vectors.length);
  const ridge = 1 / (2 * COST);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, vector] of vectors.entries()) {
      const [side, alpha] = [sides[i] as number, alphas[i] as number];
      const gradient = side * product(weights, vector) - 1 + alpha * ridge;
      const next = Math.max(0, alpha - gradient / (2 + ridge));
      if (next === alpha) continue;
      alphas[i] = next;
      const { places, values } = vector;
      for (let at = 0; at < places.length; at++)
        (weights[places[at] as number] as number) += (next - alpha) * side * (values[at] as number);
    }
  }
  return weights;
}

function product(weights: Float64Array, { places, values }: Sparse): number {
  let sum = 0;
  for (let at = 0; at < places.length; at++)
    sum += (weights[places[at] as number] as number) * (values[at] as number);
  return sum;
}
