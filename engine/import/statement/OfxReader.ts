import type { SkippedLine } from '#model/fileReading.ts';
import type { SourceRow } from '../csv.ts';
import type { ReadBudget } from '../ReadBudget.ts';
import {
  DamagedStatementError,
  dateText,
  joinTexts,
  plainText,
  type StatementBalance,
  type StatementReader,
  toRow,
} from './entries.ts';
import { type OfxTag, OfxTags } from './OfxTags.ts';

/** Aggregates inside a payment whose fields have names that the payment uses as well. */
const INNER = new Set(['PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO', 'CCACCTTO']);
const OWN_ACCOUNT = new Set(['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM']);

type Payment = { readonly line: number; readonly fields: Map<string, string> };

/**
 * Reads OFX 1 (SGML) and 2 (XML), and QFX, which is OFX with fields of Intuit: the specification of Open Financial
 * Exchange, section 11. Both are read alike, by their tags: banks leave out the end tags of fields in XML, and write them
 * in SGML. A payment is what an STMTTRN holds; trades of an investment account are passed over.
 */
export class OfxReader implements StatementReader {
  readonly skipped: SkippedLine[] = [];
  readonly balances: StatementBalance[] = [];
  readonly #tags: OfxTags;
  readonly #rows: SourceRow[] = [];
  #payment: Payment | null = null;
  #inner = '';
  #accountOf = '';
  #account = '';
  #currency = '';
  /** Which balance is being read: that of the ledger, or what is available. */
  #balance = '';
  #isWhole = false;

  constructor(budget: ReadBudget) {
    this.#tags = new OfxTags(budget);
  }

  read(piece: string): SourceRow[] {
    for (const tag of this.#tags.read(piece)) this.#take(tag);
    return this.#rows.splice(0);
  }

  end(): SourceRow[] {
    for (const tag of this.#tags.end()) this.#take(tag);
    if (!this.#isWhole) {
      throw new DamagedStatementError('ofx', this.#tags.line, 'the file ends before the statement does');
    }
    return this.#rows.splice(0);
  }

  #take(tag: OfxTag): void {
    if (tag.isEnd) this.#close(tag.name);
    else this.#open(tag);
  }

  #open({ name, value, line }: OfxTag): void {
    if (name === 'STMTTRN') {
      this.#finish();
      this.#payment = { line, fields: new Map() };
    } else if (this.#payment) {
      if (INNER.has(name) && value === '') this.#inner = name;
      else this.#setField(this.#payment, name, value);
    } else if (OWN_ACCOUNT.has(name)) this.#accountOf = name;
    else if (name === 'ACCTID' && this.#accountOf !== '') this.#account = plainText(value);
    else if (name.endsWith('BAL')) this.#balance = name;
    else if (name === 'BALAMT' && this.#balance === 'LEDGERBAL') this.#takeBalance(amountOf(value, line));
    else if (name === 'CURDEF') this.#currency = plainText(value).toUpperCase();
    else if (name === 'INVTRAN')
      this.skipped.push({ line, text: 'Investment transaction', reason: 'no-payment' });
  }

  #takeBalance(amount: string): void {
    this.balances.push({ kind: 'closing', account: this.#account, currency: this.#currency, amount });
  }

  /** The first of two equal fields counts: files that close no aggregate repeat the names in what follows. */
  #setField({ fields }: Payment, name: string, value: string): void {
    const known = this.#inner === '' ? name : `${this.#inner}.${name}`;
    if (value !== '' && !fields.has(known)) fields.set(known, value);
  }

  #close(name: string): void {
    if (name === this.#inner) this.#inner = '';
    if (name === this.#accountOf) this.#accountOf = '';
    if (name === 'STMTTRN' || name === 'BANKTRANLIST' || name === 'OFX') this.#finish();
    if (name === 'OFX') this.#isWhole = true;
  }

  #finish(): void {
    const payment = this.#payment;
    this.#payment = null;
    this.#inner = '';
    if (payment === null) return;
    const { line, fields } = payment;
    // The name of 32 characters is cut where there is a longer one.
    const name = fields.get('EXTDNAME') ?? fields.get('NAME');
    const counterparty = plainText(name ?? fields.get('PAYEE.NAME') ?? fields.get('PAYEE'));
    this.#rows.push(
      toRow({
        line,
        date: dateOf(fields.get('DTPOSTED') ?? fields.get('DTUSER') ?? ''),
        amount: amountOf(fields.get('TRNAMT'), line),
        currency:
          plainText(fields.get('CURRENCY.CURSYM') ?? fields.get('CURRENCY')).toUpperCase() || this.#currency,
        description:
          joinTexts(counterparty, fields.get('MEMO')) ||
          plainText(`${fields.get('TRNTYPE') ?? ''} ${fields.get('CHECKNUM') ?? ''}`),
        counterparty,
        reference: plainText(fields.get('CHECKNUM') ?? fields.get('REFNUM') ?? fields.get('FITID')),
        account: this.#account,
      }),
    );
  }
}

/** The day as the bank writes it, whatever the time zone behind it. */
function dateOf(text: string): string {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? [];
  return dateText(year, month, day) ?? plainText(text);
}

/** The specification allows a point or a comma before the decimals, and nothing between thousands. */
function amountOf(text: string | undefined, line: number): string {
  if (text === undefined)
    throw new DamagedStatementError('ofx', line, 'a transaction has no amount (TRNAMT)');
  const [, sign = '', whole = '', fraction = ''] = /^\s*([+-]?)\s*(\d*)(?:[.,](\d*))?\s*$/.exec(text) ?? [];
  if (whole === '' && fraction === '') {
    throw new DamagedStatementError('ofx', line, `“${plainText(text)}” is not an amount`);
  }
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}
