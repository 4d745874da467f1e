import { createClassifier } from '#engine/classifier.ts';
import { BLANK, UNMATCHED } from '#model/classification.ts';
import { type Mapping, NO_MATCH } from '#model/mapping.ts';
import { type BrowserFigure, figure } from './figures.ts';
import { watchMainThread } from './mainThread.ts';
import { longestTask, makeText, pageHeap, paste, press } from './probes.ts';
import type { BenchEnvironment } from './product.ts';

const PASTES = 10;

/** The goals of a paste of `lines`: ten pastes, the last one traced. */
export async function measurePastes(environment: BenchEnvironment, lines: number): Promise<BrowserFigure[]> {
  const { page } = environment;
  const pastes: number[] = [];
  const firsts: number[] = [];
  const wholes: number[] = [];
  const heaps: number[] = [];
  const resident: number[] = [];
  const tasks: number[] = [];
  for (let round = 0; round <= PASTES; round++) {
    await makeText(page, 1, `paste${round}`);
    await longestTask(page);
    const times = await paste(page, `paste${round}`, 'complete');
    const task = await longestTask(page);
    heaps.push(await pageHeap(page));
    resident.push(await environment.memory());
    // The first paste is not counted: it also loads code that all later ones use.
    if (round === 0) continue;
    pastes.push(times.firstAccount);
    firsts.push(times.firstAccount - times.pauseEnd);
    wholes.push(times.complete - times.pauseEnd);
    tasks.push(task);
  }
  await makeText(page, 1, 'traced');
  const traced = await watchMainThread(environment, () => paste(page, 'traced', 'complete'));
  const pauses = (Math.ceil(lines / 200) - 1) * 10;
  return [
    figure('first account after the paste, 500 ms of which are the pause', pastes, 'ms'),
    figure('first account after the end of the pause', firsts, 'ms', 50),
    figure('whole run, of which the pauses are 10 ms per 200 lines', wholes, 'ms', pauses * 1.2),
    figure('longest main-thread task of a paste', tasks, 'ms', 50),
    figure('the same in processor time, one paste', traced.longest.processor, 'ms', 50),
    figure('main thread in all, processor time, one paste', traced.total, 'ms'),
    figure('page heap after ten pastes, against the first', growth(heaps), '×', 1.1),
    figure('resident memory after ten pastes, against the first', growth(resident), '×', 1.1),
  ];
}

/** Of the last three against the first three that have all loaded. */
function growth(values: readonly number[]): number {
  const middle = (of: readonly number[]) => of.toSorted((a, b) => a - b)[1] ?? Number.NaN;
  return middle(values.slice(-3)) / middle(values.slice(1, 4));
}

/**
 * Pastes, and copies at once, so that the rest of the run goes without pauses. Throws when the accounts are not
 * those that the engine gives in this process.
 */
export async function measureCopies(
  { page }: BenchEnvironment,
  mappings: readonly Mapping[],
  text: string,
): Promise<BrowserFigure[]> {
  const expected = accountsOf(mappings, text);
  const copied = `Copied ${expected.length.toLocaleString('en-US')} GL accounts!`;
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    await page.getByText(copied).waitFor({ state: 'detached' });
    await makeText(page, 1, `copy${round}`);
    await paste(page, `copy${round}`, 'begun');
    times.push(await press(page, 'Copy GL Account Only', copied));
  }
  const accounts = await page.evaluate(() => navigator.clipboard.readText());
  // The first line has the mark of its paste before it.
  if (accounts.split('\n').slice(1).join('\n') !== expected.slice(1).join('\n'))
    throw new Error('The copied accounts are not those of the engine.');
  return [figure('rest of the run without pauses, and copied', times, 'ms', 150)];
}

function accountsOf(mappings: readonly Mapping[], text: string): string[] {
  const classifier = createClassifier(mappings);
  return text.split('\n').map((line) => {
    const id = classifier.classify(line);
    if (id === BLANK) return '';
    return id === UNMATCHED ? NO_MATCH : classifier.mapping(id).glAccount;
  });
}
