/** JSON whose numbers JavaScript can keep. */

/** What begins like a number that may be lost: 16 digits or more, an exponent, or minus nought. Also found in texts. */
const MAY_BE_LOST = /(?:^|[\s,:[])-?(?:[\d.]{16,}|\d[\d.]*[eE]|(?<=-)0(?:[\s,\]}.]|$))/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads JSON as `JSON.parse` does, without a number that would come back as another one: `9007199254740993` as
 * 9007199254740992, `1e400` as null, `-0` as 0.
 * @throws SyntaxError for what is no JSON; LostNumber
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const lost = MAY_BE_LOST.test(text) ? lostNumberIn(text) : undefined;
  if (lost !== undefined) throw new LostNumber(lost, value);
  return value;
}

/** A number in well-formed JSON that would not come back as it was sent. */
export class LostNumber extends SyntaxError {
  override readonly name = 'LostNumber';
  /** @param value what `JSON.parse` makes of the text */
  constructor(
    literal: string,
    readonly value: unknown,
  ) {
    super(`The number ${literal.slice(0, 40)} cannot be stored without a change.`);
  }
}

/**
 * Whether a decimal number, as JSON writes it, is the shortest text of a double, but for the notation: it then comes back
 * as the same number. Not so `9007199254740993`, `1e400` and `-0`.
 */
export function isKept(literal: string): boolean {
  const number = Number(literal);
  if (!Number.isFinite(number) || Object.is(number, -0)) return false;
  return magnitudeOf(literal) === magnitudeOf(String(number));
}

/** `12.50` and `1.25e1` as `125e-1`; undefined for a text that is no decimal number. */
function magnitudeOf(literal: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(literal) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutTrailingNoughts(digits);
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** A loop: a regular expression for the end takes time that grows with the square of the noughts before it. */
function withoutTrailingNoughts(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** The first number outside the texts of well-formed JSON that is not kept. */
function lostNumberIn(text: string): string | undefined {
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    const lost = text
      .slice(at, end)
      .match(NUMBER)
      ?.find((literal) => !isKept(literal));
    if (lost !== undefined) return lost;
    at = endOfText(text, end + 1);
  }
  return undefined;
}

/** Where a JSON text goes on behind its closing quotation mark. @param at behind the opening one */
function endOfText(text: string, at: number): number {
  for (let from = at; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}
