import type { BenchEnvironment } from '../browser/product.ts';
import { runSuites, type SuitePlan } from '../browser/suites.ts';
import { numberedMappings } from '../server/seed.ts';
import { measureAdmin } from './adminPanel.ts';
import { measureDatabase } from './databaseScreen.ts';
import { measureGrowingList } from './growingList.ts';
import { measureUpload } from './uploadScreen.ts';

const MAPPINGS = 100_000;
const PEOPLE = 5_000;
/** One word per letter of the alphabet, so that every tab of the Database screen has its share. */
const WORDS =
  'ALPHA BRAVO CHARLIE DELTA ECHO FOXTROT GOLF HOTEL INDIA JULIETT KILO LIMA MIKE NOVEMBER OSCAR PAPA QUEBEC ROMEO SIERRA TANGO UNIFORM VICTOR WHISKEY XRAY YANKEE ZULU'.split(
    ' ',
  );

/**
 * `npm run bench -- list`: the admins' screens in real Chromium, with 100,000 mappings and 5,000 users, held against
 * the goals "In the browser". `args` as in {@link runSuites}; letters of the list need some thousand mappings each, and 0 is the list that grows.
 */
export function runList(args: readonly string[]): Promise<void> {
  const plan = (mappings: number): SuitePlan => {
    if (mappings === 0) return { mappings: [], parts: { 'Growing list': measureGrowingList } };
    return {
      mappings: numberedMappings(mappings, describe),
      users: PEOPLE,
      parts: {
        Database: measureDatabase,
        Upload: measureUpload,
        Admin: (environment: BenchEnvironment) => measureAdmin(environment, PEOPLE + 1),
      },
    };
  };
  return runSuites('list', [0, MAPPINGS], plan, args);
}

function describe(n: number): string {
  return `${WORDS[n % WORDS.length]} ${WORDS[Math.floor(n / 7) % WORDS.length]} TRADING BRANCH ${n}`;
}
