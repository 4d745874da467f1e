import type { ReadBudget } from '../ReadBudget.ts';
import {
  beyond,
  DamagedStatementError,
  dateText,
  exactAmount,
  joinTexts,
  plainText,
  referenceOf,
  type StatementBalance,
  type StatementReader,
  type StatementSink,
  unreadBalance,
} from './entries.ts';
import { readDetails } from './mt940Details.ts';
import { TextLines } from './TextLines.ts';

type Field = { readonly tag: string; readonly line: number; readonly lines: string[] };

type Movement = ReturnType<typeof readMovement>;

const TAG = /^:(\d\d[A-Z]?|NS):(.*)$/;
const INDENT = /^\s+(?=:(2[0158]|6[01245]|86|\d\d[A-Z]|NS):|\{\d:|-\}?\s*$)/;
const BLOCKS = /^(\{\d:[^{}]*\})*\{4:/;
const MOVEMENT =
  /^(\d{6})(\d{0,4})\s*(E?[CD]|R[CD])([A-Z]?)\s*(\d[\d.]*(?:,\d*)?)([A-Z][A-Z0-9]{3}|[A-Z](?![A-Z0-9]))(.*)$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d.]+(?:,\d*)?)\s*$/;
/** A comma, as specified; some banks set points between groups of three digits. */
const DECIMAL = ',';
const CURRENCY = /(?<![A-Z])[A-Z]{3}(?![A-Z])/;

/**
 * Reads MT940 (and MT942, the same during the day): SWIFT's field specifications 25, 60, 61, 62 and 86, with or without
 * the blocks of the SWIFT network around each message, and several messages in one file. A field 86 belongs to the movement
 * (61) above it.
 */
export class Mt940Reader implements StatementReader {
  readonly #lines: TextLines;
  readonly #into: StatementSink;
  #field: Field | null = null;
  #movement: Movement | null = null;
  #details: string[][] = [];
  /** What stands before the tag stands before the other lines of a field, too. */
  #indent = '';
  #account = '';
  #currency = '';
  /** Line of the statement whose closing balance is still to come; null between statements. */
  #openSince: number | null = null;

  constructor(budget: ReadBudget, into: StatementSink) {
    this.#lines = new TextLines(budget);
    this.#into = into;
  }

  read(piece: string): void {
    for (const line of this.#lines.read(piece)) this.#take(line);
  }

  end(): void {
    for (const line of this.#lines.end()) this.#take(line);
    this.#endField();
    this.#endStatement(this.#lines.number);
  }

  #take(raw: string): void {
    const [indent = ''] = INDENT.exec(raw) ?? [];
    this.#indent = indent || (TAG.test(raw) ? '' : this.#indent);
    const line = (raw.startsWith(this.#indent) ? raw.slice(this.#indent.length) : raw).replace(BLOCKS, '');
    const [, tag, text = ''] = TAG.exec(line) ?? [];
    if (tag !== undefined) {
      this.#endField();
      this.#field = { tag, line: this.#lines.number, lines: [text] };
    } else if (/^-\}?\s*(\{.*)?$/.test(line)) this.#endMessage();
    else if (line.startsWith('{')) this.#endField();
    else if (this.#field) this.#field.lines.push(line);
    else if (line.trim() !== '') {
      this.#into.skipped.push({ line: this.#lines.number, text: plainText(line), reason: 'outside' });
    }
  }

  /** A message that is whole, though it may have no closing balance. */
  #endMessage(): void {
    this.#endField();
    if (this.#openSince !== null) this.#into.skipped.push(unreadBalance(this.#openSince, ':62F: is missing'));
    this.#openSince = null;
  }

  #endField(): void {
    const field = this.#field;
    this.#field = null;
    if (field === null) return;
    const [first = ''] = field.lines;
    switch (field.tag) {
      case '20':
        this.#endStatement(field.line);
        this.#openSince = field.line;
        break;
      case '25':
      case '25P':
        this.#account = plainText(first);
        break;
      case '60F':
      case '60M':
        // The reference (20) is missing in some files; whoever gives an opening balance gives a closing one.
        this.#openSince ??= field.line;
        this.#takeBalance('opening', field);
        break;
      case '34F':
        // Of MT942, which has no balances.
        this.#currency = first.slice(0, 3);
        this.#openSince = null;
        break;
      case '61':
        this.#endMovement();
        this.#movement = readMovement(field);
        break;
      case '62F':
      case '62M':
        this.#endMovement();
        this.#takeBalance('closing', field);
        this.#openSince = null;
        break;
      case '86':
        this.#takeDetails(field);
    }
  }

  #takeBalance(kind: StatementBalance['kind'], { tag, line, lines: [text = ''] }: Field): void {
    const [, mark, day = '', currency = '', written = ''] = BALANCE.exec(text) ?? [];
    const amount = exactAmount(written, DECIMAL);
    // Some banks write zeros for the day before the first statement.
    const hasDay = day === '000000' || dayOrLast(day) !== null;
    if (amount === null || !hasDay) {
      this.#into.skipped.push(unreadBalance(line, `:${tag}:${text}`));
      this.#currency = CURRENCY.exec(text)?.[0] ?? this.#currency;
      return;
    }
    this.#currency = currency;
    const sign = mark === 'D' ? '-' : '';
    this.#into.balance({ kind, account: this.#account, currency, amount: sign + amount });
  }

  #takeDetails({ line, lines }: Field): void {
    if (this.#movement) this.#details.push(lines);
    else this.#into.skipped.push({ line, text: plainText(lines.join(' ')), reason: 'no-payment' });
  }

  #endMovement(): void {
    const movement = this.#movement;
    if (movement === null) return;
    const { line, date, amount, customer, bank, supplement, type } = movement;
    const details = readDetails(this.#details.flat(), supplement);
    this.#movement = null;
    this.#details = [];
    const text = joinTexts(details.counterparty, details.purpose) || plainText(supplement);
    const description = text || details.booking || customer || bank || type;
    const reference = details.reference || customer || bank;
    const references = [...details.references, customer].map((own) => beyond(own, reference));
    this.#into.payment({
      line,
      date,
      amount,
      currency: this.#currency,
      description,
      counterparty: details.counterparty,
      reference,
      account: this.#account,
      others: {
        ...details.others,
        'Customer reference': joinTexts(...references),
        'Bank reference': beyond(bank, joinTexts(reference, customer)),
        'Additional information': beyond(supplement, description),
      },
    });
  }

  #endStatement(line: number): void {
    this.#endMovement();
    if (this.#openSince === null) return;
    const detail = `the statement of line ${this.#openSince} ends before its closing balance (62F)`;
    throw new DamagedStatementError('mt940', line, detail);
  }
}

/** The first line of a field 61, and what stands below it. */
function readMovement({ line, lines: [text = '', ...supplement] }: Field) {
  const [, day = '', entryDay = '', mark = '', , written = '', type = '', rest = ''] =
    MOVEMENT.exec(text) ?? [];
  const value = dayOrLast(day);
  const amount = exactAmount(written, DECIMAL);
  if (amount === null || value === null) {
    const detail = `“${plainText(text).slice(0, 80)}” is not a movement (61)`;
    throw new DamagedStatementError('mt940', line, detail);
  }
  // A reversed credit leaves the account.
  const isMinus = mark === 'D' || mark === 'ED' || mark === 'RC';
  // The reference of the customer, and that of the bank.
  const [customer = '', bank = ''] = rest.split('//').map(referenceOf);
  return {
    line,
    date: entryDate(value, entryDay) ?? value,
    amount: `${isMinus ? '-' : ''}${amount}`,
    customer,
    bank,
    type,
    supplement: supplement.join(' '),
  };
}

/** A day of six digits. Banks count 30 days in each month, and write 30 February: that is its last day. */
function dayOrLast(written: string): string | null {
  const [year = '', month = '', day = ''] = written.match(/../g) ?? [];
  const days = month === '02' && (day === '29' || day === '30') ? [day, '29', '28'] : [day];
  return days.map((last) => dateText(year, month, last)).find((date) => date !== null) ?? null;
}

/** The entry date has no year: the one that brings it nearest to the value date. */
function entryDate(value: string, written: string): string | null {
  const [month, day] = written.match(/../g) ?? [];
  if (month === undefined || day === undefined) return null;
  const year = Number(value.slice(0, 4));
  const months = Number(month) - Number(value.slice(5, 7));
  return dateText(String(months > 6 ? year - 1 : months < -6 ? year + 1 : year), month, day);
}
