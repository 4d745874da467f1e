import { normalise } from './normalise.ts';

/** A normalised text and where each of its units comes from in the text as typed, in UTF-16 offsets. */
export type TracedText = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Characters that NFC may join to what stands before them. */
const JOINS = /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\u{16d63}-\u{16d6a}]/u;
const WHITE_SPACE = /\s/u;

/**
 * `normalise` with the way back: a unit that came of several as typed (`e` + U+0301) has the span of all of
 * them, a space the span of its run, and all units that came of one (`İ`) the span of that one. Linear.
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

/** The span as typed of each unit after NFC and lower case. */
function matchingSpans(typed: string, length: number): readonly Span[] {
  const spans = joinedSpans(typed).flatMap((span) => {
    const units = typed
      .slice(...span)
      .normalize('NFC')
      .toLowerCase().length;
    return Array<Span>(units).fill(span);
  });
  // A newer Unicode may know further joining characters; then the whole text is one span, coarse but true.
  return spans.length === length ? spans : Array<Span>(length).fill([0, typed.length]);
}

/** Cuts before each character that joins nothing before it. */
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
