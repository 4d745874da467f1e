import { AmountSum, negated, sumOf } from '../../amounts.ts';
import { camtOthers, chargesOf } from './camtOthers.ts';
import {
  amountOf,
  beyond,
  exactAmount,
  FEE_COLUMN,
  joinTexts,
  plainText,
  referenceOf,
  type StatementEntry,
} from './entries.ts';
import { nodesAt, textAt, type XmlNode } from './XmlTree.ts';

/** Payments of one entry whose texts stand in its line, where it cannot be read as several lines. */
const MAX_DETAILS = 20;

type Statement = Pick<StatementEntry, 'line' | 'account' | 'currency'>;

/**
 * The payments of one entry (Ntry), or why there are none. An entry that the bank has made of several payments is read as
 * these where each has its amount and they make up that of the entry; else it is one line with the texts of all.
 */
export function bookedPayments(entry: XmlNode, statement: Statement): readonly StatementEntry[] | string {
  const [total] = nodesAt(entry, 'Amt');
  const sign = signOf(entry);
  if (total === undefined || sign === null) {
    return `an entry has no ${total === undefined ? 'amount (Amt)' : 'debit or credit mark (CdtDbtInd)'}`;
  }
  const amount = camtAmount(total.text);
  if (amount === null) return `“${plainText(total.text)}” is not an amount`;
  const currency = total.currency || statement.currency;
  const details = nodesAt(entry, 'NtryDtls', 'TxDtls');
  const isAlone = details.length === 1;
  const whole: Payment = {
    amount: sign + amount,
    currency,
    details,
    places: isAlone ? [...details, entry] : [entry],
    fee: chargesOf(currency, ...(isAlone ? [details, [entry]] : [[entry], details])),
  };
  const parts = details.length > 1 ? partsOf(entry, whole, sign) : [whole];
  return parts.map((payment) => entryOf(entry, payment, statement));
}

type Payment = {
  readonly amount: string;
  readonly currency: string;
  /** Those whose texts it has. */
  readonly details: readonly XmlNode[];
  /** Where what there is beside it is told, the nearest first. */
  readonly places: readonly XmlNode[];
  readonly fee: string;
};

/** The payments of an entry with their amounts, or all in one unless these make up the entry's, or do so less their charges. */
function partsOf(entry: XmlNode, whole: Payment, entrySign: string): readonly Payment[] {
  const { currency, details } = whole;
  const rest = new AmountSum();
  const fees = new AmountSum();
  const parts: Payment[] = [];
  rest.add(negated(amountOf(whole.amount)));
  for (const [i, node] of details.entries()) {
    const [own] = [
      ...nodesAt(node, 'Amt'),
      ...nodesAt(node, 'AmtDtls', 'TxAmt', 'Amt'),
      ...nodesAt(node, 'AmtDtls', 'InstdAmt', 'Amt'),
    ].filter((amount) => amount.currency === '' || amount.currency === currency);
    const written = own && camtAmount(own.text);
    if (!written) return [whole];
    const amount = `${signOf(node) ?? entrySign}${written}`;
    // What the entry alone says of charges belongs to none of its payments: the first has it.
    const fee = chargesOf(currency, [node], i === 0 ? [entry] : []);
    rest.add(amountOf(amount));
    fees.add(amountOf(fee));
    parts.push({ amount, currency, details: [node], places: [node], fee });
  }
  const isWhole = rest.amount.units === 0n || sumOf(rest.amount, negated(fees.amount)).units === 0n;
  return isWhole ? parts : [whole];
}

function entryOf(
  entry: XmlNode,
  { amount, currency, details, places, fee }: Payment,
  statement: Statement,
): StatementEntry {
  const isDebit = amount.startsWith('-');
  const named = details.slice(0, MAX_DETAILS);
  const names = named.map((node) => partyOf(node, isDebit));
  const texts = named.map((node, i) => joinTexts(names[i], remittanceOf(node)));
  const more = textAt(entry, 'AddtlNtryInf');
  const others = details.length > MAX_DETAILS ? ` (${details.length} payments)` : '';
  const kind = textAt(entry, 'BkTxCd/Prtry/Cd', 'BkTxCd/Domn/Fmly/SubFmlyCd');
  const [only] = details.length === 1 ? details : [];
  const counterparty = joinTexts(...names);
  const description = joinTexts(...texts) || plainText(more) || kind;
  const information = joinTexts(more, only && textAt(only, 'AddtlTxInf'));
  const bankReference = referenceOf(textAt(entry, 'AcctSvcrRef', 'NtryRef'));
  const reference =
    (only && referenceOf(textAt(only, 'Refs/EndToEndId'))) ||
    (only && plainText(textAt(only, 'RmtInf/Strd/CdtrRefInf/Ref'))) ||
    bankReference;
  return {
    ...statement,
    date: textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10),
    amount,
    currency,
    description: description + others,
    counterparty,
    reference,
    others: {
      [FEE_COLUMN]: fee,
      ...camtOthers(places, { currency, isDebit, counterparty }),
      'Bank reference': beyond(bankReference, reference),
      'Additional information': beyond(information, description),
    },
  };
}

/** Who got what left the account, or paid what came in: without and, since version 8, with an element Pty around it. */
function partyOf(details: XmlNode, isDebit: boolean): string {
  const role = isDebit ? 'Cdtr' : 'Dbtr';
  const paths = [`RltdPties/${role}`, `RltdPties/Ultmt${role}`].flatMap((path) => [
    `${path}/Nm`,
    `${path}/Pty/Nm`,
  ]);
  return plainText(textAt(details, ...paths));
}

function remittanceOf(details: XmlNode): string {
  const written = nodesAt(details, 'RmtInf', 'Ustrd').map(({ text }) => text);
  const structured = nodesAt(details, 'RmtInf', 'Strd').flatMap((node) => [
    textAt(node, 'CdtrRefInf/Ref'),
    ...nodesAt(node, 'AddtlRmtInf').map(({ text }) => text),
    ...nodesAt(node, 'RfrdDocInf', 'Nb').map(({ text }) => text),
  ]);
  return joinTexts(...written, ...structured) || plainText(textAt(details, 'AddtlTxInf', 'RtrInf/AddtlInf'));
}

/** Keeps of a payment what its line is made of: a batch may have a hundred thousand of them. */
export function compactDetails({ children }: XmlNode): void {
  const used = new Set([
    'Refs',
    'Amt',
    'AmtDtls',
    'CdtDbtInd',
    'RltdPties',
    'RmtInf',
    'AddtlTxInf',
    'RtrInf',
    'Chrgs',
  ]);
  const kept = children.filter(({ name }) => used.has(name));
  children.splice(0, children.length, ...kept);
}

/** What stands before an amount; null for one that says neither debit nor credit. */
export function signOf(node: XmlNode): '' | '-' | null {
  const mark = textAt(node, 'CdtDbtInd');
  return mark === 'DBIT' ? '-' : mark === 'CRDT' ? '' : null;
}

/** ISO 20022 writes amounts with a point before the decimals, and without a sign. */
export function camtAmount(text: string): string | null {
  return /^[\d.]+$/.test(text.trim()) ? exactAmount(text, '.') : null;
}
