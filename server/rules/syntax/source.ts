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
type Place = { readonly line: number; readonly column: number };

/** A text being read, and the place of each of its characters in the file. */
export type Source = { readonly text: string; place(offset: number): Place };

/** A whole file. */
export function fileSource(text: string): Source {
  return { text, place: (offset) => placeIn(text, offset) };
}

/** A text whose characters are at `offsets` in `file` (one more than it has characters). */
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

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  '/': '/',
  "'": "'",
  '"': '"',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export type StringLiteral = {
  readonly value: string;
  /** Offset behind the closing quote. */
  readonly end: number;
  /** Offset of each character of the value in the source, and, last, of the closing quote. */
  readonly offsets: readonly number[];
};

/** Reads the quoted text whose opening quote (single or double) is at `start`. */
export function readStringLiteral(source: Source, start: number): StringLiteral {
  const { text } = source;
  const quote = text[start];
  const offsets: number[] = [];
  let value = '';
  let at = start + 1;
  while (text[at] !== quote) {
    const character = text[at];
    if (character === undefined || character === '\n') refuse(source, start, 'this string does not end');
    offsets.push(at);
    const piece = character === '\\' ? readEscape(source, at) : { value: character, length: 1 };
    value += piece.value;
    at += piece.length;
  }
  offsets.push(at);
  return { value, end: at + 1, offsets };
}

function readEscape(source: Source, at: number): { value: string; length: number } {
  const letter = source.text[at + 1] ?? '';
  const plain = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (plain !== undefined) return { value: plain, length: 2 };
  const code = source.text.slice(at + 2, at + 6);
  if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(code)) {
    return { value: String.fromCharCode(Number.parseInt(code, 16)), length: 6 };
  }
  return refuse(source, at, `unknown escape "\\${letter}"; a backslash itself is written "\\\\"`);
}
