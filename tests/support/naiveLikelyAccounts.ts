import { gramBucket, wordBucket } from '#engine/guess/TextFeatures.ts';
import { wordsOf } from '#engine/phrases.ts';
import { isUsable, type Mapping } from '#model/mapping.ts';

type Guess = { readonly glAccount: string; readonly share: number };

/** The words of a text and, as text, its grams: what `TextFeatures` reads, said plainly. */
export function naiveFeatures(text: string): { words: string[]; grams: string[] } {
  const folded = text
    .slice(0, 1024)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{Nd}/gu, '0');
  const words = wordsOf(folded);
  const runs: { start: number; end: number }[] = [];
  for (const { start, end } of words) {
    const last = runs.at(-1);
    if (last?.end === start) last.end = end;
    else runs.push({ start, end });
  }
  return {
    words: [...new Set(words.map(({ start, end }) => folded.slice(start, end)))],
    grams: [...new Set(runs.flatMap(({ start, end }) => gramsOf(` ${folded.slice(start, end)} `)))],
  };
}

function gramsOf(run: string): string[] {
  if (run.length <= 4) return [run];
  return Array.from({ length: run.length - 3 }, (_unused, i) => run.slice(i, i + 4));
}

/** The three likeliest accounts by the formulas of docs/likely-accounts.md, with a loop over the list for each number. */
export function guessNaively(list: readonly Mapping[], description: string): Guess[] {
  const texts = list.filter(isUsable).map((mapping) => ({ mapping, ...bucketsOf(mapping.description) }));
  const asked = bucketsOf(description);
  if (texts.length === 0 || asked.grams.length === 0) return [];
  const accounts = [...new Set(texts.map(({ mapping }) => mapping.glAccount))];
  const byGrams = gramShares(texts, accounts, asked.grams);
  const byVotes = voteShares(texts, accounts, asked.words);
  return accounts
    .map((glAccount, i) => ({
      glAccount,
      share: Math.round((0.35 * (byGrams[i] ?? 0) + 0.65 * (byVotes[i] ?? 0)) * 1e9) / 1e9,
    }))
    .sort((a, b) => b.share - a.share || (a.glAccount < b.glAccount ? -1 : 1))
    .slice(0, 3);
}

type ReadText = {
  readonly mapping: Mapping;
  readonly words: readonly number[];
  readonly grams: readonly number[];
};

/** Two words or grams with one bucket are one to the learner, so they are to the plain reference. */
function bucketsOf(text: string) {
  const { words, grams } = naiveFeatures(text);
  return { words: [...new Set(words.map(wordBucket))], grams: [...new Set(grams.map(gramBucket))] };
}

function gramShares(
  texts: readonly ReadText[],
  accounts: readonly string[],
  asked: readonly number[],
): number[] {
  const vocabulary = new Set(texts.flatMap(({ grams }) => grams)).size;
  const frequency = (gram: number) => texts.filter(({ grams }) => grams.includes(gram)).length;
  const known = asked.filter((gram) => frequency(gram) > 0);
  const weightOf = ({ grams }: ReadText) =>
    grams.length === 0 ? 0 : Math.max(1, Math.round(64 / Math.sqrt(grams.length)));
  const ownTexts = accounts.map((account) => texts.filter(({ mapping }) => mapping.glAccount === account));
  const countOf = (own: readonly ReadText[], gram: number) =>
    sum(own.filter(({ grams }) => grams.includes(gram)).map(weightOf));
  const weights = known.map((gram) => {
    const all = countOf(texts, gram);
    const divergence = ownTexts.map((own) => {
      const share = countOf(own, gram) / all;
      return share === 0 ? 0 : share * Math.log(share / (own.length / texts.length));
    });
    return (Math.max(0, sum(divergence)) * frequency(gram)) / (frequency(gram) + 1);
  });
  const length = Math.sqrt(sum(weights.map((weight) => weight ** 2))) || 1;
  const logs = ownTexts.map((own) => {
    const total = sum(own.map((text) => weightOf(text) * text.grams.length));
    const evidence = known.map(
      (gram, i) =>
        ((weights[i] ?? 0) / length) * Math.log((countOf(own, gram) + 8) / (8 * (total + 8 * vocabulary))),
    );
    return 0.25 * Math.log(own.length) + sum(evidence);
  });
  const most = Math.max(...logs);
  return shares(logs.map((log) => Math.exp(4 * (log - most))));
}

function voteShares(
  texts: readonly ReadText[],
  accounts: readonly string[],
  asked: readonly number[],
): number[] {
  const frequency = (word: number) => texts.filter(({ words }) => words.includes(word)).length;
  const weight = (word: number) => Math.log((1 + texts.length) / (1 + frequency(word))) + 1;
  const lengthOf = (words: readonly number[]) => Math.sqrt(sum(words.map((word) => weight(word) ** 2)));
  const known = asked.filter((word) => frequency(word) > 0);
  const votes = accounts.map((glAccount) => {
    const own = texts.filter(({ mapping }) => mapping.glAccount === glAccount);
    const cubes = own.map(({ words }) => {
      const shared = words.filter((word) => known.includes(word));
      if (shared.length === 0) return 0;
      const cosine = lengthOf(shared) ** 2 / (lengthOf(known) * lengthOf(words));
      return Math.round(cosine ** 3 * 2 ** 30);
    });
    return sum(cubes) / own.length ** 0.2;
  });
  if (votes.some((vote) => vote > 0)) return shares(votes);
  return shares(
    accounts.map((account) => texts.filter(({ mapping }) => mapping.glAccount === account).length),
  );
}

function shares(values: readonly number[]): number[] {
  const all = sum(values);
  return values.map((value) => (all > 0 ? value / all : 0));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
