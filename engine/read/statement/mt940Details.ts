import type { Others } from '../csv.ts';
import { FEE_COLUMN, plainText, referenceOf } from './entries.ts';

/** What a field 86 says about a payment. */
type Details = {
  readonly counterparty: string;
  readonly purpose: string;
  readonly reference: string;
  /** The bank's name for the kind of payment. */
  readonly booking: string;
  readonly others: Others;
};

/** Lines of a field and its parts are full at these lengths: a text that fills one goes on without a blank. */
const FULL_LINE = 65;
const FULL_PART = 27;

/** German and Polish banks: a code of three digits, then parts with a sign and two digits before each. */
const NUMBERED = /^\s*(?:\d{3})?([?~<>^+#|@&])\d\d/;
/** Keywords of SEPA in the purpose of a numbered field. */
const SEPA = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|RREF|PREF|PURP)[+:]\s?/;
/** Dutch and other banks, after SWIFT: names between slashes. */
const SLASHED =
  /\/(TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|KREF|MARF|MREF|CSID|CNTP|ORDP|BENM|ISDT|RTRN|PREF|SVCL|PURP|ULTD|ULTC|ULTB|ADDR|ACCT|BUSP|OCMT|CHGS|EXCH|INIT|ID|PY|CD|NRTX|TXTP)(?=\/)/;

/** Reads the lines of a field 86 in the forms that banks use; a text in none of them is the purpose. */
export function readDetails(lines: readonly string[]): Details {
  const sign = NUMBERED.exec(lines[0] ?? '')?.[1];
  if (sign !== undefined) return readNumbered(lines.join(''), sign);
  const slashed = lines.join('');
  const parts = slashed.split(SLASHED);
  if (parts.length > 1 && /^\s*\//.test(slashed)) return readSlashed(parts);
  const purpose = plainText(joinPieces(lines, FULL_LINE));
  return { counterparty: '', purpose, reference: '', booking: '', others: {} };
}

function readNumbered(text: string, sign: string): Details {
  const [, ...parts] = text.split(new RegExp(`\\${sign}(\\d\\d)`));
  const pieces = new Map<string, string>();
  for (let i = 0; i + 1 < parts.length; i += 2) {
    pieces.set(parts[i] ?? '', `${pieces.get(parts[i] ?? '') ?? ''}${parts[i + 1] ?? ''}`);
  }
  const of = (from: number, to: number) =>
    [...pieces].filter(([code]) => Number(code) >= from && Number(code) <= to).map(([, piece]) => piece);
  const sepa = joinPieces([...of(20, 29), ...of(60, 65)], FULL_PART).split(SEPA);
  const named = new Map<string, string>();
  for (let i = 1; i + 1 < sepa.length; i += 2) named.set(sepa[i] ?? '', plainText(sepa[i + 1]));
  const purpose = [sepa[0], named.get('SVWZ'), named.get('ABWA')]
    .map(plainText)
    .filter((part) => part !== '');
  return {
    counterparty: plainText(joinPieces(of(32, 33), FULL_PART)),
    purpose: purpose.join(' '),
    reference: referenceOf(named.get('EREF')) || referenceOf(named.get('KREF')),
    booking: plainText(pieces.get('00')),
    others: othersOf({
      fee: named.get('COAM'),
      original: named.get('OAMT'),
      account: named.get('IBAN') || pieces.get('31'),
      party: named.get('ABWE'),
      // Other keys are of payments that did not come back.
      reason: RETURN.exec(pieces.get('34') ?? '')?.[0],
    }),
  };
}

type Written = Readonly<
  Partial<Record<'fee' | 'original' | 'rate' | 'account' | 'party' | 'reason', string | undefined>>
>;

/** Keys of returned payments in German statements. */
const RETURN = /^9[01]\d$/;
const MONEY = /([A-Z]{3})?\s*(\d[\d.]*(?:,\d*)?)\s*([A-Z]{3})?/;

/** What stands beside the payment, amounts with a comma before their decimals. */
function othersOf({ fee, original, rate, account, party, reason }: Written): Others {
  const money = (text = '') => {
    const [, before, figure = '', behind] = MONEY.exec(text) ?? [];
    const amount = /,|^\d{1,3}(\.\d{3})+$/.test(figure)
      ? figure.replaceAll('.', '').replace(',', '.')
      : figure;
    return { amount: amount.replace(/\.$/, ''), currency: before ?? behind };
  };
  return {
    [FEE_COLUMN]: money(fee).amount,
    'Original amount': money(original).amount,
    'Original currency': money(original).currency,
    Rate: rate?.replace(',', '.'),
    'Return reason': reason,
    'Ultimate party': party,
    'Counterparty account': account,
  };
}

/** What the further lines of a field 61 say of an amount that was exchanged, and of charges. */
export function readSupplement(text: string): Others {
  return text.startsWith('/') ? readSlashed(text.split(SLASHED)).others : {};
}

function readSlashed(parts: readonly string[]): Details {
  const values = new Map<string, string>();
  for (let i = 1; i + 1 < parts.length; i += 2) {
    const value = parts[i + 1] ?? '';
    if (!values.has(parts[i] ?? '') && value.replaceAll('/', '').trim() !== '')
      values.set(parts[i] ?? '', value);
  }
  const of = (name: string) => plainText(withoutSlashes(values.get(name) ?? ''));
  // Account, bank and name of the other side.
  const counterparty = of('NAME') || plainText((values.get('CNTP') ?? '').split('/')[3]);
  return {
    counterparty,
    purpose: of('REMI').replace(/^(USTD|STRD)\/+(CUR\/)?/, ''),
    reference: referenceOf(of('EREF')),
    booking: of('TRTP') || of('ORDP') || of('BENM'),
    others: othersOf({
      fee: of('CHGS'),
      original: of('OCMT'),
      rate: of('EXCH'),
      account: of('IBAN') || of('ACCT') || values.get('CNTP')?.split('/')[1],
      party: of('ULTD') || of('ULTC') || of('ULTB'),
      reason: of('RTRN'),
    }),
  };
}

/** By a loop: a pattern for slashes at the end tries each of a long run of them anew. */
function withoutSlashes(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '/') from++;
  while (to > from && text[to - 1] === '/') to--;
  return text.slice(from, to);
}

/** Pieces one behind the other, with a blank between them unless the first is full. */
function joinPieces(pieces: readonly string[], full: number): string {
  return pieces.reduce((text, piece, i) => {
    const former = pieces[i - 1] ?? '';
    return i === 0 || former.length >= full || former.endsWith(' ') ? text + piece : `${text} ${piece}`;
  }, '');
}
