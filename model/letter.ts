import { withoutInvisible } from './hiddenCharacters.ts';

/** The tab under which a mapping is listed. */
export type Letter = (typeof LETTERS)[number];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** What does not begin with a letter from A to Z is listed here, É and digits included. */
const OTHER = '#';
/** In the order of the tabs. */
export const LETTERS: readonly string[] = [...ALPHABET, OTHER];

/** The tab of a description: its first character that can be seen, if it is one of A to Z in either case. */
export function letterOf(description: string): Letter {
  // Composed, since an É may also be stored as E and an accent.
  const first = withoutInvisible(description).trimStart().slice(0, 2).normalize('NFC').charAt(0);
  return /[a-z]/i.test(first) ? first.toUpperCase() : OTHER;
}
