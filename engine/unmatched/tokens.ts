import { isPartOfPayment } from '#model/commonWords.ts';
import { foldedUnits } from '../normalise.ts';

/** A run of letters and digits without a gap, in a normalised text. UTF-16 offsets, `end` excluded. */
export type Token = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Has a digit: a number or a reference code (`m12ab3`), which varies from line to line. */
  readonly isCode: boolean;
};

/** Kinds of characters. A mark goes on with a token, and begins none. */
const UNKNOWN = 0;
const OTHER = 1;
const LETTER = 2;
const DIGIT = 3;
const MARK = 4;
const SURROGATE = 5;
/** The first trailing surrogate; the others differ from it in the last ten bits. */
const TRAILING = 0xdc00;

/** The kind of each UTF-16 unit met so far. */
const kinds = new Uint8Array(65536);

/** The tokens of a normalised text, in order. Ideographs are letters: without a gap between them they are one token. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  reader.readNormalised(text);
  while (reader.next()) {
    const { start, end, isCode } = reader;
    tokens.push({ start, end, text: text.slice(start, end), isCode });
  }
  return tokens;
}

/** The tokens that can be part of a name, in order: neither codes nor common words, nor a `bank` in `BANK TRANSFER`. */
export function nameWords(tokens: readonly Token[], isCommon: (word: string) => boolean): Token[] {
  return tokens.filter(
    ({ text, isCode }, i) => !isCode && !isCommon(text) && !isPartOfPayment(text, tokens[i + 1]?.text),
  );
}

/** Reads the tokens of a text one by one, without a string for each: {@link tokensOf} for long lists. */
export class TokenReader {
  /** The token read last, in {@link units}. */
  start = 0;
  end = 0;
  isCode = false;
  /** The units of the normalised text, and others behind it. */
  units = new Uint16Array(256);
  #length = 0;

  /** Begins a text as typed. */
  readTyped(text: string): void {
    const units = foldedUnits(text);
    this.#reserve(units.length);
    this.units.set(units);
    this.#begin(units.length);
  }

  /** Begins a normalised text. */
  readNormalised(text: string): void {
    this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.units[i] = text.charCodeAt(i);
    this.#begin(text.length);
  }

  /** Goes to the next token; false where there is none. */
  next(): boolean {
    let at = this.end;
    while (at < this.#length && !beginsToken(this.#kindAt(at))) at += this.#widthAt(at);
    this.start = at;
    this.isCode = false;
    for (; at < this.#length; at += this.#widthAt(at)) {
      const kind = this.#kindAt(at);
      if (kind === OTHER) break;
      if (kind === DIGIT) this.isCode = true;
    }
    this.end = at;
    return at > this.start;
  }

  /** The token read last, as a string. */
  text(): string {
    return String.fromCharCode(...this.units.subarray(this.start, this.end));
  }

  #reserve(length: number): void {
    if (this.units.length < length) this.units = new Uint16Array(2 * length);
  }

  #begin(length: number): void {
    this.#length = length;
    this.end = 0;
  }

  /** Kind of the character that begins at unit `at`. */
  #kindAt(at: number): number {
    const kind = kindOfUnit(this.units[at] as number);
    if (kind !== SURROGATE) return kind;
    return kindOf(String.fromCharCode(...this.units.subarray(at, at + this.#widthAt(at))));
  }

  /** Number of its units. */
  #widthAt(at: number): number {
    if (kindOfUnit(this.units[at] as number) !== SURROGATE || at + 1 === this.#length) return 1;
    return ((this.units[at + 1] as number) & 0xfc00) === TRAILING ? 2 : 1;
  }
}

/** Reads for {@link tokensOf}: one array for all texts. */
const reader = new TokenReader();

function beginsToken(kind: number): boolean {
  return kind === LETTER || kind === DIGIT;
}

/** A leading surrogate stands for its pair; one alone is no letter. */
function kindOfUnit(unit: number): number {
  const known = kinds[unit] as number;
  if (known !== UNKNOWN) return known;
  const kind = unit >= 0xd800 && unit <= 0xdbff ? SURROGATE : kindOf(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (/\p{L}/u.test(character)) return LETTER;
  if (/\p{Nd}/u.test(character)) return DIGIT;
  return /\p{M}/u.test(character) ? MARK : OTHER;
}
