import { findDecimalSign, hasThousandths } from '../../amounts.ts';
import type { ReadBudget } from '../ReadBudget.ts';
import {
  beyond,
  DamagedStatementError,
  dateText,
  exactAmount,
  joinTexts,
  type Others,
  plainText,
  type StatementReader,
  type StatementSink,
  unreadBalance,
} from './entries.ts';
import { type OfxTag, OfxTags } from './OfxTags.ts';

/** Aggregates inside a payment whose fields have names that the payment uses as well. */
const INNER = new Set(['PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO', 'CCACCTTO']);
const OWN_ACCOUNT = new Set(['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM']);
/** Aggregates whose fields are read together. Each ends where the next begins, a payment at the next one. */
const AGGREGATES = new Set([...OWN_ACCOUNT, 'STATUS', 'STMTTRN', 'LEDGERBAL', 'AVAILBAL']);

type Aggregate = { readonly name: string; readonly line: number; readonly fields: Map<string, string> };

/**
 * Reads OFX 1 (SGML) and 2 (XML), and QFX, which is OFX with fields of Intuit: the specification of Open Financial
 * Exchange, section 11. Both are read alike, by their tags: banks leave out the end tags of fields in XML, and write them
 * in SGML. A payment is what an STMTTRN holds; trades of an investment account are passed over.
 */
export class OfxReader implements StatementReader {
  readonly #tags: OfxTags;
  readonly #into: StatementSink;
  #aggregate: Aggregate | null = null;
  #inner = '';
  #account = '';
  #currency = '';
  #isWhole = false;

  constructor(budget: ReadBudget, into: StatementSink) {
    this.#tags = new OfxTags(budget);
    this.#into = into;
  }

  read(piece: string): void {
    for (const tag of this.#tags.read(piece)) this.#take(tag);
  }

  end(): void {
    for (const tag of this.#tags.end()) this.#take(tag);
    if (!this.#isWhole)
      throw new DamagedStatementError('ofx', this.#tags.line, 'the file ends before the statement does');
  }

  #take(tag: OfxTag): void {
    if (tag.isEnd) this.#close(tag);
    else this.#open(tag);
  }

  #open({ name, value, line }: OfxTag): void {
    const isInPayment = this.#aggregate?.name === 'STMTTRN';
    if (isInPayment ? name === 'STMTTRN' : AGGREGATES.has(name)) {
      this.#finish();
      this.#aggregate = { name, line, fields: new Map() };
    } else if (name === 'TRNAMT' && !isInPayment)
      throw new DamagedStatementError('ofx', line, 'an amount (TRNAMT) stands outside of a transaction');
    else if (name === 'CURDEF') this.#currency = plainText(value).toUpperCase();
    else if (name === 'INVTRAN')
      this.#into.skipped.push({ line, text: 'Investment transaction', reason: 'no-payment' });
    else if (INNER.has(name) && value === '') this.#inner = name;
    else this.#setField(name, value);
  }

  /** The first of two equal fields counts: files that close no aggregate repeat the names in what follows. */
  #setField(name: string, value: string): void {
    const known = this.#inner === '' ? name : `${this.#inner}.${name}`;
    const fields = this.#aggregate?.fields;
    if (value !== '' && !fields?.has(known)) fields?.set(known, value);
  }

  #close({ name }: OfxTag): void {
    if (name === this.#inner) this.#inner = '';
    if (name === this.#aggregate?.name || name === 'BANKTRANLIST' || name === 'OFX') this.#finish();
    if (name === 'OFX') this.#isWhole = true;
  }

  #finish(): void {
    const aggregate = this.#aggregate;
    this.#aggregate = null;
    this.#inner = '';
    if (aggregate === null) return;
    const { name, fields } = aggregate;
    if (OWN_ACCOUNT.has(name)) this.#account = plainText(fields.get('ACCTID') ?? this.#account);
    else if (name === 'STATUS') this.#takeStatus(aggregate);
    else if (name === 'LEDGERBAL') this.#takeBalance(aggregate);
    else if (name === 'STMTTRN') this.#takePayment(aggregate);
  }

  /** What a bank says in place of payments, or beside them; most say that all is well. */
  #takeStatus({ line, fields }: Aggregate): void {
    const code = fields.get('CODE') ?? '';
    if (/^0*$/.test(code) && fields.get('SEVERITY') !== 'ERROR') return;
    const message = joinTexts(fields.get('MESSAGE'), fields.get('MESSAGE2')) || fields.get('SEVERITY');
    const text = plainText(`${message ?? ''} ${code && `(${code})`}`);
    this.#into.skipped.push({ line, text, reason: 'message' });
  }

  #takeBalance({ name, line, fields }: Aggregate): void {
    const written = fields.get('BALAMT') ?? '';
    const amount = amountIn(written, this.#currency);
    if (amount === null) this.#into.skipped.push(unreadBalance(line, `${name} ${written}`));
    else this.#into.balance({ kind: 'closing', account: this.#account, currency: this.#currency, amount });
  }

  #takePayment({ line, fields }: Aggregate): void {
    // The name of 32 characters is cut where there is a longer one.
    const name = fields.get('EXTDNAME') ?? fields.get('NAME');
    const counterparty = plainText(name ?? fields.get('PAYEE.NAME') ?? fields.get('PAYEE'));
    const reference = plainText(fields.get('CHECKNUM') ?? fields.get('REFNUM') ?? fields.get('FITID'));
    const own = plainText(fields.get('CURRENCY.CURSYM') ?? fields.get('CURRENCY')).toUpperCase();
    const currency = own || this.#currency;
    this.#into.payment({
      line,
      date: dateOf(fields.get('DTPOSTED') ?? fields.get('DTUSER') ?? ''),
      amount: amountOf(fields.get('TRNAMT'), currency, line),
      currency,
      description:
        joinTexts(counterparty, fields.get('MEMO')) ||
        plainText(`${fields.get('TRNTYPE') ?? ''} ${fields.get('CHECKNUM') ?? ''}`),
      counterparty,
      reference,
      account: this.#account,
      others: othersOf(fields, counterparty, reference),
    });
  }
}

/** What there is beside the payment; an original currency is that which the amount was exchanged from. */
function othersOf(fields: ReadonlyMap<string, string>, counterparty: string, reference: string): Others {
  const address = ['ADDR1', 'ADDR2', 'ADDR3', 'POSTALCODE', 'CITY', 'STATE', 'COUNTRY'];
  return {
    'Original currency': fields.get('ORIGCURRENCY.CURSYM'),
    Rate: fields.get('ORIGCURRENCY.CURRATE') ?? fields.get('CURRENCY.CURRATE'),
    'Counterparty account': fields.get('BANKACCTTO.ACCTID') ?? fields.get('CCACCTTO.ACCTID'),
    Payee: beyond(joinTexts(fields.get('PAYEE.NAME')), counterparty),
    Address: address.flatMap((name) => fields.get(`PAYEE.${name}`) ?? []).join(', '),
    'Bank reference': beyond(joinTexts(fields.get('REFNUM'), fields.get('FITID')), reference),
  };
}

/** The day as the bank writes it, whatever the time zone behind it. */
function dateOf(text: string): string {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? [];
  return dateText(year, month, day) ?? plainText(text);
}

function amountOf(text: string | undefined, currency: string, line: number): string {
  if (text === undefined)
    throw new DamagedStatementError('ofx', line, 'a transaction has no amount (TRNAMT)');
  const amount = amountIn(text, currency);
  if (amount !== null) return amount;
  throw new DamagedStatementError('ofx', line, `“${plainText(text)}” is not an amount beyond doubt`);
}

/**
 * The specification allows a point or a comma before the decimals, and nothing between thousands; some banks set the other
 * one there, or both alike. Three digits behind the only one may be either, unless the currency has so many decimals.
 */
function amountIn(text: string, currency: string): string | null {
  const sign = text.includes(',') ? ',' : '.';
  const decided = findDecimalSign([text]);
  if (decided === null && text.includes(sign) && !hasThousandths(currency)) return null;
  return exactAmount(text, decided ?? sign);
}
