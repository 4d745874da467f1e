import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { normalise, traceNormalise } from '../normalise.ts';
import { type SharedPhrase, sharedPhrases, type WeightedText } from './sharedPhrases.ts';

/** Rows that share a phrase, which could be their keyword. */
export type PhraseGroup = {
  /** As typed in the first of the rows. */
  readonly phrase: string;
  /** Indices of the descriptions, ascending. */
  readonly rows: readonly number[];
};

export type PhraseGroups = {
  /** Largest first; a row is in one group at most. */
  readonly groups: readonly PhraseGroup[];
  /** Rows that share no phrase with another. */
  readonly alone: readonly number[];
};

/**
 * Phrases of many rows are settled before those of a few: the longest phrase of all is most often one that two
 * rows share by chance. The first step is that of the keyword analysis: more than ten.
 */
export const STEPS = [11, 4, 2] as const;
const HAS_LETTER = /\p{L}/u;

/**
 * Groups descriptions by the longest phrase they share. In each of the {@link STEPS}, the longest phrase of whole
 * words that so many of the rows left have takes its rows, then the next longest of what is left (ties: more rows,
 * then alphabetical by code unit). Phrases are compared as the classifier compares; one that is too short for a
 * keyword or has no letter is none. Near-linear in the total number of words.
 */
export function groupByPhrase(descriptions: readonly string[]): PhraseGroups {
  const { texts, rowsOf } = distinct(descriptions);
  const phrases = rank(texts, sharedPhrases(texts));
  const isLeft = new Uint8Array(texts.length).fill(1);
  const groups: PhraseGroup[] = [];
  for (const least of STEPS) {
    for (const phrase of phrases) {
      if (phrase.weight < least) continue;
      const left = phrase.texts.filter((text) => isLeft[text] === 1);
      if (weightOf(texts, left) < least) continue;
      for (const text of left) isLeft[text] = 0;
      const rows = left.flatMap((text) => rowsOf[text] ?? []).sort((a, b) => a - b);
      groups.push({ phrase: asTyped(descriptions[rows[0] ?? 0] ?? '', phrase.words), rows });
    }
  }
  const alone = rowsOf.filter((_, text) => isLeft[text] === 1).flat();
  return {
    groups: groups.sort((a, b) => b.rows.length - a.rows.length),
    alone: alone.sort((a, b) => a - b),
  };
}

type RankedPhrase = { readonly words: string; readonly weight: number; readonly texts: readonly number[] };

function distinct(descriptions: readonly string[]): { texts: WeightedText[]; rowsOf: number[][] } {
  const byText = new Map<string, number[]>();
  descriptions.forEach((description, row) => {
    const text = normalise(description);
    const rows = byText.get(text);
    if (rows) rows.push(row);
    else byText.set(text, [row]);
  });
  return {
    texts: [...byText].map(([text, rows]) => ({ text, weight: rows.length })),
    rowsOf: [...byText.values()],
  };
}

function rank(texts: readonly WeightedText[], phrases: readonly SharedPhrase[]): RankedPhrase[] {
  return phrases
    .map(({ text, start, end, texts: of }) => ({
      words: texts[text]?.text.slice(start, end) ?? '',
      weight: weightOf(texts, of),
      texts: of,
    }))
    .filter(({ words }) => nonSpaceLength(words) >= MIN_KEYWORD_LENGTH && HAS_LETTER.test(words))
    .sort((a, b) => b.words.length - a.words.length || b.weight - a.weight || (a.words < b.words ? -1 : 1));
}

function weightOf(texts: readonly WeightedText[], of: readonly number[]): number {
  return of.reduce((sum, text) => sum + (texts[text]?.weight ?? 0), 0);
}

/** The words of a normalised phrase as they stand in a description. */
function asTyped(description: string, words: string): string {
  const traced = traceNormalise(description);
  const at = traced.text.indexOf(words);
  return description.slice(traced.starts[at], traced.ends[at + words.length - 1]);
}
