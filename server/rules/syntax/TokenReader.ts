import { refuse, type Source } from './source.ts';

type Token =
  | { readonly kind: 'name'; readonly text: string; readonly at: number }
  | { readonly kind: 'symbol'; readonly text: string; readonly at: number }
  | { readonly kind: 'string'; readonly value: string; readonly at: number }
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'end'; readonly at: number };

// The longest first: `<=` must not be read as `<`.
const SYMBOLS = [...['&&', '||', '==', '!=', '<=', '>='], ...'<>!+-*/%?:,.;=()[]{}'];
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const NAME = /[A-Za-z_$][A-Za-z0-9_$]*/y;
const NUMBER = /[0-9]+(\.[0-9]+)?/y;
/** Without a backslash, which our rules need nowhere: a string ends at the next quote. */
const STRING = /(["'])((?:(?!\1)[^\\\n])*)\1/y;
const PATH_SEGMENT = /[A-Za-z0-9_~%@+-][A-Za-z0-9_.~%@+-]*/y;
const REGEX = /\/((?:[^\\/\n\r\u2028\u2029]|\\.)+)\//y;

/**
 * Reads a rules text token by token. A slash is ambiguous (division, path or regular expression), so the
 * parser, which knows the expected form, calls the reader of that form itself.
 */
export class TokenReader {
  readonly source: Source;
  #position = 0;
  #ahead: Token | undefined;

  constructor(source: Source) {
    this.source = source;
  }

  /** The next token, not yet taken. */
  peek(): Token {
    this.#ahead ??= this.#scan();
    return this.#ahead;
  }

  take(): Token {
    const token = this.peek();
    this.#ahead = undefined;
    return token;
  }

  /** Takes the symbol or name `text` if it comes next. */
  accept(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.take();
    return true;
  }

  isNext(text: string): boolean {
    const token = this.peek();
    return (token.kind === 'symbol' || token.kind === 'name') && token.text === text;
  }

  expect(text: string): Token {
    if (!this.isNext(text)) this.unexpected(`"${text}"`);
    return this.take();
  }

  expectName(what: string): { readonly text: string; readonly at: number } {
    const token = this.peek();
    if (token.kind !== 'name') this.unexpected(what);
    this.take();
    return token;
  }

  expectString(what: string): { readonly value: string; readonly at: number } {
    const token = this.peek();
    if (token.kind !== 'string') this.unexpected(what);
    this.take();
    return token;
  }

  /** Refuses the next token. */
  unexpected(wanted: string): never {
    const token = this.peek();
    return refuse(this.source, token.at, `expected ${wanted} but found ${describe(token)}`);
  }

  /** Whether the character right after the last token taken is `character`: no white space between. */
  touches(character: string): boolean {
    const at = this.#ahead ? this.#ahead.at : this.#position;
    return this.source.text[at] === character && !this.#spaceBefore(at);
  }

  /** Takes the plain text of one path segment. */
  takePathSegment(): string {
    this.#putBack();
    const segment = this.#match(PATH_SEGMENT)?.[0];
    return segment ?? refuse(this.source, this.#position, 'expected a path segment');
  }

  /** Takes `/pattern/`; the slash is the token that comes next. */
  takeRegex(): string {
    this.#putBack();
    const pattern = this.#match(REGEX)?.[1];
    return pattern ?? refuse(this.source, this.#position, 'this regular expression does not end');
  }

  #putBack(): void {
    if (this.#ahead) this.#position = this.#ahead.at;
    this.#ahead = undefined;
  }

  #spaceBefore(at: number): boolean {
    return /\s/.test(this.source.text[at - 1] ?? ' ');
  }

  #scan(): Token {
    this.#match(SPACE);
    const at = this.#position;
    const { text } = this.source;
    if (at >= text.length) return { kind: 'end', at };
    const name = this.#match(NAME)?.[0];
    if (name !== undefined) return { kind: 'name', text: name, at };
    if (text[at] === '"' || text[at] === "'") return this.#scanString(at);
    return this.#scanNumber(at) ?? this.#scanSymbol(at);
  }

  #scanString(at: number): Token {
    const value = this.#match(STRING)?.[2];
    if (value === undefined) refuse(this.source, at, 'this string does not end, or has a backslash');
    return { kind: 'string', value, at };
  }

  #scanNumber(at: number): Token | undefined {
    const found = this.#match(NUMBER);
    return found ? { kind: 'number', value: Number(found[0]), at } : undefined;
  }

  #scanSymbol(at: number): Token {
    const text = SYMBOLS.find((symbol) => this.source.text.startsWith(symbol, at));
    if (text === undefined) refuse(this.source, at, `unexpected character "${this.source.text[at]}"`);
    this.#position = at + text.length;
    return { kind: 'symbol', text, at };
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.source.text);
    if (found) this.#position = pattern.lastIndex;
    return found;
  }
}

function describe(token: Token): string {
  if (token.kind === 'end') return 'the end';
  if (token.kind === 'name' || token.kind === 'symbol') return `"${token.text}"`;
  return token.kind === 'string' ? `the string "${token.value}"` : `the number ${token.value}`;
}
