import { type BrowserFigure, reportFigures } from '../browser/figures.ts';
import { openStage, type Stage } from '../browser/product.ts';
import { emailOf, PASSWORD, seed } from '../server/seed.ts';
import { measureAdmin } from './adminPanel.ts';
import { measureDatabase } from './databaseScreen.ts';
import { measureUpload } from './uploadScreen.ts';

const MAPPINGS = 100_000;
const PEOPLE = 5_000;
const SCREENS: readonly [name: string, measure: (stage: Stage) => Promise<BrowserFigure[]>][] = [
  ['Database', measureDatabase],
  ['Upload', measureUpload],
  ['Admin', (stage) => measureAdmin(stage, PEOPLE + 1)],
];
/** One word per letter of the alphabet, so that every tab of the Database screen has its share. */
const WORDS =
  'ALPHA BRAVO CHARLIE DELTA ECHO FOXTROT GOLF HOTEL INDIA JULIETT KILO LIMA MIKE NOVEMBER OSCAR PAPA QUEBEC ROMEO SIERRA TANGO UNIFORM VICTOR WHISKEY XRAY YANKEE ZULU'.split(
    ' ',
  );

/**
 * `npm run bench -- list`: the admins' screens in real Chromium, with 100,000 mappings and 5,000 users, held against
 * the goals "In the browser". `--json` prints JSON, `--no-record` keeps no file.
 */
export async function runList(args: readonly string[]): Promise<void> {
  const stage = await openStage({
    fill: (dataDir) => seed(dataDir, MAPPINGS, PEOPLE, 1, describe),
    person: { email: emailOf(0), password: PASSWORD },
  });
  try {
    const figures: BrowserFigure[] = [];
    for (const [screen, measure] of SCREENS) {
      console.error(`${screen} …`);
      figures.push(...(await measure(stage)));
    }
    reportFigures('list', figures, args);
  } finally {
    await stage.end();
  }
}

function describe(n: number): string {
  return `${WORDS[n % WORDS.length]} ${WORDS[Math.floor(n / 7) % WORDS.length]} TRADING BRANCH ${n}`;
}
