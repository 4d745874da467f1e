/** A rules text that can't be used: outside the supported language, or wrong. Names the place. */
export class RulesSyntaxError extends Error {
  override readonly name = 'RulesSyntaxError';

  /**
   * @param place `line:column` in a file; in rules as JSON the keys that lead there, for an expression with `:column`
   * @param detail what is wrong, without the place
   */
  constructor(
    readonly place: string,
    readonly detail: string,
  ) {
    super(`${place}: ${detail}`);
  }
}

/** A text being read: a file, or one expression of rules as JSON, to which the keys of `rule` lead. */
export type Source = { readonly text: string; readonly rule?: string };

/** Ends the reading of `source` with an error at `offset`. */
export function refuse(source: Source, offset: number, detail: string): never {
  throw new RulesSyntaxError(placeIn(source, offset), detail);
}

/** Lines and columns count from 1. */
function placeIn({ text, rule }: Source, offset: number): string {
  if (rule !== undefined) return `${rule}:${offset + 1}`;
  const before = text.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
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
};

/** Reads the quoted text whose opening quote (single or double) is at `start`. */
export function readStringLiteral(source: Source, start: number): StringLiteral {
  const { text } = source;
  const quote = text[start];
  let value = '';
  let at = start + 1;
  while (text[at] !== quote) {
    const character = text[at];
    if (character === undefined || character === '\n') refuse(source, start, 'this string does not end');
    const piece = character === '\\' ? readEscape(source, at) : { value: character, length: 1 };
    value += piece.value;
    at += piece.length;
  }
  return { value, end: at + 1 };
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
