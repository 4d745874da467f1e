import { withoutInvisible } from '#model/hiddenCharacters.ts';
import type { KeywordTable } from '../keywords.ts';

/** Stands before the first and behind every text, and in place of characters that no phrase may contain. */
export const BARRIER = 0;

/** Many texts in one array; text i is `units[starts[i]]` up to, not including, the barrier before `starts[i + 1]`. */
export type UnitTexts = { readonly units: Uint16Array; readonly starts: Int32Array };

const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const SPACE_RUNS = /\s+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here.
const UNSTORABLE = /[\0-\x1f\x7f]|\p{Cs}/gu;

/**
 * Whether a description is of printable ASCII and single spaces, as most are. Its upper case then corresponds character by
 * character to the form that the classifier compares, and is made in a tenth of the time.
 */
export function isPlain(description: string): boolean {
  return PLAIN.test(description);
}

/**
 * The form in which phrases are looked for: without invisible characters, upper case, every run of white space one space,
 * trimmed. Barriers stand for control characters and lone surrogates: keys cannot hold them, so no phrase may.
 */
export function upperForm(description: string): string {
  if (isPlain(description)) return description.toUpperCase();
  const upper = withoutInvisible(description).toUpperCase().replace(SPACE_RUNS, ' ').trim();
  return upper.replace(UNSTORABLE, '\0');
}

/** The order of two texts by UTF-16 code units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Lays texts side by side. */
export function layOut(texts: readonly string[]): UnitTexts {
  const units = new Uint16Array(texts.reduce((sum, text) => sum + text.length + 1, 1));
  const starts = new Int32Array(texts.length + 1);
  let at = 1;
  for (const [i, text] of texts.entries()) {
    starts[i] = at;
    for (let j = 0; j < text.length; j++) units[at++] = text.charCodeAt(j);
    at++;
  }
  starts[texts.length] = at;
  return { units, starts };
}

/** The texts of a table with barriers between them. In them U+FFFF, which is no character, stands for U+0000. */
export function layOutTable(table: KeywordTable): UnitTexts {
  const units = new Uint16Array((table.starts[table.count] as number) + table.count + 1);
  const starts = new Int32Array(table.count + 1);
  let at = 1;
  for (let k = 0; k < table.count; k++) {
    starts[k] = at;
    const end = table.starts[k + 1] as number;
    for (let i = table.starts[k] as number; i < end; i++) units[at++] = table.units[i] || 0xffff;
    at++;
  }
  starts[table.count] = at;
  return { units, starts };
}

/** Texts that are read in about a millisecond. */
const TEXTS_PER_STEP = 4096;

/** Does the work for each of `count` texts and yields every few thousand. */
export function* eachText(count: number, work: (text: number) => unknown): Generator<void, void> {
  for (let text = 0; text < count; text++) {
    work(text);
    if (text % TEXTS_PER_STEP === 0) yield;
  }
}
