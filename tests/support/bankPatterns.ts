import { readFileSync } from 'node:fs';
import type { Random } from './random.ts';
import { below } from './random.ts';

/**
 * Exports as banks and card issuers write them: the names of the columns, and what stands in each by a letter: D date,
 * A amount, B balance, Z mostly empty amount, C currency, I account (IBAN), N number, R reference, X long identifier, T kind of booking, K
 * category, S status, O the own account's name, W time, E empty; P the other side, M the purpose: these two are
 * descriptions. Without names: `header` is null.
 */
type BankPattern = {
  readonly bank: string;
  readonly language: string;
  readonly delimiter: ',' | ';' | '\t';
  readonly kinds: string;
  readonly header: string | null;
};

type Words = Readonly<Record<'payees' | 'purposes' | 'kinds' | 'categories', string>>;

const stored = JSON.parse(
  readFileSync(new URL('../fixtures/bank-patterns.json', import.meta.url), 'utf8'),
) as { readonly banks: readonly BankPattern[]; readonly words: Readonly<Record<string, Words>> };

export const BANK_PATTERNS = stored.banks;

/** The file of a bank: its columns named or not, and which of them are descriptions, from 0. */
export function bankFile(
  { kinds, header, language, delimiter }: BankPattern,
  random: Random,
  lines: number,
  isNamed: boolean,
): { readonly text: string; readonly right: readonly number[] } {
  const rows = Array.from({ length: lines }, (_, line) =>
    [...kinds].map((kind, column) => quoted(cell(kind, column, line, language, random), delimiter)),
  );
  const right = [...kinds].flatMap((kind, column) => (kind === 'P' || kind === 'M' ? [column] : []));
  const names = isNamed && header !== null ? [header] : [];
  return { text: [...names, ...rows.map((cells) => cells.join(delimiter))].join('\n'), right };
}

const PLACES = 'Leeds|BERLIN|Lyon 3|Brno|Porto|Malmö|Kyoto|Haifa';

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function cell(kind: string, column: number, line: number, language: string, random: Random): string {
  // What stands in the cells, a vertical bar between the words.
  const words = stored.words[language] as Words;
  const pick = (list: string) => list.split('|')[below(random, list.split('|').length)] ?? '';
  const digits = (n: number) => Array.from({ length: n }, () => below(random, 10)).join('');
  const amount = () => `${below(random, 2) === 0 ? '-' : ''}${1 + below(random, 900)}.${digits(2)}`;
  const hex = () => Array.from({ length: 24 }, () => '0123456789abcdef'[below(random, 16)]).join('');
  switch (kind) {
    case 'D':
      return `2026-03-${String(1 + (line % 28)).padStart(2, '0')}`;
    case 'W':
      return `2026-03-${String(1 + (line % 28)).padStart(2, '0')} 1${below(random, 10)}:${1 + below(random, 5)}${below(random, 10)}:00`;
    case 'A':
    case 'B':
      return amount();
    case 'Z':
      return below(random, 2) === 0 ? '' : amount();
    case 'C':
      return 'EUR';
    case 'I':
      return column === 0 ? 'DE02120300000000202051' : `DE${digits(20)}`;
    case 'N':
      return digits(8);
    case 'R':
      return `MREF${digits(6)}X`;
    case 'X':
      return `tx_${hex()}`;
    case 'T':
      return pick(words.kinds);
    case 'K':
      return pick(words.categories);
    case 'S':
      return 'COMPLETED';
    case 'O':
      return 'Main business current account';
    case 'P':
      return below(random, 3) === 0 ? pick(words.payees) : `${pick(words.payees)} ${pick(PLACES)}`;
    case 'M':
      return pick(words.purposes).replace('%n', digits(4));
    default:
      return '';
  }
}
