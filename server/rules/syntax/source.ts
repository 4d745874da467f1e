/** A rules text that can't be used: outside the supported language, or wrong. Names the place. */
export class RulesSyntaxError extends Error {
  readonly line: number;
  readonly column: number;
  /** What is wrong, without the place. */
  readonly detail: string;

  constructor(place: Place, detail: string) {
    super(`line ${place.line}, column ${place.column}: ${detail}`);
    this.name = 'RulesSyntaxError';
    this.line = place.line;
    this.column = place.column;
    this.detail = detail;
  }
}

/** A place in a rules file; both count from 1. */
export type Place = { readonly line: number; readonly column: number };

/** A text being read, and where each of its characters stands in the file. */
export type Source = { readonly text: string; place(offset: number): Place };

/** A whole file. */
export function fileSource(text: string): Source {
  return { text, place: (offset) => placeIn(text, offset) };
}

/** A text that stands in `file` character by character at `offsets` (one more than it has characters). */
export function embeddedSource(text: string, file: Source, offsets: readonly number[]): Source {
  return { text, place: (offset) => file.place(offsets[offset] ?? offsets.at(-1) ?? 0) };
}

/** Ends the reading of `source` with an error at `offset`. */
export function refuse(source: Source, offset: number, detail: string): never {
  throw new RulesSyntaxError(source.place(offset), detail);
}

function placeIn(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
