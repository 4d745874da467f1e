/** JSON of which JavaScript can keep everything. */

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const COLON = 0x3a;
/** No request is deeper; so many names are held at most. */
const MAX_NAMED_DEPTH = 100;
const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads JSON as `JSON.parse` does, without a number that would come back as another one: `9007199254740993` as
 * 9007199254740992, `1e400` as null, `-0` as 0; and without an object of which a member would be lost: `{"a":1,"a":2}`.
 * @throws SyntaxError for what is no JSON; LossyJson
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isWrittenAs(value, text)) return value;
  const lost = lostNumberIn(text);
  if (lost !== undefined)
    throw new LossyJson(`The number ${lost.slice(0, 40)} cannot be stored without a change.`, value);
  if (countNames(text) !== countMembers(value))
    throw new LossyJson(`${repeatedIn(text)} in one object.`, value);
  return value;
}

/** Whether `JSON.stringify` writes the text: then nothing of it is lost, without a look at its parts. So the SDK sends. */
function isWrittenAs(value: unknown, text: string): boolean {
  try {
    return JSON.stringify(value) === text;
  } catch (error) {
    if (error instanceof RangeError) return false; // deeper than its stack
    throw error;
  }
}

/** Well-formed JSON that would not come back as it was sent. */
export class LossyJson extends SyntaxError {
  override readonly name = 'LossyJson';
  /** @param value what `JSON.parse` makes of the text */
  constructor(
    reason: string,
    readonly value: unknown,
  ) {
    super(reason);
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
  for (const [begin, end] of partsBetweenTexts(text)) {
    const lost = text
      .slice(begin, end)
      .match(NUMBER)
      ?.find((literal) => !isKept(literal));
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/** Names of members in well-formed JSON: each has a colon behind it. */
function countNames(text: string): number {
  let count = 0;
  for (const [begin, end] of partsBetweenTexts(text))
    for (let at = begin; at < end; at++) if (text.charCodeAt(at) === COLON) count++;
  return count;
}

/** Members of all objects in `root`. Without recursion, since the depth is the sender's choice. */
function countMembers(root: unknown): number {
  let count = 0;
  const open: object[] = [[root]];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const children: unknown[] = Object.values(value);
    if (!Array.isArray(value)) count += children.length;
    for (const child of children) if (typeof child === 'object' && child !== null) open.push(child);
  }
  return count;
}

/** Names the first member that stands twice, as far as it is not too deep. */
function repeatedIn(text: string): string {
  /** Names so far of the objects around, the innermost last; an array has none. */
  const around: Set<unknown>[] = [];
  let endOfPart = 0;
  for (const [begin, end] of partsBetweenTexts(text)) {
    const part = text.slice(begin, end);
    if (part.trimStart().startsWith(':')) {
      const name: unknown = JSON.parse(text.slice(endOfPart, begin));
      const names = around.at(-1);
      if (names?.has(name)) return `The member ${JSON.stringify(name).slice(0, 100)} stands twice`;
      names?.add(name);
    }
    if (!followBrackets(part, around)) break;
    endOfPart = end;
  }
  return 'A member stands twice';
}

/** Enters and leaves objects and arrays; false where they are too deep. */
function followBrackets(part: string, around: Set<unknown>[]): boolean {
  for (const mark of part) {
    if (mark === '{' || mark === '[') around.push(new Set());
    if (mark === '}' || mark === ']') around.pop();
    if (around.length > MAX_NAMED_DEPTH) return false;
  }
  return true;
}

/** What well-formed JSON has before, between and behind its texts. */
function* partsBetweenTexts(text: string): Generator<readonly [begin: number, end: number]> {
  for (let begin = 0; begin < text.length; ) {
    const quote = text.indexOf('"', begin);
    const end = quote < 0 ? text.length : quote;
    yield [begin, end];
    begin = endOfText(text, end + 1);
  }
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

/** Whether JSON is an object, and no list. */
export function isRecord(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
