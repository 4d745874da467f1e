import { type Mapping, mappingKey } from '../src/model/mapping.ts';
import { seededRandom } from './random.ts';

/** A seeded list of `rows` mappings over `accounts` accounts. */
export type ListMaker = (rows: number) => Mapping[];

const SYLLABLES = 'BA DE FI GO HU KA LE MI NO PU RA SE TI VO WU ZA'.split(' ');

/** Merchants with branches, references and cities, as on a statement: much is shared within an account. */
export function statementList(accounts: number): ListMaker {
  return (rows) =>
    makeList(rows, (random, i) => {
      const account = i % accounts;
      const merchant = (account * 37 + Math.floor(random() ** 2 * 40)) % 5000;
      const parts = [name(merchant, 2), name(merchant * 7 + 1, 3)];
      if (random() < 0.5) parts.push(name(Math.floor(random() * 300) + 90_000, 3));
      parts.push(`${Math.floor(random() * 1e6)}`);
      return [parts.join(' '), account];
    });
}

/** Every description of words of its own: nothing is shared. */
export function unrelatedList(accounts: number): ListMaker {
  return (rows) =>
    makeList(rows, (random, i) => [
      `${randomName(random, 4)} ${randomName(random, 5)} ${randomName(random, 3)}`,
      i % accounts,
    ]);
}

/** One long description over and over, only a number tells the rows apart. */
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
