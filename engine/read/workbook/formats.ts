import { format, isDateFormat } from 'numfmt';
import { readAmount } from '../../amounts.ts';
import type { ReadBudget } from '../ReadBudget.ts';
import { readXml, type XmlHandler } from '../XmlStream.ts';

/** Excel computes with so many digits. */
const DIGITS = 15;
/** Longer formats than a spreadsheet takes are read as none. */
const MAX_FORMAT = 255;
const DAY_MS = 86_400_000;
/** Days between the two beginnings of time that workbooks may have. */
const DAYS_TO_1904 = 1462;

/**
 * Formats that need no definition in a workbook, by their numbers (ECMA-376, 18.8.30), as far as they are no dates. Those
 * of dates, which read alike here, are {@link BUILT_IN_DATES}.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  46: '[h]:mm:ss',
  48: '##0.0E+0',
};
const BUILT_IN_DATES = [
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 47, 50, 51, 52, 53, 54, 55,
  56, 57, 58,
];

/** How the numbers of one cell style are shown. */
type NumberFormat =
  | { readonly kind: 'general' }
  | { readonly kind: 'date' }
  | { readonly kind: 'code'; readonly code: string };

const GENERAL: NumberFormat = { kind: 'general' };

/** A number of a sheet. `text`: its value; `shown`: as the sheet has it, where that is something else. */
export type FormattedNumber = { readonly text: string; readonly shown: string | null };

/** The number formats of a workbook, by the numbers of its cell styles. */
export class NumberFormats {
  readonly #byStyle: readonly NumberFormat[];
  readonly #is1904: boolean;

  constructor(styles: Uint8Array, is1904: boolean, budget: ReadBudget) {
    this.#byStyle = readStyles(styles, budget);
    this.#is1904 = is1904;
  }

  /**
   * Dates are `2026-03-31`, whatever their format. What the sheet shows is taken for the value too, unless it is a number
   * and another one (`#,##0` shows 1234.56 as 1,235).
   */
  read(stored: string, style: string | undefined): FormattedNumber {
    const number = Number(stored);
    if (stored.trim() === '' || !Number.isFinite(number)) return { text: stored, shown: null };
    const text = String(Number(number.toPrecision(DIGITS)));
    const how = this.#byStyle[Number(style ?? 0)] ?? GENERAL;
    if (how.kind === 'general') return { text: plainDigits(number, text), shown: null };
    if (how.kind === 'date') return { text: this.#dateText(number), shown: null };
    const shown = shownText(how.code, number);
    if (shown === null || shown === text) return { text, shown: null };
    return isSameNumber(shown, number) ? { text: shown, shown: null } : { text, shown };
  }

  #dateText(serial: number): string {
    if (serial >= 0 && serial < 1) return timeText(serial);
    const days = this.#is1904 ? serial + DAYS_TO_1904 : serial;
    // Excel counts a 29 February 1900, which there was not.
    const date = new Date(Math.round(((days < 61 ? days + 1 : days) - 25_569) * 86_400) * 1000);
    if (Number.isNaN(date.getTime())) return String(serial);
    const [day = '', time = ''] = date.toISOString().split('T');
    return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
  }
}

function timeText(share: number): string {
  return new Date(Math.round((share * DAY_MS) / 1000) * 1000).toISOString().slice(11, 16);
}

/** Whole numbers without an exponent. */
function plainDigits(number: number, text: string): string {
  return text.includes('e') && Number.isInteger(number) ? BigInt(number).toString() : text;
}

function shownText(code: string, number: number): string | null {
  try {
    return format(code, number, { nbsp: false }).trim();
  } catch {
    return null;
  }
}

/** Whether a text is a number, and this one: a code such as 6100-01 or GL6100 is none, and counts as it is shown. */
function isSameNumber(shown: string, number: number): boolean {
  if (!/\d/.test(shown)) return false;
  // As nearly all are written: without this, amounts of a large sheet take as long as the rest of it.
  if (Number(shown.replaceAll(',', '')) === number) return true;
  const values = (['.', ','] as const).map((decimal) => readAmount(shown, decimal));
  if (values.every((value) => value === null)) return true;
  return values.some((value) => value !== null && Number(value.units) / 10 ** value.decimals === number);
}

function readStyles(styles: Uint8Array, budget: ReadBudget): readonly NumberFormat[] {
  const codes = new Map<number, string>(Object.entries(BUILT_IN).map(([id, code]) => [Number(id), code]));
  const dates = new Set(BUILT_IN_DATES);
  const byStyle: NumberFormat[] = [];
  let isInCells = false;
  const open: XmlHandler['open'] = (name, attributes) => {
    if (name === 'numFmt') {
      const { numFmtId = '', formatCode = '' } = attributes();
      dates.delete(Number(numFmtId));
      codes.set(Number(numFmtId), formatCode);
    } else if (name === 'cellXfs' || name === 'cellStyleXfs') isInCells = name === 'cellXfs';
    else if (name === 'xf' && isInCells) {
      const id = Number(attributes()['numFmtId'] ?? 0);
      byStyle.push(dates.has(id) ? { kind: 'date' } : formatOf(codes.get(id) ?? ''));
    }
  };
  readXml(styles, { open }, budget);
  return byStyle;
}

function formatOf(code: string): NumberFormat {
  if (code === '' || code === '@' || code.length > MAX_FORMAT || /^general$/i.test(code)) return GENERAL;
  // Hours beyond a day are a length, not a date.
  return isDateFormat(code) && !/\[[hms]+\]/i.test(code) ? { kind: 'date' } : { kind: 'code', code };
}
