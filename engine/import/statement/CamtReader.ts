import { Parser } from 'saxen';
import { detailOf } from '#model/detailOf.ts';
import type { SkippedLine, StatementFormat } from '#model/fileReading.ts';
import type { SourceRow } from '../csv.ts';
import { decodeReferences, HAS_DECLARATION } from '../xmlText.ts';
import { bookedPayments, compactDetails, exactAmount } from './camtEntry.ts';
import { DamagedStatementError, type StatementBalance, type StatementReader } from './entries.ts';
import { TextLines } from './TextLines.ts';
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
/** UTF-16 units of one tag or text. */
const LONGEST = 1 << 18;
const PIECE = 1 << 16;
/** Unfinished texts up to this length go to the parser line by line, so that its line is known. */
const SHORT = 512;
const DEEPEST = 100;

/**
 * Reads camt.053, .052 and .054 of ISO 20022, in all versions so far: what matters here has the same names in each, or is
 * looked for under both. Payments are read one by one, so that large files need no more memory.
 */
export class CamtReader implements StatementReader {
  readonly skipped: SkippedLine[] = [];
  readonly balances: StatementBalance[] = [];
  readonly #format: StatementFormat;
  readonly #lines = new TextLines();
  readonly #parser = new Parser();
  readonly #path: string[] = [];
  /** The elements that are open from the payment or the account on that is being read. */
  readonly #open: XmlNode[] = [];
  readonly #rows: SourceRow[] = [];
  #entryLine = 0;
  #account = '';
  #currency = '';
  /** UTF-16 units that the parser has got since it found the last tag or text, and those that it has yet to get. */
  #unfinished = 0;
  #held = '';
  #statements = 0;

  constructor(format: StatementFormat) {
    this.#format = format;
    this.#parser
      .on('openTag', (name, attributes, _decode, isSelfClosing) => {
        this.#openTag(localName(name), attributes);
        if (isSelfClosing) this.#parsed();
      })
      .on('closeTag', () => this.#closeTag())
      .on('text', (text) => this.#text(this.#decoded(text)))
      .on('attention', () => this.#refuse(`the XML is damaged (${HAS_DECLARATION})`))
      .on('cdata', (text) => this.#text(text))
      .on('error', ({ message }) => this.#refuse(`the XML is damaged (${message})`))
      .on('warn', ({ message }) => this.#refuse(`the XML is damaged (${message})`));
  }

  read(piece: string): SourceRow[] {
    for (const line of this.#lines.read(piece)) this.#write(`${line}\n`);
    return this.#rows.splice(0);
  }

  end(): SourceRow[] {
    for (const line of this.#lines.end()) this.#write(line);
    this.#flush();
    this.#parser.end();
    if (this.#statements === 0) this.#refuse('it has no statement (Stmt)');
    return this.#rows.splice(0);
  }

  #write(text: string): void {
    this.#held += text;
    // The parser looks at all of an unfinished text again: it gets as much again each time, so that this stays linear.
    if (this.#unfinished > SHORT && this.#held.length < this.#unfinished) return;
    this.#flush();
  }

  #flush(): void {
    const text = this.#held;
    this.#held = '';
    for (let from = 0; from < text.length; from += PIECE) {
      const piece = text.slice(from, from + PIECE);
      this.#unfinished += piece.length;
      this.#parser.write(piece);
      if (this.#unfinished > LONGEST + PIECE) this.#refuse('a text has more than 250,000 characters');
    }
  }

  #parsed(): void {
    this.#unfinished = 0;
  }

  #openTag(name: string, attributes: () => Readonly<Record<string, string>> | false): void {
    this.#parsed();
    const parent = this.#path.at(-1) ?? '';
    this.#path.push(name);
    if (this.#path.length > DEEPEST) this.#refuse('its elements are nested too deeply');
    if (STATEMENTS.has(name)) this.#beginStatement();
    const isWanted = WANTED.has(name) && STATEMENTS.has(parent);
    if (this.#open.length === 0 && !isWanted) return;
    if (this.#open.length === 0) this.#entryLine = this.#lines.number;
    const found = name.endsWith('Amt') ? attributes() : false;
    const currency = found === false ? '' : (found['Ccy'] ?? '');
    const node = { name, currency, children: [], text: '' };
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  #beginStatement(): void {
    this.#statements++;
    this.#account = '';
    this.#currency = '';
  }

  #decoded(text: string): string {
    try {
      return decodeReferences(text);
    } catch (error) {
      return this.#refuse(`the XML is damaged (${detailOf(error)})`);
    }
  }

  #text(text: string): void {
    this.#parsed();
    const node = this.#open.at(-1);
    if (node) node.text += text;
  }

  #closeTag(): void {
    this.#parsed();
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

  /** A balance that is not understood is none: the payments count all the same. */
  #takeBalance(node: XmlNode): void {
    const kind = BALANCES[textAt(node, 'Tp/CdOrPrtry/Cd')];
    const [{ text = '', currency = '' } = {}] = nodesAt(node, 'Amt');
    const amount = exactAmount(text);
    if (kind === undefined || amount === null) return;
    const sign = textAt(node, 'CdtDbtInd') === 'DBIT' ? '-' : '';
    this.balances.push({
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
      this.skipped.push({ line, text, reason: 'no-payment' });
      return;
    }
    const rows = bookedPayments(node, { line, account: this.#account, currency: this.#currency });
    if (typeof rows === 'string') this.#refuse(rows, line);
    else this.#rows.push(...rows);
  }

  #refuse(detail: string, line = this.#lines.number): never {
    throw new DamagedStatementError(this.#format, Math.max(1, line), detail);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
