import { createClassifier } from '#engine/classifier.ts';
import { type Band, type Bands, bandsOf, calibrate, judge } from '#engine/guess/bands.ts';
import type { LikelyAccounts } from '#engine/guess/LikelyAccounts.ts';
import { trainAtOnce } from '#engine/guess/train.ts';
import { runToEnd } from '#engine/steps.ts';
import { UNMATCHED } from '#model/classification.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { guessNaively } from '../tests/support/naiveLikelyAccounts.ts';
import { below, pick, type Random, seededRandom } from '../tests/support/random.ts';
import { LEFT_OUT, realSetsIfNamed } from '../tests/support/realSets.ts';
import {
  type Learner,
  linearOverGrams,
  mostFrequentAccount,
  naiveBayesOverWords,
  nearestMapping,
} from './guessBaselines.ts';
import { type LabelledLine, type LabelledList, labelledLists } from './labelledLists.ts';
import { processorTime, summarise, usedBytes } from './measure.ts';
import { printTeaching } from './teaching.ts';
import { EXTRA_LARGE, generateWorkload } from './workload.ts';

const ours: Learner = (list) => {
  const likely = trainAtOnce(list);
  return (description) => likely.guess(description).map(({ glAccount }) => glAccount);
};
const LEARNERS: Readonly<Record<string, Learner>> = {
  ours,
  'most frequent account': mostFrequentAccount,
  'naive Bayes over words': naiveBayesOverWords,
  'nearest mapping': nearestMapping,
  'linear over grams': linearOverGrams,
};
const GOAL_MEAN = 0.64;
const GOALS: Readonly<Record<string, number>> = {
  training: 300,
  'sixty rows': 5,
  'all rows': 1000,
  calibration: 1000,
};
const ROWS = 15_000;
const ROWS_IN_SIGHT = 60;
const RUNS = 7;

/**
 * Likely accounts: how often the account that was booked is the first, or one of the three guessed, beside plain
 * baselines; share and precision of the bands; the keys of teaching, with `--keys` these alone; times. The sets are the real
 * ones, where REAL_DATA names their folder.
 */
export async function runGuesses(args: readonly string[]): Promise<void> {
  const real = realSetsIfNamed();
  checkAnswers();
  const sets = real ? labelledLists(real) : [seededSet()];
  if (!real) console.log(`${LEFT_OUT} A set made by seed takes their place, for which there is no goal.`);
  const isKeysOnly = args.includes('--keys');
  if (!isKeysOnly) printQuality(sets, real !== null);
  for (const set of isKeysOnly ? [] : sets) printBands(set);
  for (const set of sets.filter(({ isOwn }) => isOwn)) await printTeaching(set);
  if (!isKeysOnly) await printTimes();
}

/** The answers are those of the plain formulas, or the benchmark stops. */
function checkAnswers(): void {
  const { list, lines } = seededSet();
  const some = list.slice(0, 120);
  const likely = trainAtOnce(some);
  for (const { description } of lines.slice(0, 40)) {
    const found = likely.guess(description).map(({ glAccount }) => glAccount);
    const expected = guessNaively(some, description).map(({ glAccount }) => glAccount);
    if (found.join() !== expected.join())
      throw new Error(`Wrong guesses for "${description}": run the unit tests.`);
  }
  console.log('answers: those of the plain formulas');
}

/** Names of made-up words, of which every account prefers some. */
function seededSet(seed = 1): LabelledList {
  const random = seededRandom(seed);
  const word = () => Array.from({ length: 2 + below(random, 3) }, () => pick(random, SYLLABLES)).join('');
  const general = Array.from({ length: 300 }, word);
  const accounts = Array.from({ length: 60 }, (_unused, i) => ({
    glAccount: String(6000 + i),
    words: Array.from({ length: 25 }, word),
  }));
  const text = (random: Random, words: readonly string[]) =>
    [pick(random, random() < 0.7 ? words : general), pick(random, general), String(below(random, 1e5))].join(
      ' ',
    );
  const line = () => {
    const { glAccount, words } = pick(random, accounts);
    return { description: text(random, words), glAccount };
  };
  const list = Array.from({ length: 4000 }, line).map((one) => ({
    ...one,
    key: mappingKey(one.description),
  }));
  const lines = Array.from({ length: 2000 }, line);
  return { name: 'made by seed', isOwn: true, list, text: lines, lines };
}

const SYLLABLES =
  'ba be bo da di fa fi ga go ka ke ko la le li lo ma mi mo na ne no pa pe po ra re ri ro sa se si so ta te ti to va ve vi'.split(
    ' ',
  );

type Quality = {
  readonly top1: number;
  readonly top3: number;
  readonly distinct1: number;
  readonly distinct3: number;
};

function printQuality(sets: readonly LabelledList[], hasGoal: boolean): void {
  console.log(
    '\nShare of lines without a match for which the account that was booked is guessed: first / among three; the same of distinct descriptions',
  );
  const results = Object.entries(LEARNERS).map(([name, learner]) => ({
    name,
    qualities: sets.map((set) => measureQuality(learner(set.list), set.lines)),
  }));
  for (const [i, { name, lines }] of sets.entries()) {
    console.log(
      `${name}: ${lines.length.toLocaleString('en')} lines, ${new Set(lines.map(({ description }) => description)).size.toLocaleString('en')} distinct`,
    );
    for (const { name: learner, qualities } of results) {
      const { top1, top3, distinct1, distinct3 } = qualities[i] as Quality;
      console.log(
        `  ${learner.padEnd(24)} ${percent(top1)} / ${percent(top3)}   distinct ${percent(distinct1)} / ${percent(distinct3)}`,
      );
    }
  }
  for (const { name, qualities } of results) {
    const own = qualities.filter((_quality, i) => sets[i]?.isOwn);
    const mean = own.reduce((sum, { top3 }) => sum + top3, 0) / own.length;
    const verdict =
      name !== 'ours' || !hasGoal ? '' : ` (goal ≥ ${GOAL_MEAN}: ${mean >= GOAL_MEAN ? 'met' : 'MISSED'})`;
    console.log(`mean among three over the lists of mappings, ${name}: ${mean.toFixed(3)}${verdict}`);
  }
}

function measureQuality(
  guess: (description: string) => readonly string[],
  lines: readonly LabelledLine[],
): Quality {
  const byText = new Map<string, { lines: number; first: number; among: number }>();
  const guesses = new Map<string, readonly string[]>();
  for (const { description, glAccount } of lines) {
    const found = guesses.get(description) ?? guess(description);
    guesses.set(description, found);
    const tally = byText.get(description) ?? { lines: 0, first: 0, among: 0 };
    tally.lines++;
    if (found[0] === glAccount) tally.first++;
    if (found.includes(glAccount)) tally.among++;
    byText.set(description, tally);
  }
  const tallies = [...byText.values()];
  const total = (of: (tally: (typeof tallies)[number]) => number) =>
    tallies.reduce((sum, tally) => sum + of(tally), 0);
  return {
    top1: total(({ first }) => first) / lines.length,
    top3: total(({ among }) => among) / lines.length,
    distinct1: total(({ first, lines }) => first / lines) / tallies.length,
    distinct3: total(({ among, lines }) => among / lines) / tallies.length,
  };
}

/** What each band promises, and how often it is kept: by line, and by distinct description. */
function printBands({ name, list, lines }: LabelledList): void {
  const likely = trainAtOnce(list);
  const bands = runToEnd(calibrate(likely));
  console.log(
    `\n${name}: bands from a share of ${bands.strong.toFixed(2)} (strong) and ${bands.weak.toFixed(2)} (weak)`,
  );
  const texts = byDescription(lines);
  for (const [band, said] of Object.entries(tallyBands(likely, bands, texts))) {
    const right = (of: keyof Rights) =>
      `${percent(mean(said, of, ({ lines }) => lines))} (distinct ${percent(mean(said, of, () => 1))})`;
    const count = said.reduce((sum, { lines }) => sum + lines, 0);
    const precision = count === 0 ? '' : `, right first ${right('first')}, among three ${right('among')}`;
    console.log(
      `  ${band.padEnd(6)} ${percent(count / lines.length)} of the lines, ${said.length} distinct${precision}${verdictOn(band as Band, said)}`,
    );
  }
}

function byDescription(lines: readonly LabelledLine[]): ReadonlyMap<string, readonly LabelledLine[]> {
  const texts = new Map<string, LabelledLine[]>();
  for (const line of lines) {
    const known = texts.get(line.description);
    if (known) known.push(line);
    else texts.set(line.description, [line]);
  }
  return texts;
}

/** A band is judged where at least so many distinct descriptions have it. */
const ENOUGH_DISTINCT = 100;
const PROMISES: Readonly<Partial<Record<Band, readonly [of: keyof Rights, share: number]>>> = {
  strong: ['first', 0.8],
  weak: ['among', 0.5],
};

/** The shares of one description's lines that the first account and the three are right for. */
type Rights = { readonly first: number; readonly among: number };
type Said = Rights & { readonly lines: number };

function verdictOn(band: Band, said: readonly Said[]): string {
  const promise = PROMISES[band];
  if (promise === undefined || said.length < ENOUGH_DISTINCT) return '';
  const [of, share] = promise;
  const isKept = [({ lines }: Said) => lines, () => 1].every((weight) => mean(said, of, weight) >= share);
  return `; said ${percent(share).trim()}: ${isKept ? 'kept' : 'BROKEN'}`;
}

function mean(said: readonly Said[], of: keyof Rights, weightOf: (one: Said) => number): number {
  const weights = said.reduce((sum, one) => sum + weightOf(one), 0);
  return said.reduce((sum, one) => sum + one[of] * weightOf(one), 0) / weights;
}

function tallyBands(
  likely: LikelyAccounts,
  bands: Bands,
  texts: ReadonlyMap<string, readonly LabelledLine[]>,
): Record<Band, Said[]> {
  const said: Record<Band, Said[]> = { strong: [], weak: [], none: [] };
  for (const [description, booked] of texts) {
    const judged = judge(likely, description);
    const accounts = judged.guesses.map(({ glAccount }) => glAccount);
    const share = (isRight: (glAccount: string) => boolean) =>
      booked.filter(({ glAccount }) => isRight(glAccount)).length / booked.length;
    said[bandsOf(judged, bands)[0] ?? 'none'].push({
      lines: booked.length,
      first: share((glAccount) => glAccount === accounts[0]),
      among: share((glAccount) => accounts.includes(glAccount)),
    });
  }
  return said;
}

async function printTimes(): Promise<void> {
  const { mappings, lines } = generateWorkload(EXTRA_LARGE);
  const classifier = createClassifier(mappings);
  const rows = lines.filter((line) => classifier.classify(line) === UNMATCHED).slice(0, ROWS);
  const spare = {
    ...(mappings[0] as Mapping),
    key: mappingKey('a spare mapping'),
    description: 'a spare mapping',
  };
  const before = await usedBytes();
  let likely = trainAtOnce(mappings);
  const memory = (await usedBytes()) - before;
  console.log(`\n${mappings.length.toLocaleString('en')} mappings; processor time, median of ${RUNS}, in ms`);
  printTime('training', () => {
    likely = trainAtOnce(mappings);
  });
  printTime('sixty rows', () => guessAll(likely, rows.slice(0, ROWS_IN_SIGHT)));
  printTime('all rows', () => guessAll(likely, rows), `(${rows.length.toLocaleString('en')})`);
  printTime('calibration', () => runToEnd(calibrate(likely)));
  printTime('one mapping added and removed', () => {
    likely.apply([spare], []);
    likely.apply([], [spare.key]);
  });
  console.log(`memory beside the mappings: ${(memory / 1e6).toFixed(1)} MB`);
}

function guessAll(likely: LikelyAccounts, rows: readonly string[]): void {
  for (const row of rows) likely.guess(row);
}

function printTime(name: string, work: () => void, note = ''): void {
  const times = Array.from({ length: RUNS }, () => {
    const start = processorTime();
    work();
    return processorTime() - start;
  });
  const { median, low, high } = summarise(times);
  const goal = GOALS[name];
  const verdict = goal === undefined ? '' : `, goal ≤ ${goal}: ${median <= goal ? 'met' : 'MISSED'}`;
  console.log(
    `  ${name}${note && ` ${note}`}: ${median.toFixed(1)} (${low.toFixed(1)} – ${high.toFixed(1)})${verdict}`,
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(7);
}
