/**
 * Characters that nobody sees: controls, format characters (also those that turn the direction of the text around),
 * line and paragraph separators, private and half characters, blanks that look like nothing. They make one name look
 * like another, or steer a terminal.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

/**
 * Those of them that are no part of a name: soft hyphens, zero widths, marks of direction. Two texts that differ only in
 * these read the same, so comparing drops them; what is stored and shown keeps them, since some languages need them.
 */
export const INVISIBLE = String.raw`\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff`;
const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}]+`, 'g');

/** The first hidden character in `text`, as its code point (`U+202E`); undefined when there is none. */
export function hiddenCharacterIn(text: string): string | undefined {
  const found = HIDDEN.exec(text);
  return found === null ? undefined : codePointOf(found[0]);
}

/**
 * The same for an address, in which none is to be either that lower case makes a plain letter of: with the Kelvin sign for
 * its k it would be taken for another.
 */
export function hiddenCharacterInAddress(address: string): string | undefined {
  const found = Array.from(address).find((c) => c > '\x7f' && /[\0-\x7f]/.test(c.toLowerCase()));
  return found === undefined ? hiddenCharacterIn(address) : codePointOf(found);
}

/** `text` without hidden characters. */
export function withoutHidden(text: string): string {
  return text.replace(ALL_HIDDEN, '');
}

/** `text` as it is compared and searched: without {@link INVISIBLE} characters. */
export function withoutInvisible(text: string): string {
  return text.replace(ALL_INVISIBLE, '');
}

/** Whether nobody sees anything in `text`: neither a letter nor a sign. */
export function isBlankText(text: string): boolean {
  return withoutInvisible(text).trim() === '';
}

/** `text` with its hidden characters written out as in JSON (`\u202e`), for a terminal or a log line. Line ends stay. */
export function withHiddenEscaped(text: string): string {
  return text.replace(ALL_HIDDEN, (character) => {
    if (character === '\n') return character;
    const units = Array.from({ length: character.length }, (_, n) => character.charCodeAt(n));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/** The same on one line, for a sentence that quotes what anybody may have written. */
export function onOneLine(text: string): string {
  return withHiddenEscaped(text.replaceAll('\n', '\\n'));
}

/** The code point of a character as it is usually written: `U+202E`. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
