import { beginsPhrase, endsPhrase } from '../analysis/characters.ts';

/** A word of a text: a run of letters or of digits, or one ideograph. UTF-16 offsets, `end` excluded. */
export type Word = { readonly start: number; readonly end: number };

/** The words of a text, in order: phrases begin and end with one, as in the keyword analysis. */
export function wordsOf(text: string): Word[] {
  // Both neighbours of every unit are looked at: a barrier stands before the first and after the last.
  const units = new Uint16Array(text.length + 2);
  for (let i = 0; i < text.length; i++) units[i + 1] = text.charCodeAt(i);
  const words: Word[] = [];
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    if (start < 0 && beginsPhrase(units, i + 1)) start = i;
    if (start >= 0 && endsPhrase(units, i + 2)) {
      words.push({ start, end: i + 1 });
      start = -1;
    }
  }
  return words;
}
