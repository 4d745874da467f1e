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

/** The kind of each UTF-16 unit met so far. */
const kinds = new Uint8Array(65536);

/** The tokens of a normalised text, in order. Ideographs are letters: without a gap between them they are one token. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === LETTER || kind === DIGIT) {
      const token = tokenFrom(text, at);
      tokens.push(token);
      at = token.end;
    } else at += widthAt(text, at);
  }
  return tokens;
}

function tokenFrom(text: string, start: number): Token {
  let isCode = false;
  let end = start;
  for (let kind = kindAt(text, end); end < text.length && kind !== OTHER; kind = kindAt(text, end)) {
    if (kind === DIGIT) isCode = true;
    end += widthAt(text, end);
  }
  return { start, end, text: text.slice(start, end), isCode };
}

/** Kind of the character that begins at unit `at`. */
function kindAt(text: string, at: number): number {
  const kind = kindOfUnit(text.charCodeAt(at));
  return kind === SURROGATE ? kindOf(String.fromCodePoint(text.codePointAt(at) ?? 0)) : kind;
}

/** Number of its units. */
function widthAt(text: string, at: number): number {
  return kindOfUnit(text.charCodeAt(at)) === SURROGATE && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
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
