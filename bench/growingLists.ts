import { type Mapping, mappingKey } from '#model/mapping.ts';

/**
 * Lists that grow, as functions from a number to the mapping that comes then: names, bank lines that begin alike, and lines
 * that begin alike for longer than the units that the engine takes grams from.
 */
export const GROWING_LISTS: Readonly<Record<string, (n: number) => Mapping>> = {
  'bank lines': bankLine,
  'long shared beginnings': (n) =>
    numbered(
      n,
      `DEBIT CARD PURCHASE XXXXXXXXXXXX1234 AT THE INTERNATIONAL STORES OF THE CITY ${name(n)} ${n}`,
    ),
  names: (n) => numbered(n, `${name(n)} TRADING BRANCH ${n}`),
};

export function bankLine(n: number): Mapping {
  return numbered(n, `DEBIT CARD PURCHASE XXXXXXXXXXXX${1000 + (n % 7)} ${name(n)} STORE ${n}`);
}

const WORDS =
  'ALPHA BRAVO CHARLIE DELTA ECHO FOXTROT GOLF HOTEL INDIA JULIETT KILO LIMA MIKE NOVEMBER OSCAR PAPA QUEBEC ROMEO SIERRA TANGO'.split(
    ' ',
  );

function name(n: number): string {
  return `${WORDS[n % WORDS.length]} ${WORDS[(n >>> 3) % WORDS.length]}`;
}

function numbered(n: number, description: string): Mapping {
  return { key: mappingKey(description), description, glAccount: String(1000 + (n % 120)) };
}
