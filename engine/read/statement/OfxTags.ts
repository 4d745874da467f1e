import type { ReadBudget } from '../ReadBudget.ts';
import { DamagedStatementError } from './entries.ts';

/** A tag, and the text up to the next one: the value of a field. `line`: of the tag, from 1. */
export type OfxTag = {
  readonly name: string;
  readonly isEnd: boolean;
  readonly value: string;
  readonly line: number;
};

/** UTF-16 units between two tags; more means that the file is something else. */
const LONGEST = 1 << 18;
const TAG = /^<(\/?)([A-Za-z][\w.]*)(?:\s[^<>]*)?(\/?)>/;
const CDATA = '<![CDATA[';
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Cuts the text of an OFX file, which comes in pieces, into tags; the header above the first tag is passed over. */
export class OfxTags {
  readonly #budget: ReadBudget;
  #text = '';
  #line = 1;
  /** The tag whose value is being read. */
  #open: Omit<OfxTag, 'value'> | null = null;
  #value = '';

  constructor(budget: ReadBudget) {
    this.#budget = budget;
  }

  /** The line that was reached. */
  get line(): number {
    return this.#line;
  }

  /** The tags whose values are complete with this piece. */
  *read(piece: string): Generator<OfxTag> {
    this.#text += piece;
    yield* this.#cut(false);
    this.#checkLength(this.#text);
  }

  /** The last tag. */
  *end(): Generator<OfxTag> {
    yield* this.#cut(true);
    this.#value += this.#text;
    this.#advance(this.#text);
    this.#text = '';
    yield* this.#finish();
  }

  *#cut(isLast: boolean): Generator<OfxTag> {
    const text = this.#text;
    let at = 0;
    for (;;) {
      const less = text.indexOf('<', at);
      if (less < 0) break;
      this.#takeText(text.slice(at, less));
      at = less;
      const length = this.#markupLength(text, less, isLast);
      if (length === null) break;
      const markup = text.slice(less, less + length);
      const tag = TAG.exec(markup);
      if (tag) {
        yield* this.#finish();
        this.#budget.take('fields', 1);
        this.#open = { name: (tag[2] ?? '').toUpperCase(), isEnd: tag[1] === '/', line: this.#line };
        if (tag[3] === '/') yield* this.#finish();
      } else if (markup.startsWith(CDATA))
        this.#value += markup.slice(CDATA.length, -3).replaceAll('&', '&amp;');
      else if (!/^<[!?]/.test(markup)) this.#value += markup;
      this.#advance(markup);
      at += markup.length;
    }
    this.#text = text.slice(at);
  }

  /** Length of the markup that begins at `at`, 1 for a character that is text; null where more is needed to know it. */
  #markupLength(text: string, at: number, isLast: boolean): number | null {
    for (const [start, end] of [
      ['<!--', '-->'],
      [CDATA, ']]>'],
      ['<?', '?>'],
    ] as const) {
      if (!text.startsWith(start, at)) continue;
      const close = text.indexOf(end, at + start.length);
      if (close >= 0) return close + end.length - at;
      if (isLast) throw new DamagedStatementError('ofx', this.#line, `“${start}” is never closed`);
      return null;
    }
    const other = text.indexOf('<', at + 1);
    const markup = text.slice(at, other < 0 ? text.length : other);
    const end = markup.indexOf('>') + 1;
    if (end === 0 && other < 0 && !isLast) return null;
    return end > 0 && /^<(\/?[A-Za-z]|!)/.test(markup) ? end : 1;
  }

  #takeText(text: string): void {
    if (this.#open) this.#value += text;
    this.#advance(text);
    this.#checkLength(this.#value);
  }

  #checkLength(text: string): void {
    if (text.length > LONGEST)
      throw new DamagedStatementError('ofx', this.#line, 'a text has more than 250,000 characters');
  }

  #advance(text: string): void {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line++;
  }

  *#finish(): Generator<OfxTag> {
    const open = this.#open;
    this.#open = null;
    const value = this.#value.trim();
    this.#value = '';
    if (open) yield { ...open, value: open.isEnd ? '' : decodeEntities(value) };
  }
}

/** A lone `&` stays: few banks write it as an entity. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
