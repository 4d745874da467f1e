import type { SkippedLine } from '#model/fileReading.ts';
import { amountText, type DecimalSign, findDecimalSign, readAmount } from '../../amounts.ts';
import { rowLabel } from '../amounts/rowLabels.ts';
import type { SourceRow } from '../csv.ts';
import type { ReadBudget } from '../ReadBudget.ts';
import {
  DamagedStatementError,
  dateText,
  FEE_COLUMN,
  joinTexts,
  plainText,
  type StatementBalance,
  type StatementReader,
  toRow,
} from './entries.ts';
import { TextLines } from './TextLines.ts';

/** Codes of fields: of payments, splits, investments and accounts. */
const FIELDS = /^[DTUCNPMALSE$%FXYIQO#BKR&@1-9]/;
/** Lists of categories, classes and the like hold no payments. */
const LISTS = /^!Type:\s*(Cat|Class|Memorized|Security|Prices|Budget|Invitem|Template|Tag)/i;

type Entry = {
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
  readonly account: string;
  readonly isTrade: boolean;
};

/**
 * Reads QIF, the exchange format of Quicken: one field in a line, named by its first character, and `^` behind each
 * record. Whether day or month comes first, and what separates decimals, all records decide together; what they leave
 * open stays as it is written. A payment split into categories is one line with its total, and its parts in a further cell.
 */
export class QifReader implements StatementReader {
  readonly skipped: SkippedLine[] = [];
  readonly balances: StatementBalance[] = [];
  readonly #lines: TextLines;
  readonly #entries: Entry[] = [];
  #section: 'payments' | 'trades' | 'account' | 'list' = 'payments';
  #account = '';
  #start = 0;
  #fields = new Map<string, string>();

  constructor(budget: ReadBudget) {
    this.#lines = new TextLines(budget);
  }

  read(piece: string): SourceRow[] {
    for (const line of this.#lines.read(piece)) this.#take(line);
    return [];
  }

  end(): SourceRow[] {
    for (const line of this.#lines.end()) this.#take(line);
    const read = this.#entries.length;
    this.#finish();
    // Every record ends with a line of its own, the last one too.
    const [cut] = this.#entries.slice(read);
    if (cut) this.skipped.push({ line: cut.line, text: '', reason: 'cut-off' });
    const rows = rowsOf(this.#entries);
    for (const [i, { account, fields }] of this.#entries.entries()) {
      const isFirst = this.#entries[i - 1]?.account !== account;
      const [, , amount = ''] = rows[i]?.cells ?? [];
      if (isFirst && isOpening(fields, account))
        this.balances.push({ kind: 'opening', account, currency: '', amount });
    }
    return rows;
  }

  #take(raw: string): void {
    const line = raw.trim();
    if (line === '') return;
    if (line.startsWith('!') && this.#fields.size === 0) this.#beginSection(line);
    else if (line.startsWith('^')) this.#finish();
    else if (this.#section !== 'list') this.#setField(line);
  }

  #beginSection(line: string): void {
    if (/^!Account/i.test(line)) this.#section = 'account';
    else if (LISTS.test(line)) this.#section = 'list';
    else if (/^!Type:\s*Invst/i.test(line)) this.#section = 'trades';
    else if (/^!Type/i.test(line)) this.#section = 'payments';
    const isPassedOver = this.#section === 'list' && /^!Type/i.test(line);
    if (isPassedOver) this.skipped.push({ line: this.#lines.number, text: line, reason: 'no-payment' });
  }

  #setField(line: string): void {
    if (!FIELDS.test(line)) {
      throw new DamagedStatementError(
        'qif',
        this.#lines.number,
        `“${line.slice(0, 40)}” begins with no field of QIF`,
      );
    }
    if (this.#fields.size === 0) this.#start = this.#lines.number;
    const code = line.charAt(0);
    const value = line.slice(1).trim();
    // Address lines and splits come several times.
    const list = code === 'A' ? 'address' : /[SE$%]/.test(code) ? 'splits' : null;
    const former = list && this.#fields.get(list);
    const between = code === 'S' ? '; ' : code === 'A' ? ', ' : ' ';
    if (list !== null) this.#fields.set(list, former ? `${former}${between}${value}` : value);
    if (!this.#fields.has(code)) this.#fields.set(code, value);
  }

  #finish(): void {
    const fields = this.#fields;
    this.#fields = new Map();
    if (this.#section === 'account') this.#account = fields.get('N') ?? '';
    if (this.#section === 'account' || this.#section === 'list' || fields.size === 0) return;
    const isTrade = this.#section === 'trades';
    const hasAmount = fields.has('T') || fields.has('U') || isTrade;
    if (!fields.has('D') || !hasAmount) {
      const missing = fields.has('D') ? 'amount (T)' : 'date (D)';
      throw new DamagedStatementError('qif', this.#start, `a record has no ${missing}`);
    }
    this.#entries.push({ line: this.#start, fields, account: this.#account, isTrade });
  }
}

/** Quicken writes the opening balance as a first payment, from the account to itself. */
function isOpening(fields: Entry['fields'], account: string): boolean {
  const [, own] = /^\[(.*)\]$/.exec(fields.get('L') ?? '') ?? [];
  return (
    rowLabel(fields.get('P') ?? '') === 'balance' && own !== undefined && (account === '' || own === account)
  );
}

function rowsOf(entries: readonly Entry[]): SourceRow[] {
  const decimal = findDecimalSign(entries.map(writtenAmount));
  const dayFirst = isDayFirst(entries.map(({ fields }) => fields.get('D') ?? ''));
  return entries.map((entry) => rowOf(entry, decimal, dayFirst));
}

function writtenAmount({ fields }: Entry): string {
  return fields.get('T') ?? fields.get('U') ?? '';
}

function rowOf(entry: Entry, decimal: DecimalSign | null, dayFirst: boolean | null): SourceRow {
  const { line, fields, account, isTrade } = entry;
  const trade = isTrade ? `${fields.get('N') ?? ''} ${fields.get('Y') ?? ''}` : '';
  const row = toRow({
    line,
    date: dateOf(fields.get('D') ?? '', dayFirst),
    amount: amountOf(entry, decimal),
    currency: '',
    description: joinTexts(trade, fields.get('P'), fields.get('M')) || plainText(fields.get('L')),
    counterparty: plainText(fields.get('P')),
    reference: isTrade ? '' : plainText(fields.get('N')),
    account,
  });
  const cells = [...row.cells, plainText(fields.get('L') ?? fields.get('S'))];
  const others = isTrade
    ? { Quantity: fields.get('Q'), Price: fields.get('I'), [FEE_COLUMN]: fields.get('O') }
    : { Splits: fields.get('splits'), Address: fields.get('address'), Cleared: fields.get('C') };
  return { line, cells, others };
}

/** Without a decimal sign anywhere, only whole amounts are beyond doubt. */
function amountOf(entry: Entry, decimal: DecimalSign | null): string {
  const written = writtenAmount(entry);
  if (written === '' && entry.isTrade) return '';
  const amount = readAmount(written, decimal ?? '.');
  if (amount === null) {
    throw new DamagedStatementError('qif', entry.line, `“${plainText(written)}” is not an amount`);
  }
  return decimal === null && /[.,]/.test(written) ? plainText(written) : amountText(amount, '.');
}

const DATE = /^(\d{1,4})([-/.'])(\d{1,2})[-/.'](\d{1,4})$/;

/** Quicken writes blanks for leading zeros, and an apostrophe before years from 2000 on: `1/ 5' 6`. */
function dateParts(text: string): readonly [string, string, string, string] | null {
  const [, first = '', sign = '', second = '', third = ''] = DATE.exec(text.replace(/\s+/g, '')) ?? [];
  return third === '' ? null : [first, sign, second, third];
}

/** Null where no date decides; points stand between day, month and year in this order everywhere. */
function isDayFirst(dates: readonly string[]): boolean | null {
  const parts = dates.map(dateParts).filter((date) => date !== null && date[0].length < 4);
  if (parts.some((date) => date !== null && (Number(date[0]) > 12 || date[1] === '.'))) return true;
  return parts.some((date) => date !== null && Number(date[2]) > 12) ? false : null;
}

function dateOf(text: string, dayFirst: boolean | null): string {
  const parts = dateParts(text);
  if (parts === null) return plainText(text);
  const [first, , second, third] = parts;
  if (first.length === 4) return dateText(first, second, third) ?? plainText(text);
  if (dayFirst === null && first !== second) return plainText(text);
  const year =
    text.includes("'") && third.length < 3 ? `20${third.padStart(2, '0')}` : third.padStart(2, '0');
  return (dayFirst ? dateText(year, second, first) : dateText(year, first, second)) ?? plainText(text);
}
