import { AmountSum, amountText, readAmount } from '../../amounts.ts';
import { beyond, joinTexts, type Others } from './entries.ts';
import { nodesAt, textAt, type XmlNode } from './XmlTree.ts';

type Known = { readonly currency: string; readonly isDebit: boolean; readonly counterparty: string };

/**
 * What an entry of CAMT holds beside a payment: what it was before it was exchanged, why it came back, and who is behind the
 * other side.
 * @param places where it is told, the nearest first
 */
export function camtOthers(places: readonly XmlNode[], { currency, isDebit, counterparty }: Known): Others {
  const role = isDebit ? 'Cdtr' : 'Dbtr';
  const text = (...paths: readonly string[]) =>
    places.map((place) => textAt(place, ...paths)).find((found) => found !== '') ?? '';
  const original = places.flatMap(amountsIn).find((amount) => amount.currency !== currency);
  const behind = `RltdPties/Ultmt${role}`;
  const rates = ['InstdAmt', 'TxAmt', 'CntrValAmt'].map((kind) => `AmtDtls/${kind}/CcyXchg/XchgRate`);
  return {
    'Original amount': original?.text,
    'Original currency': original?.currency,
    Rate: text(...rates),
    'Return reason': joinTexts(text('RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry'), text('RtrInf/AddtlInf')),
    'Ultimate party': beyond(text(`${behind}/Nm`, `${behind}/Pty/Nm`), counterparty),
    'Counterparty account': text(`RltdPties/${role}Acct/Id/IBAN`, `RltdPties/${role}Acct/Id/Othr/Id`),
  };
}

function amountsIn(node: XmlNode): readonly XmlNode[] {
  const kinds = ['InstdAmt', 'TxAmt', 'CntrValAmt', 'AnncdPstngAmt'];
  const amounts = kinds.flatMap((kind) => nodesAt(node, 'AmtDtls', kind, 'Amt'));
  return [...amounts, ...(node.name === 'TxDtls' ? nodesAt(node, 'Amt') : [])].filter(
    (own) => own.currency !== '',
  );
}

/** What the bank took, as the first of several places says it that says anything; empty for nothing. */
export function chargesOf(currency: string, ...places: readonly (readonly XmlNode[])[]): string {
  return places.map((nodes) => chargesAt(nodes, currency)).find((fee) => fee !== '') ?? '';
}

/** Charges as a sum where they are of the payment's currency, else as they are written; until version 2 without records. */
function chargesAt(nodes: readonly XmlNode[], currency: string): string {
  const charges = nodes.flatMap((node) => {
    const records = [...nodesAt(node, 'Chrgs', 'Rcrd', 'Amt'), ...nodesAt(node, 'Chrgs', 'Amt')];
    return records.length > 0 ? records : nodesAt(node, 'Chrgs', 'TtlChrgsAndTaxAmt');
  });
  const sum = new AmountSum();
  for (const charge of charges) {
    const amount = readAmount(charge.text.trim(), '.');
    if (amount === null || (charge.currency !== '' && charge.currency !== currency))
      return charges.map((own) => `${own.text.trim()} ${own.currency}`.trim()).join(' ');
    sum.add(amount);
  }
  return charges.length === 0 || sum.amount.units === 0n ? '' : amountText(sum.amount, '.', 2);
}
