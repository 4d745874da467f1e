const SPACE_RUNS = /\s+/gu;
const KEY_CHARACTERS = /[.#$/[\]]/g;

/**
 * The form in which descriptions and keywords are compared (docs: matching): NFC, lower case, every run of
 * white space one space, trimmed, then each of `. # $ / [ ]` replaced by `_` one for one, so that an entry
 * known only by its database key matches too.
 */
export function normalise(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(SPACE_RUNS, ' ').trim().replace(KEY_CHARACTERS, '_');
}
