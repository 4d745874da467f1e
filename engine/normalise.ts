const SPACE_RUNS = /\s+/gu;
const KEY_CHARACTERS = /[.#$/[\]]/g;

/**
 * The form in which descriptions and keywords are compared (design, §4): NFC, lower case, every run of white space one
 * space, trimmed, then each of `. # $ / [ ]` replaced by `_`. The last step makes an entry that is known only by its
 * database key match too, since keys have the same replacement.
 *
 * @example
 * normalise(' ACME\tLtd.'); // 'acme ltd_'
 */
export function normalise(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(SPACE_RUNS, ' ').trim().replace(KEY_CHARACTERS, '_');
}

/** A normalised text and, for each of its units, the span of the text as typed that it comes from (UTF-16 offsets). */
export type TracedText = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Characters that NFC may join to the character before them. */
const JOINS = /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\u{16d63}-\u{16d6a}]/u;
const WHITE_SPACE = /\s/u;

/**
 * {@link normalise} with offsets into the text as typed. A unit made of several typed units (`e` + U+0301) has the span
 * of all of them, a space has the span of its run of white space, and all units made of one typed unit (`İ`) have the
 * span of that unit. Linear in the text.
 */
export function traceNormalise(typed: string): TracedText {
  const lowered = typed.normalize('NFC').toLowerCase();
  const spans = matchingSpans(typed, lowered.length);
  const starts: number[] = [];
  const ends: number[] = [];
  let inRun = true;
  for (let i = 0; i < lowered.length; i++) {
    const [start, end] = spans[i] ?? [0, typed.length];
    const space = WHITE_SPACE.test(lowered.charAt(i));
    if (space && inRun) {
      if (ends.length > 0) ends[ends.length - 1] = end;
    } else {
      starts.push(start);
      ends.push(end);
    }
    inRun = space;
  }
  const text = normalise(typed);
  return { text, starts: starts.slice(0, text.length), ends: ends.slice(0, text.length) };
}

type Span = readonly [start: number, end: number];

/** For each unit of the text in NFC and lower case, `length` in all, its span as typed. */
function matchingSpans(typed: string, length: number): readonly Span[] {
  const spans = joinedSpans(typed).flatMap((span) => {
    const units = typed
      .slice(...span)
      .normalize('NFC')
      .toLowerCase().length;
    return Array<Span>(units).fill(span);
  });
  // A newer Unicode version may have joining characters that JOINS lacks. Then every unit gets the whole text as its span.
  return spans.length === length ? spans : Array<Span>(length).fill([0, typed.length]);
}

/** Cuts the text before each character that does not join the one before it. */
function joinedSpans(typed: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let at = 0;
  for (const character of typed) {
    if (at > start && !JOINS.test(character)) {
      spans.push([start, at]);
      start = at;
    }
    at += character.length;
  }
  if (at > start) spans.push([start, at]);
  return spans;
}
