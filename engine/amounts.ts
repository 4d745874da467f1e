/** What separates the decimals of an amount from its whole part. */
export type DecimalSign = '.' | ',';

/** An amount as a whole number of units of its last decimal: `12.50` has 1250 units of 2 decimals. */
export type Amount = { readonly units: bigint; readonly decimals: number };

/** Which way money went, as the bank sees its customer's account. */
export type Side = 'in' | 'out';

/** An amount with its currency: an ISO code, or the sign where that means several (`$`, `kr`); empty where it has none. */
export type Money = Amount & { readonly currency: string };

/** How the cells of one column write amounts, decided by all of them together. */
export type Convention = {
  readonly decimal: DecimalSign;
  /** What an amount without a mark is, where only those of one side have one, as in statements of credit cards. */
  readonly unmarked: Side | null;
};

/** A cell as it is written. `body`: digits, points, commas. */
type Written = {
  readonly isNegative: boolean;
  /** A plus stands beside the number. */
  readonly isPositive: boolean;
  readonly side: Side | null;
  readonly currency: string;
  readonly body: string;
};

/** No amount is longer. */
const MAX_LENGTH = 60;
/** What only directs the text, in Arabic and Hebrew cells. */
const INVISIBLE = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
/** The decimal sign of Arabic digits. */
const ARABIC_POINT = '\u066b';
const MINUS = /[\u2212\u2012-\u2015\u25b3\u25b2]/g;
/** The first digits of the scripts whose digits are read: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
/** Thousands set apart by blanks of any width, or by the apostrophes of Switzerland. */
const GROUPS_APART = /^\d{1,3}(?:[\s'\u2019]\d{3})+(?=$|[.,])/;
const BODY = /^[\d.,]*\d[\d.,]*$/;
const PLAIN = /^-?\d[\d.,]*$/;
/** `45.-` and `45,--` have no cents. */
const NO_CENTS = /^[.,]-{1,2}/;

/** Marks of the sides beside a number; those of one letter only stand behind it. */
const MARKS: Readonly<Record<string, Side>> = {
  cr: 'in',
  crdt: 'in',
  haben: 'in',
  dr: 'out',
  dbit: 'out',
  soll: 'out',
};
const LETTER_MARKS: Readonly<Record<string, string>> = { C: 'cr', H: 'haben', D: 'dr', S: 'soll' };

/** ISO 4217 codes. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether money of a currency has thousandths, as dinars do: three digits behind a sign may be these. */
export function hasThousandths(code: string): boolean {
  if (!CURRENCY_CODES.has(code)) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  return format.resolvedOptions().maximumFractionDigits === 3;
}

/** Words and signs for currencies, in lower case and without a point at the end. Signs of one currency alone are below. */
const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  us$: 'USD',
  a$: 'AUD',
  au$: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  nz$: 'NZD',
  hk$: 'HKD',
  s$: 'SGD',
  nt$: 'TWD',
  mx$: 'MXN',
  r$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '￡': 'GBP',
  '￥': '¥',
  '₩': 'KRW',
  '₪': 'ILS',
  '₹': 'INR',
  '₽': 'RUB',
  '₴': 'UAH',
  '₺': 'TRY',
  kč: 'CZK',
  zł: 'PLN',
  ft: 'HUF',
  kr: 'kr',
  fr: 'CHF',
  sfr: 'CHF',
  tl: 'TRY',
  лв: 'BGN',
  р: 'RUB',
  руб: 'RUB',
  грн: 'UAH',
  lei: 'RON',
  円: 'JPY',
  元: 'CNY',
  원: 'KRW',
};

/**
 * Reads one amount with a known decimal sign; null where the text is none. Understood are: a minus before or after the
 * number, triangles and brackets; currency signs, words and codes; marks of the side (`CR`, `DR`, `H`, `S`); thousands set
 * apart by the other sign, blanks or apostrophes; full-width, Arabic and Indian digits. What came in is positive.
 *
 * ```ts
 * readAmount('(1.234,50)', ','); // { units: -123450n, decimals: 2, currency: '' }
 * ```
 */
export function readAmount(text: string, decimal: DecimalSign): Money | null {
  return readAmountBy(text, { decimal, unmarked: null });
}

/** The same, of a column of which the convention is known. */
export function readAmountBy(text: string, convention: Convention): Money | null {
  return moneyOf(readWritten(text), convention);
}

function moneyOf(written: Written | null, { decimal, unmarked }: Convention): Money | null {
  if (written === null) return null;
  const { body, currency, side, isNegative, isPositive } = written;
  const at = body.lastIndexOf(decimal);
  const whole = at < 0 ? body : body.slice(0, at);
  const fraction = at < 0 ? '' : body.slice(at + 1);
  if (whole.includes(decimal) || /\D/.test(fraction) || !isGrouped(whole, decimal)) return null;
  const units = BigInt(`${whole.replace(/\D/g, '') || '0'}${fraction}`);
  const isOut = isNegative || (side ?? (isPositive ? 'in' : unmarked)) === 'out';
  return { units: isOut ? -units : units, decimals: fraction.length, currency };
}

/** Whether a cell says that there is no amount: nothing, or the dash of a spreadsheet, with its currency or without. */
export function isBlankAmount(text: string): boolean {
  if (text === '' || text.length > MAX_LENGTH) return text === '';
  return /^-*$/.test(plainCharacters(text).replace(/[\s\p{Sc}]/gu, ''));
}

/** Whether a cell is written as money: numbers alone may as well be references. */
export function isWrittenAsMoney(text: string): boolean {
  const written = readWritten(text);
  if (written === null) return false;
  const { body, isNegative, side, currency } = written;
  return isNegative || side !== null || currency !== '' || /[.,]/.test(body) || text.includes('+');
}

/** What the cells of a column decide together. `decimal`: null where nothing decides it; `isMarked`: some name their side. */
type Decided = Pick<Convention, 'unmarked'> & {
  readonly decimal: DecimalSign | null;
  readonly isMarked: boolean;
};

/** The convention of a column of amounts. */
export function findConvention(cells: readonly string[]): Decided {
  const votes = { '.': 0, ',': 0 };
  const sides = { in: 0, out: 0 };
  for (const cell of cells) {
    const written = readWritten(cell);
    if (written === null) continue;
    const decides = cell.includes(ARABIC_POINT) ? '.' : decidedBy(written.body);
    if (decides === '.' || decides === ',') votes[decides]++;
    if (written.side) sides[written.side]++;
  }
  const decimal = votes['.'] === votes[','] ? null : votes['.'] > votes[','] ? '.' : ',';
  const isMarked = sides.in + sides.out > 0;
  if (sides.in > 0 === sides.out > 0) return { decimal, isMarked, unmarked: null };
  return { decimal, isMarked, unmarked: sides.in > 0 ? 'out' : 'in' };
}

/**
 * The decimal sign of a column of amounts, decided by all its cells together: cells such as `1.5`, `1,234.5` and
 * `1.234.567` leave no choice, of which the majority counts; `1.234` alone could be either. Null where nothing decides.
 */
export function findDecimalSign(cells: readonly string[]): DecimalSign | null {
  return findConvention(cells).decimal;
}

/** Adds amounts exactly, whatever their decimals. */
export class AmountSum {
  #units = 0n;
  #decimals = 0;

  /** Units of the last decimal. */
  get amount(): Amount {
    return { units: this.#units, decimals: this.#decimals };
  }

  add({ units, decimals }: Amount): void {
    if (decimals === this.#decimals) {
      this.#units += units;
      return;
    }
    const most = Math.max(decimals, this.#decimals);
    this.#units = scaled(this.#units, most - this.#decimals) + scaled(units, most - decimals);
    this.#decimals = most;
  }
}

/** The sum of some amounts, exact. */
export function sumOf(...amounts: readonly Amount[]): Amount {
  const sum = new AmountSum();
  for (const amount of amounts) sum.add(amount);
  return sum.amount;
}

/** An amount with the other sign. */
export function negated({ units, decimals }: Amount): Amount {
  return { units: -units, decimals };
}

/** An amount as text, with at least so many decimals, and no thousands set apart: `-1234,50`. */
export function amountText({ units, decimals }: Amount, decimal: DecimalSign, least = 0): string {
  const places = Math.max(decimals, least);
  const digits = String(scaled(units < 0n ? -units : units, places - decimals)).padStart(places + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}${decimal}${digits.slice(-places)}`;
}

function scaled(units: bigint, places: number): bigint {
  return places === 0 ? units : units * 10n ** BigInt(places);
}

/** The cell taken apart; null where it is no amount. */
function readWritten(text: string): Written | null {
  if (text === '' || text.length > MAX_LENGTH) return null;
  // As most are written.
  if (PLAIN.test(text)) {
    const isNegative = text.startsWith('-');
    const body = isNegative ? text.slice(1) : text;
    return { isNegative, isPositive: false, side: null, currency: '', body };
  }
  const plain = plainCharacters(text);
  const [, front = '', number = '', behind = ''] = /^(\D*)(\d(?:.*\d)?)(\D*)$/s.exec(plain) ?? [];
  if (number === '') return null;
  const [, before = '', point = ''] = /^(.*?)((?<!\p{L})[.,])?$/su.exec(front) ?? [];
  const [, stop = '', after = ''] = /^([.,](?=$|[\s)-]))?(.*)$/s.exec(behind.replace(NO_CENTS, '')) ?? [];
  const body = point + withoutGroups(number) + stop;
  const around = readAround(before, after);
  if (around === null || !BODY.test(body)) return null;
  return { ...around, body };
}

/** The same text in ASCII as far as digits, signs and brackets go. */
function plainCharacters(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(MINUS, '-')
    .replaceAll(ARABIC_POINT, '.')
    .replace(/[\u066c\u060c]/g, ',')
    .replace(/(?!\d)\p{Nd}/gu, digitOf)
    .trim();
}

function digitOf(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}

function withoutGroups(number: string): string {
  return GROUPS_APART.test(number) ? number.replace(/[\s'\u2019]/g, '') : number;
}

type Around = Pick<Written, 'isNegative' | 'isPositive' | 'side' | 'currency'>;

/** What stands before and after a number; null where that is more than a sign, brackets, a currency and a mark. */
function readAround(before: string, after: string): Around | null {
  const isNegative = readSign(before, after);
  const words = [...wordsOf(before), ...wordsOf(after).map((word) => LETTER_MARKS[word] ?? word)];
  const sides = new Set(words.flatMap((word) => MARKS[plainWord(word)] ?? []));
  const currencies = new Set(words.flatMap((word) => currencyOf(word) ?? []));
  if (
    isNegative === null ||
    !words.every((word) => MARKS[plainWord(word)] !== undefined || currencyOf(word) !== null)
  )
    return null;
  const [[side = null], [currency = '']] = [[...sides], [...currencies]];
  // Two sides deny each other, as do a minus and a credit.
  const isDenied = sides.size > 1 || currencies.size > 1 || (isNegative && side === 'in');
  return isDenied ? null : { isNegative, isPositive: (before + after).includes('+'), side, currency };
}

/** Whether a minus or brackets stand around a number; null where they contradict each other. */
function readSign(before: string, after: string): boolean | null {
  const signs = (before + after).replace(/[^+-]/g, '');
  const brackets = (before + after).replace(/[^()]/g, '');
  const isBracketed = brackets === '()' && before.includes('(') && after.includes(')');
  if (signs.length > 1 || (brackets !== '' && (!isBracketed || signs !== ''))) return null;
  return isBracketed || signs === '-';
}

/** A word as it is looked up. */
function plainWord(word: string): string {
  return word.toLowerCase().replace(/\.$/, '');
}

function wordsOf(affix: string): readonly string[] {
  return affix.match(/[^\s()+-]+/gu) ?? [];
}

function currencyOf(word: string): string | null {
  if (CURRENCY_CODES.has(word)) return word;
  return CURRENCY_WORDS[plainWord(word)] ?? (/^\p{Sc}$/u.test(word) ? word : null);
}

/** Words for a currency that stand in headings alone. */
const HEADING_WORDS: Readonly<Record<string, string>> = { euro: 'EUR', euros: 'EUR', yen: 'JPY' };

/** The currency that a word of a heading names: an ISO code, or a sign that means several; null for none. */
export function currencyNamed(word: string): string | null {
  return HEADING_WORDS[plainWord(word)] ?? currencyOf(word);
}

/** Which decimal sign the form of a number leaves. */
function decidedBy(body: string): DecimalSign | 'none' | 'either' {
  const signs = body.replace(/\d/g, '');
  if (signs === '') return 'none';
  const last = signs.at(-1) as DecimalSign;
  const other = last === '.' ? ',' : '.';
  // Two different signs: the last one. The same sign twice sets thousands apart.
  if (signs.includes(other)) return signs.indexOf(last) === signs.length - 1 ? last : other;
  if (signs.length > 1) return other;
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(body) ? 'either' : last;
}

/** Whether the whole part has no signs, or groups of three digits set apart; Indian groups of two before the last. */
function isGrouped(whole: string, decimal: DecimalSign): boolean {
  if (/^\d*$/.test(whole)) return true;
  const groups = whole.split(decimal === '.' ? ',' : '.');
  const [first = '', ...rest] = groups;
  const last = rest.at(-1) ?? '';
  const isWestern = rest.every((group) => group.length === 3) && first.length <= 3;
  const isIndian = rest.slice(0, -1).every((group) => group.length === 2) && first.length <= 2;
  return first !== '' && last.length === 3 && (isWestern || isIndian);
}
