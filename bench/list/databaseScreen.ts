import type { Page } from 'playwright-core';
import { type BrowserFigure, figure } from '../browser/figures.ts';
import { type LongestTask, watchMainThread } from '../browser/mainThread.ts';
import { installProbes, pageHeap, slowestInteraction } from '../browser/probes.ts';
import type { BenchEnvironment } from '../browser/product.ts';
import { type Answers, answerTime, messageTime, messageWith } from './answers.ts';

/** The screen opens at A. */
const LETTERS = [...'BCDEFGHIJKLMNOPQRSTUVWXYZA'];
const SEARCHES = [
  'alpha',
  '6123',
  'branch 9',
  'branch 99',
  'no such text',
  'zulu trading',
  'O',
  'branch 4711',
];
const PAGE_TURNS = 200;
const VISITS = 10;

/** The Database screen with the whole list: start, answers, writes, memory. */
export async function measureDatabase(environment: BenchEnvironment): Promise<BrowserFigure[]> {
  const { page } = environment;
  const started = await watchMainThread(environment, () => openFresh(page));
  await installProbes(page);
  const letters = await watchMainThread(environment, () =>
    each(LETTERS, (name) => answerTime(page, () => tab(page, name))),
  );
  const pages = await watchMainThread(environment, () => turnPages(page, PAGE_TURNS / 10));
  const searches = await watchMainThread(environment, () => search(page));
  const reading = await slowestInteraction(page);
  const writes = await watchMainThread(environment, () => editAndUndo(page));
  const writing = await slowestInteraction(page);
  const many = await watchMainThread(environment, () => deleteAndUndoMany(page));
  const analysis = await watchMainThread(environment, () => analyse(page));
  const turning = await memoryOverTurns(page);
  const visiting = await memoryOverVisits(page);
  return [
    figure('Database: navigation to rows', started.result, 'ms', 3000),
    ...answerFigures('Database: letter to rows', letters.result),
    ...answerFigures('Database: page to rows', pages.result),
    ...answerFigures('Database: search to rows', searches.result),
    figure('Database: slowest interaction, reading', reading, 'ms', 100),
    ...answerFigures('Database: save to stored and shown', writes.result),
    figure('Database: slowest interaction, writing', writing, 'ms', 100),
    figure('Database: thousands deleted and undone', many.result, 'ms'),
    figure('Database: analysis to report', analysis.result, 'ms'),
    ...taskFigures('Database: start', started.longest),
    ...taskFigures('Database: letters', letters.longest),
    ...taskFigures('Database: pages', pages.longest),
    ...taskFigures('Database: searches', searches.longest),
    ...taskFigures('Database: edits', writes.longest),
    ...taskFigures('Database: thousands deleted and undone', many.longest),
    ...taskFigures('Database: analysis', analysis.longest),
    figure(`Database: page memory after ${PAGE_TURNS} page turns`, turning, '×', 1.1),
    figure(`Database: page memory after ${VISITS} visits`, visiting, '×', 1.1),
  ];
}

/** The median, which the goal is for, and the slowest, which the machine's other work has a share in. */
export function answerFigures(name: string, answers: Answers): BrowserFigure[] {
  return [figure(name, answers, 'ms', 50), figure(`${name}, slowest`, Math.max(...answers), 'ms')];
}

/** The longest main-thread task of something, by processor time and by the clock. */
export function taskFigures(of: string, { clock, processor }: LongestTask): BrowserFigure[] {
  return [
    figure(`${of}, longest task, processor time`, processor, 'ms', 50),
    figure(`${of}, longest task, clock`, clock, 'ms', 50),
  ];
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

export async function each<T>(items: readonly T[], measure: (item: T) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) times.push(await measure(item));
  return times;
}

/** Loads the app anew at the screen's address. */
function openFresh(page: Page): Promise<number> {
  return timed(async () => {
    await page.goto(new URL('/database', page.url()).href);
    await rows(page).waitFor();
  });
}

const rows = (page: Page) => page.getByRole('table').getByRole('button', { name: /^Edit/ }).first();
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search mappings' });

function turnPages(page: Page, times: number): Promise<number[]> {
  return each(Array.from({ length: times }), () =>
    answerTime(page, () => page.getByRole('button', { name: 'Next', exact: true }).click()),
  );
}

async function search(page: Page): Promise<number[]> {
  const times = await each(SEARCHES, (text) => answerTime(page, () => box(page).fill(text)));
  await box(page).fill('');
  await box(page).pressSequentially('branch 12', { delay: 40 });
  await page.getByText(/mappings found/).waitFor();
  await answerTime(page, () => box(page).fill(''));
  return times;
}

async function editAndUndo(page: Page): Promise<number[]> {
  await tab(page, 'M');
  await page.getByText('mappings under M').waitFor();
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    await page.getByRole('button', { name: /^Edit/ }).nth(i).click();
    await page.getByRole('textbox', { name: 'GL Account' }).fill(`70${i}`);
    times.push(
      await messageTime(page, 'Mapping updated successfully.', () =>
        page.getByRole('button', { name: 'Save', exact: true }).click(),
      ),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    // Else the next round would take this round's messages for its own.
    await page.getByText(/^(Undone|Mapping updated successfully)\./).waitFor({ state: 'detached' });
  }
  return times;
}

function deleteAndUndoMany(page: Page): Promise<number> {
  page.once('dialog', (dialog) => void dialog.accept());
  return timed(async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: /^Select all .* found$/ }).click();
    await page.getByRole('button', { name: /^Delete Selected \([\d,]{5}\)/ }).click();
    await messageWith(page, /mappings deleted successfully/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await messageWith(page, /Undone\./).waitFor();
  });
}

async function analyse(page: Page): Promise<number> {
  const time = await timed(async () => {
    await page.getByRole('button', { name: 'Analyze Keywords' }).click();
    await page.getByText(/Analysis complete|No potential optimizations/).waitFor({ timeout: 120_000 });
  });
  const close = page.getByRole('button', { name: 'Close the report' });
  if ((await close.count()) > 0) await close.click();
  return time;
}

async function memoryOverTurns(page: Page): Promise<number> {
  await tab(page, 'A');
  await turnPages(page, PAGE_TURNS / 4);
  const before = await pageHeap(page);
  await tab(page, 'B');
  await page.getByText('mappings under B').waitFor();
  await turnPages(page, PAGE_TURNS / 2);
  await tab(page, 'C');
  await page.getByText('mappings under C').waitFor();
  await turnPages(page, PAGE_TURNS / 4);
  return (await pageHeap(page)) / before;
}

async function memoryOverVisits(page: Page): Promise<number> {
  const heaps: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    await page.getByRole('link', { name: 'Classifier', exact: true }).click();
    await page.getByRole('heading', { name: 'Classifier', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Database' }).click();
    await rows(page).waitFor();
    heaps.push(await pageHeap(page));
  }
  return (heaps.at(-1) ?? 0) / (heaps[1] ?? 1);
}
