/** What separates the decimals of an amount from its whole part. */
export type DecimalSign = '.' | ',';

/** An amount as a whole number of units of its last decimal: `12.50` has 1250 units of 2 decimals. */
export type Amount = { readonly units: bigint; readonly decimals: number };

/** An amount without its sign: digits, points, commas. `decides`: the decimal sign, where its form leaves no choice. */
type Unsigned = {
  readonly isNegative: boolean;
  readonly body: string;
  readonly decides: DecimalSign | 'none' | 'either';
};

/** Blanks, apostrophes of Swiss thousands, and currency signs or codes before or after the number. */
const BLANKS = /[\s\u00a0\u202f'\u2019]/g;
const CURRENCY = /^([+-]?)(?:\p{Sc}|[A-Z]{3})|(?:\p{Sc}|[A-Z]{3})([+-]?)$/gu;
const BODY = /^[\d.,]*\d[\d.,]*$/;
const MINUS = /[\u2212\u2012\u2013\uff0d]/g;

/**
 * Reads one amount with a known decimal sign; null where the text is none. Minus before or after the number, brackets,
 * currency signs and codes, and thousands set apart by the other sign, blanks or apostrophes are understood.
 *
 * ```ts
 * readAmount('(1.234,50)', ','); // { units: -123450n, decimals: 2 }
 * ```
 */
export function readAmount(text: string, decimal: DecimalSign): Amount | null {
  const parts = unsigned(text);
  if (parts === null) return null;
  const { body, isNegative } = parts;
  const at = body.lastIndexOf(decimal);
  const whole = at < 0 ? body : body.slice(0, at);
  const fraction = at < 0 ? '' : body.slice(at + 1);
  if (whole.includes(decimal) || /\D/.test(fraction) || !isGrouped(whole, decimal)) return null;
  const units = BigInt(`${whole.replace(/\D/g, '') || '0'}${fraction}`);
  return { units: isNegative ? -units : units, decimals: fraction.length };
}

/**
 * The decimal sign of a column of amounts, decided by all its cells together: cells such as `1.5`, `1,234.5` and
 * `1.234.567` leave no choice, of which the majority counts; `1.234` alone could be either. Null where nothing decides.
 */
export function findDecimalSign(cells: Iterable<string>): DecimalSign | null {
  const votes = { '.': 0, ',': 0 };
  for (const cell of cells) {
    const decides = unsigned(cell)?.decides;
    if (decides === '.' || decides === ',') votes[decides]++;
  }
  if (votes['.'] === votes[',']) return null;
  return votes['.'] > votes[','] ? '.' : ',';
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
    const most = Math.max(decimals, this.#decimals);
    this.#units = scaled(this.#units, most - this.#decimals) + scaled(units, most - decimals);
    this.#decimals = most;
  }
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

/** The number without what stands around it; null where the text is no amount. */
function unsigned(text: string): Unsigned | null {
  let rest = text.trim().replace(MINUS, '-');
  const isBracketed = rest.startsWith('(') && rest.endsWith(')');
  if (isBracketed) rest = rest.slice(1, -1).trim();
  rest = rest.replace(BLANKS, '').replace(CURRENCY, '$1$2').replace(CURRENCY, '$1$2');
  const [, before = '', body = '', after = ''] = /^([+-]?)(.*?)([+-]?)$/.exec(rest) ?? [];
  if (!BODY.test(body) || (before !== '' && after !== '')) return null;
  const isMinus = before === '-' || after === '-';
  if (isBracketed && isMinus) return null;
  return { isNegative: isBracketed || isMinus, body, decides: decidedBy(body) };
}

/** Which decimal sign the form of a number leaves. */
function decidedBy(body: string): Unsigned['decides'] {
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
