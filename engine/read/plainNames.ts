import { CURRENCY_CODES } from '../amounts.ts';

/** No name is longer, blanks included; the patterns for the end of a name would take the square of its length. */
const MAX_NAME = 200;

/** A name without what different writers write differently: case, width, accents of capitals, punctuation, spaces. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’'`´]/g, '’')
    .replace(/[\s_\-–]+/g, ' ')
    .replace(/[.:*?"()[\]]+/g, '')
    .trim();
}

/**
 * A name as it is looked up: without accents (`Libelle`, `Waehrung`), numbers at its end, units in brackets, a currency
 * behind it (`Betrag CHF`), and signs.
 */
export function foldedName(name: string): string {
  if (name.length > MAX_NAME) return '';
  const own = name.replace(/[([（][^)\]）]*[)\]）]\s*$/, '').replace(/\s[A-Z]{3}\s*$/, withoutCurrency);
  return withoutAccents(plainName(own))
    .replace(/([aou])e/g, '$1')
    .replace(/^[#*]+|[\s\d#*]+$/g, '');
}

/** A text without the accents of its letters, which some programs leave out. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

function withoutCurrency(last: string): string {
  return CURRENCY_CODES.has(last.trim()) ? '' : last;
}

/** The place of each name in its language's list, names of one list with `|` between them: the smaller, the clearer. */
export function rankedNames(lists: readonly string[]): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const list of lists) {
    for (const [place, name] of list.split('|').entries()) {
      const plain = foldedName(name);
      known.set(plain, Math.min(place, known.get(plain) ?? place));
    }
  }
  return known;
}
