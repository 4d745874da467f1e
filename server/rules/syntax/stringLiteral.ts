import { refuse, type Source } from './source.ts';

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
  /** Where each character of the value stands in the source, and, last, the closing quote. */
  readonly offsets: readonly number[];
};

/** Reads the quoted text whose opening quote (single or double) stands at `start`. */
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
