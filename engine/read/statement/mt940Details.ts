import { exactAmount, FEE_COLUMN, type Others, plainText, referenceOf } from './entries.ts';

/** What a field 86 says about a payment. */
type Details = {
  readonly counterparty: string;
  readonly purpose: string;
  readonly reference: string;
  /** What further references there are. */
  readonly references: readonly string[];
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
  /\/(TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|KREF|MARF|MREF|CSID|CNTP|ORDP|BENM|ISDT|RTRN|PREF|RREF|SVCL|PURP|ULTD|ULTC|ULTB|ADDR|ACCT|BUSP|OCMT|CHGS|EXCH|INIT|ID|PY|CD|NRTX|TXTP)(?=\/)/;

/** Keys of returned payments in German statements; other keys are of payments that did not come back. */
const RETURN = /^9[01]\d$/;
const MONEY = /([A-Z]{3})?\s*(\d[\d.]*(?:,\d*)?)\s*([A-Z]{3})?/;

/** A text by its name: those of SWIFT, to which the numbers of a field are brought, and the keywords of SEPA. */
type Part = readonly [name: string, text: string | undefined];

/**
 * Reads the lines of a field 86 in the forms that banks use; a text in none of them is the purpose. What they leave out may
 * stand in the further lines of a field 61, such as an amount that was exchanged.
 */
export function readDetails(lines: readonly string[], supplement: string): Details {
  const further = supplement.startsWith('/') ? slashedParts(supplement) : [];
  const parts = firstFilled([...partsOf(lines), ...further]);
  const allOf = (...names: readonly string[]) => names.flatMap((name) => parts.get(name) ?? []);
  const firstOf = (...names: readonly string[]) => allOf(...names)[0] ?? '';
  const [reference = '', ...references] = allOf('EREF', 'KREF', 'PREF', 'RREF').filter(referenceOf);
  const original = readMoney(firstOf('OAMT', 'OCMT'));
  return {
    counterparty: firstOf('NAME', 'PARTY'),
    purpose: allOf('REMI', 'SVWZ', 'ABWA').join(' '),
    reference,
    references,
    booking: firstOf('TRTP', 'ORDP', 'BENM'),
    others: {
      [FEE_COLUMN]: readMoney(firstOf('COAM', 'CHGS')).amount,
      'Original amount': original.amount,
      'Original currency': original.currency,
      Rate: firstOf('EXCH').replace(',', '.'),
      'Return reason': firstOf('RTRN'),
      'Ultimate party': firstOf('ABWE', 'ULTD', 'ULTC', 'ULTB'),
      'Counterparty account': firstOf('IBAN', 'ACCT', 'CNTP'),
    },
  };
}

/** Of several texts of one name the first that is not blank. */
function firstFilled(parts: readonly Part[]): ReadonlyMap<string, string> {
  const filled = new Map<string, string>();
  for (const [name, text] of parts) if (!filled.get(name)) filled.set(name, plainText(text));
  for (const [name, text] of filled) if (text === '') filled.delete(name);
  return filled;
}

function readMoney(text: string): { readonly amount: string; readonly currency: string | undefined } {
  const [, before, figure = '', behind] = MONEY.exec(text) ?? [];
  return { amount: exactAmount(figure, ',') ?? figure, currency: before ?? behind };
}

function partsOf(lines: readonly string[]): readonly Part[] {
  const text = lines.join('');
  const sign = NUMBERED.exec(text)?.[1];
  if (sign !== undefined) return numberedParts(text, sign);
  const parts = /^\s*\//.test(text) ? slashedParts(text) : [];
  return parts.length > 0 ? parts : [['REMI', joinPieces(lines, FULL_LINE)]];
}

function numberedParts(text: string, sign: string): readonly Part[] {
  const pieces = new Map<number, string>();
  for (const [code, piece] of behindNames(text.split(new RegExp(`\\${sign}(\\d\\d)`))))
    pieces.set(Number(code), `${pieces.get(Number(code)) ?? ''}${piece}`);
  const between = (from: number, to: number) =>
    [...pieces].filter(([code]) => code >= from && code <= to).map(([, piece]) => piece);
  const purpose = joinPieces([...between(20, 29), ...between(60, 65)], FULL_PART).split(SEPA);
  return [
    ['REMI', purpose[0]],
    ...behindNames(purpose),
    ['TRTP', pieces.get(0)],
    ['ACCT', pieces.get(31)],
    ['NAME', joinPieces(between(32, 33), FULL_PART)],
    ['RTRN', RETURN.exec(pieces.get(34) ?? '')?.[0]],
  ];
}

function slashedParts(text: string): readonly Part[] {
  return behindNames(text.split(SLASHED)).flatMap(([name, value]): readonly Part[] => {
    // Account, bank and name of the other side.
    const [, account, , party] = value.split('/');
    if (name === 'CNTP')
      return [
        [name, account],
        ['PARTY', party],
      ];
    const plain = plainText(withoutSlashes(value));
    return [[name, name === 'REMI' ? plain.replace(/^(USTD|STRD)\/+(CUR\/)?/, '') : plain]];
  });
}

/** Name and text by turns, as a text is cut at names that stand in it. */
function behindNames([, ...cut]: readonly string[]): readonly (readonly [name: string, text: string])[] {
  return cut.flatMap((name, i) => (i % 2 === 0 ? [[name, cut[i + 1] ?? ''] as const] : []));
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
