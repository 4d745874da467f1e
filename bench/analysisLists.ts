import { type Mapping, mappingKey } from '#model/mapping.ts';
import { seededRandom } from '../tests/support/random.ts';

/** A seeded list of `rows` mappings over `accounts` accounts. */
export type ListMaker = (rows: number) => Mapping[];

const SYLLABLES = 'BA DE FI GO HU KA LE MI NO PU RA SE TI VO WU ZA'.split(' ');

const ROWS_PER_MERCHANT = 50;

/**
 * Merchants with branches, references and cities, as on a statement: much is shared within an account, and one merchant
 * in twelve has two accounts. Rows per merchant stay the same at every size, so that growth compares like with like.
 */
export function statementList(accounts: number): ListMaker {
  return (rows) => {
    const merchants = Math.max(4, Math.round(rows / accounts / ROWS_PER_MERCHANT));
    return makeList(rows, (random, i) => {
      const account = i % accounts;
      const merchant = Math.floor((account * merchants * 11) / 12 + random() ** 2 * merchants);
      const parts = [name(merchant, 2), name(merchant * 7 + 1, 3)];
      if (random() < 0.5) parts.push(name(Math.floor(random() * 300) + 90_000, 3));
      parts.push(`${Math.floor(random() * 1e6)}`);
      return [parts.join(' '), account];
    });
  };
}

/** Every description of words of its own, of so many syllables each: nothing is shared. */
export function unrelatedList(accounts: number, syllables: readonly number[] = [4, 5, 3]): ListMaker {
  return (rows) =>
    makeList(rows, (random, i) => [
      syllables.map((count) => randomName(random, count)).join(' '),
      i % accounts,
    ]);
}

/** One long description over and over, the rows differ by a number only. */
export const nearIdenticalList: ListMaker = (rows) =>
  makeList(rows, (_random, i) => [
    `QUARTERLY SERVICE CHARGE FOR OFFICE BUILDING NORTH WING FLOOR ${i}`,
    i % 5,
  ]);

/** Repeated letters in runs of every length. */
export const repeatedLettersList: ListMaker = (rows) =>
  makeList(rows, (random, i) => [`${'A'.repeat(10 + Math.floor(random() * 50))} ${i.toString(36)}`, i % 5]);

/** Repeated one-letter words: a phrase may begin and end nearly everywhere. */
export const repeatedWordsList: ListMaker = (rows) =>
  makeList(rows, (random, i) => [`${'A '.repeat(5 + Math.floor(random() * 25))}${i.toString(36)}`, i % 5]);

function makeList(rows: number, row: (random: () => number, i: number) => [string, number]): Mapping[] {
  const random = seededRandom(rows);
  return Array.from({ length: rows }, (_unused, i) => {
    const [description, account] = row(random, i);
    return { key: mappingKey(description), description, glAccount: `${4000 + account}` };
  });
}

function name(seed: number, syllables: number): string {
  return randomName(seededRandom(seed), syllables);
}

function randomName(random: () => number, syllables: number): string {
  return Array.from({ length: syllables }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
}
