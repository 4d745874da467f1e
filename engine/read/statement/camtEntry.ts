import { AmountSum, readAmount } from '../../amounts.ts';
import type { SourceRow } from '../csv.ts';
import { camtOthers } from './camtOthers.ts';
import { beyond, joinTexts, plainText, referenceOf, type StatementEntry, toRow } from './entries.ts';
import { nodesAt, textAt, type XmlNode } from './XmlTree.ts';

/** Payments of one entry whose texts stand in its line, where it cannot be read as several lines. */
const MAX_DETAILS = 20;

type Statement = Pick<StatementEntry, 'line' | 'account' | 'currency'>;

/**
 * The payments of one entry (Ntry), or why there are none. An entry that the bank has made of several payments is read as
 * these where each has its amount and they add up to that of the entry; else it is one line with the texts of all.
 */
export function bookedPayments(entry: XmlNode, statement: Statement): readonly SourceRow[] | string {
  const [total] = nodesAt(entry, 'Amt');
  const sign = signOf(entry);
  if (total === undefined || sign === null) {
    return `an entry has no ${total === undefined ? 'amount (Amt)' : 'debit or credit mark (CdtDbtInd)'}`;
  }
  const amount = exactAmount(total.text);
  if (amount === null) return `“${plainText(total.text)}” is not an amount`;
  const own: Payment = { amount: sign + amount, currency: total.currency || statement.currency };
  const details = nodesAt(entry, 'NtryDtls', 'TxDtls');
  const parts = details.length > 1 ? partsOf(details, own, sign) : null;
  if (parts === null) return [rowOf(entry, details, own, statement)];
  return parts.map(({ node, ...part }) => rowOf(entry, [node], part, statement));
}

type Payment = { readonly amount: string; readonly currency: string };

/** The payments of an entry with their amounts; null unless these add up to that of the entry. */
function partsOf(
  details: readonly XmlNode[],
  entry: Payment,
  entrySign: string,
): (Payment & { node: XmlNode })[] | null {
  const sum = new AmountSum();
  const parts: (Payment & { node: XmlNode })[] = [];
  for (const node of details) {
    const [own] = [
      ...nodesAt(node, 'Amt'),
      ...nodesAt(node, 'AmtDtls', 'TxAmt', 'Amt'),
      ...nodesAt(node, 'AmtDtls', 'InstdAmt', 'Amt'),
    ].filter(({ currency }) => currency === '' || currency === entry.currency);
    const amount = own && exactAmount(own.text);
    if (!amount) return null;
    const part = { node, amount: `${signOf(node) ?? entrySign}${amount}`, currency: entry.currency };
    sum.add(readAmount(part.amount, '.') ?? { units: 0n, decimals: 0 });
    parts.push(part);
  }
  const total = readAmount(entry.amount, '.');
  if (total === null) return null;
  sum.add({ ...total, units: -total.units });
  return sum.amount.units === 0n ? parts : null;
}

function rowOf(
  entry: XmlNode,
  details: readonly XmlNode[],
  { amount, currency }: Payment,
  statement: Statement,
): SourceRow {
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
  return toRow({
    ...statement,
    date: textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10),
    amount,
    currency,
    description: description + others,
    counterparty,
    reference:
      (only && referenceOf(textAt(only, 'Refs/EndToEndId'))) ||
      (only && plainText(textAt(only, 'RmtInf/Strd/CdtrRefInf/Ref'))) ||
      referenceOf(textAt(entry, 'AcctSvcrRef', 'NtryRef')),
    others: {
      ...camtOthers(entry, only, { currency, isDebit, counterparty }),
      'Additional information': beyond(information, description),
    },
  });
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

/** ISO 20022 writes amounts with a point before the decimals. */
export function exactAmount(text: string): string | null {
  return /^\d+(\.\d*)?$|^\.\d+$/.test(text.trim())
    ? text.trim().replace(/\.$/, '').replace(/^\./, '0.')
    : null;
}
