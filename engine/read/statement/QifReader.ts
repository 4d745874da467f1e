import { amountText, type DecimalSign, findDecimalSign, readAmount } from '../../amounts.ts';
import { rowLabel } from '../amounts/rowLabels.ts';
import type { ReadBudget } from '../ReadBudget.ts';
import {
  DamagedStatementError,
  dateText,
  FEE_COLUMN,
  joinTexts,
  plainText,
  type StatementEntry,
  type StatementReader,
  type StatementSink,
} from './entries.ts';
import { TextLines } from './TextLines.ts';

/** Codes of fields: of payments, splits, investments and accounts. */
const FIELDS = /^[DTUCNPMALSE$%FXYIQO#BKR&@1-9]/;
/** Lists of categories, classes and the like hold no payments. */
const LISTS = /^!Type:\s*(Cat|Class|Memorized|Security|Prices|Budget|Invitem|Template|Tag)/i;

type QifRecord = {
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
  readonly #lines: TextLines;
  readonly #into: StatementSink;
  readonly #records: QifRecord[] = [];
  #section: 'payments' | 'trades' | 'account' | 'list' = 'payments';
  #account = '';
  #start = 0;
  #fields = new Map<string, string>();

  constructor(budget: ReadBudget, into: StatementSink) {
    this.#lines = new TextLines(budget);
    this.#into = into;
  }

  read(piece: string): void {
    for (const line of this.#lines.read(piece)) this.#take(line);
  }

  end(): void {
    for (const line of this.#lines.end()) this.#take(line);
    const read = this.#records.length;
    this.#finish();
    // Every record ends with a line of its own, the last one too.
    const [cut] = this.#records.slice(read);
    if (cut) this.#into.skipped.push({ line: cut.line, text: '', reason: 'cut-off' });
    const convention = conventionOf(this.#records);
    let last: string | undefined;
    for (const record of this.#records) {
      const payment = entryOf(record, convention);
      const { account, amount } = payment;
      this.#into.payment(payment);
      if (account !== last && isOpening(record))
        this.#into.balance({ kind: 'opening', account, currency: '', amount });
      last = account;
    }
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
    if (isPassedOver) this.#into.skipped.push({ line: this.#lines.number, text: line, reason: 'no-payment' });
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
    this.#records.push({ line: this.#start, fields, account: this.#account, isTrade });
  }
}

/** Quicken writes the opening balance as a first payment, from the account to itself. */
function isOpening({ fields, account }: QifRecord): boolean {
  const [, own] = /^\[(.*)\]$/.exec(fields.get('L') ?? '') ?? [];
  return (
    rowLabel(fields.get('P') ?? '') === 'balance' && own !== undefined && (account === '' || own === account)
  );
}

/** What all records decide together; null for what they leave open. */
type Convention = { readonly decimal: DecimalSign | null; readonly dayFirst: boolean | null };

function conventionOf(records: readonly QifRecord[]): Convention {
  return {
    decimal: findDecimalSign(records.map(writtenAmount)),
    dayFirst: isDayFirst(records.map(({ fields }) => fields.get('D') ?? '')),
  };
}

function writtenAmount({ fields }: QifRecord): string {
  return fields.get('T') ?? fields.get('U') ?? '';
}

function entryOf(record: QifRecord, { decimal, dayFirst }: Convention): StatementEntry {
  const { line, fields, account, isTrade } = record;
  const trade = isTrade ? `${fields.get('N') ?? ''} ${fields.get('Y') ?? ''}` : '';
  return {
    line,
    date: dateOf(fields.get('D') ?? '', dayFirst),
    amount: amountOf(record, decimal),
    currency: '',
    description: joinTexts(trade, fields.get('P'), fields.get('M')) || plainText(fields.get('L')),
    counterparty: plainText(fields.get('P')),
    reference: isTrade ? '' : plainText(fields.get('N')),
    account,
    others: {
      Category: fields.get('L') ?? fields.get('S'),
      ...(isTrade
        ? { Quantity: fields.get('Q'), Price: fields.get('I'), [FEE_COLUMN]: fields.get('O') }
        : { Splits: fields.get('splits'), Address: fields.get('address'), Cleared: fields.get('C') }),
    },
  };
}

/** Without a decimal sign anywhere, only whole amounts are beyond doubt. */
function amountOf(entry: QifRecord, decimal: DecimalSign | null): string {
  const written = writtenAmount(entry);
  if (written === '' && entry.isTrade) return '';
  const amount = readAmount(written, decimal ?? '.');
  if (amount === null) {
    throw new DamagedStatementError('qif', entry.line, `“${plainText(written)}” is not an amount`);
  }
  const isPaid = entry.isTrade && PAID.test(entry.fields.get('N') ?? '') && amount.units > 0n;
  const text = decimal === null && /[.,]/.test(written) ? plainText(written) : amountText(amount, '.');
  return isPaid ? `-${text}` : text;
}

/** What of a trade's actions money is paid for, though the amounts of all have no sign. */
const PAID = /^(buy|cvrshrt|margint|miscexp)/i;

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
