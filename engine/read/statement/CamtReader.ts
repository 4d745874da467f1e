import { detailOf } from '#model/detailOf.ts';
import type { StatementFormat } from '#model/fileReading.ts';
import { type ReadBudget, TooLargeError } from '../ReadBudget.ts';
import { XML_PIECE, type XmlAttributes, XmlStream } from '../XmlStream.ts';
import { bookedPayments, camtAmount, compactDetails, signOf } from './camtEntry.ts';
import {
  DamagedStatementError,
  type StatementBalance,
  type StatementReader,
  type StatementSink,
  unreadBalance,
} from './entries.ts';
import { nodesAt, textAt, type XmlNode } from './XmlTree.ts';

/** Messages of one account each: statement, report during the day, notification. */
const STATEMENTS = new Set(['Stmt', 'Rpt', 'Ntfctn']);
/** What of them is read. */
const WANTED = new Set(['Acct', 'Bal', 'Ntry']);
/** Codes of booked balances: of this statement, and that with which the one before it closed. */
const BALANCES: Readonly<Record<string, StatementBalance['kind']>> = {
  OPBD: 'opening',
  PRCD: 'opening',
  CLBD: 'closing',
};

/**
 * Reads camt.053, .052 and .054 of ISO 20022, in all versions so far: what matters here has the same names in each, or is
 * looked for under both. Payments are read one by one, so that large files need no more memory.
 */
export class CamtReader implements StatementReader {
  readonly #format: StatementFormat;
  readonly #budget: ReadBudget;
  readonly #into: StatementSink;
  readonly #xml: XmlStream;
  readonly #path: string[] = [];
  /** The elements that are open from the payment or the account on that is being read. */
  readonly #open: XmlNode[] = [];
  #line = 0;
  #isLineEnd = true;
  #entryLine = 0;
  #account = '';
  #currency = '';
  #statements = 0;

  constructor(format: StatementFormat, budget: ReadBudget, into: StatementSink) {
    this.#format = format;
    this.#budget = budget;
    this.#into = into;
    this.#xml = new XmlStream(
      {
        open: (name, attributes) => this.#openTag(name, attributes),
        text: (text) => this.#text(text),
        close: () => this.#closeTag(),
      },
      budget,
    );
  }

  /** Line by line, so that the line of what is found is known; a file may as well be one line. */
  read(piece: string): void {
    for (let from = 0; from < piece.length; ) {
      if (this.#isLineEnd) this.#line++;
      const end = piece.indexOf('\n', from) + 1;
      const to = Math.min(end === 0 ? piece.length : end, from + XML_PIECE);
      this.#parse(() => this.#xml.write(piece.slice(from, to)));
      this.#isLineEnd = to === end;
      from = to;
    }
  }

  end(): void {
    this.#parse(() => this.#xml.end());
    if (this.#statements === 0) this.#refuse('it has no statement (Stmt)');
  }

  #parse(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (error instanceof DamagedStatementError || error instanceof TooLargeError) throw error;
      this.#refuse(`the XML is damaged (${detailOf(error)})`);
    }
  }

  #openTag(name: string, attributes: () => XmlAttributes): void {
    const parent = this.#path.at(-1) ?? '';
    this.#path.push(name);
    if (STATEMENTS.has(name)) this.#beginStatement();
    const isWanted = WANTED.has(name) && STATEMENTS.has(parent);
    if (this.#open.length === 0 && !isWanted) return;
    if (this.#open.length === 0) this.#entryLine = this.#line;
    const currency = (name.endsWith('Amt') && attributes()['Ccy']) || '';
    this.#budget.take('fields', 1);
    const node = { name, currency, children: [], text: '' };
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  #beginStatement(): void {
    this.#statements++;
    this.#account = '';
    this.#currency = '';
  }

  #text(text: string): void {
    const node = this.#open.at(-1);
    if (node) node.text += text;
  }

  #closeTag(): void {
    this.#path.pop();
    const node = this.#open.pop();
    if (node?.name === 'TxDtls') compactDetails(node);
    if (node === undefined || this.#open.length > 0) return;
    if (node.name === 'Acct') this.#takeAccount(node);
    else if (node.name === 'Bal') this.#takeBalance(node);
    else this.#takeEntry(node);
  }

  #takeAccount(node: XmlNode): void {
    this.#account = textAt(node, 'Id/IBAN', 'Id/Othr/Id');
    this.#currency = textAt(node, 'Ccy');
  }

  #takeBalance(node: XmlNode): void {
    const code = textAt(node, 'Tp/CdOrPrtry/Cd');
    const hasType = code !== '' || textAt(node, 'Tp/CdOrPrtry/Prtry') !== '';
    const kind = BALANCES[code];
    const [{ text = '', currency = '' } = {}] = nodesAt(node, 'Amt');
    const amount = camtAmount(text);
    const sign = signOf(node);
    if (kind === undefined && hasType) return;
    if (kind === undefined || amount === null || sign === null) {
      const written = `${code} ${text} ${textAt(node, 'CdtDbtInd')}`;
      this.#into.skipped.push(unreadBalance(this.#entryLine, written));
    } else
      this.#into.balance({
        kind,
        account: this.#account,
        currency: currency || this.#currency,
        amount: sign + amount,
      });
  }

  #takeEntry(node: XmlNode): void {
    const line = this.#entryLine;
    const status = textAt(node, 'Sts/Cd', 'Sts/Prtry', 'Sts');
    if (status !== '' && status !== 'BOOK') {
      const text = `Not booked (${status}): ${textAt(node, 'Amt')}`;
      this.#into.skipped.push({ line, text, reason: 'not-booked' });
      return;
    }
    const payments = bookedPayments(node, { line, account: this.#account, currency: this.#currency });
    if (typeof payments === 'string') this.#refuse(payments, line);
    for (const payment of payments) this.#into.payment(payment);
  }

  #refuse(detail: string, line = this.#line): never {
    throw new DamagedStatementError(this.#format, Math.max(1, line), detail);
  }
}
