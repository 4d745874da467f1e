import { INVISIBLE, withoutInvisible } from './hiddenCharacters.ts';

const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;
/** Between any two characters of what is searched for. */
const GAP = `[${INVISIBLE}]*`;
/** White space within a line; U+FEFF counts as invisible, since a pattern that may take it for either can take for ever. */
const SPACES = `(?:[^\\S\\r\\n\\ufeff]${GAP})+`;

/**
 * The pattern that finds `query` in a text whatever its case, its white space, its invisible characters and the way
 * accents are composed; null for a query that shows nothing. A match never goes over a line end.
 */
export function searchPattern(query: string): RegExp | null {
  const words = withoutInvisible(query).trim();
  if (words === '') return null;
  const forms = new Set([words, words.normalize('NFC'), words.normalize('NFD')]);
  const sources = [...forms].map((form) =>
    form
      .split(/\s+/u)
      .map(patternOfWord)
      .join(GAP + SPACES),
  );
  return new RegExp(sources.join('|'), 'giu');
}

function patternOfWord(word: string): string {
  return Array.from(word, (character) => character.replace(SPECIAL, '\\$&')).join(GAP);
}
