import { foldForGuess } from '#engine/guess/TextFeatures.ts';
import { wordsOf } from '#engine/phrases.ts';
import type { Mapping } from '#model/mapping.ts';

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
