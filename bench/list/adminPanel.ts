/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { type BrowserFigure, figure } from '../browser/figures.ts';
import { watchMainThread } from '../browser/mainThread.ts';
import { pageHeap, slowestInteraction } from '../browser/probes.ts';
import type { BenchEnvironment } from '../browser/product.ts';
import { answerTime } from './answers.ts';
import { answerFigures, each, taskFigures, timed } from './databaseScreen.ts';

const SEARCHES = ['person-4', 'person-49', 'nobody', 'person-4999', 'person-1'];
const VISITS = 10;

/** The Admin Panel with `users` users: start, search, scrolling, memory. */
export async function measureAdmin(environment: BenchEnvironment, users: number): Promise<BrowserFigure[]> {
  const { page } = environment;
  await leave(page);
  const opened = await watchMainThread(environment, () => timed(() => open(page, users)));
  await slowestInteraction(page);
  const searched = await watchMainThread(environment, () => search(page));
  const interaction = await slowestInteraction(page);
  const scrolled = await watchMainThread(environment, () => scroll(page));
  const heaps: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    await leave(page);
    await open(page, users);
    heaps.push(await pageHeap(page));
  }
  return [
    figure(`Admin: all ${users} users shown`, opened.result, 'ms'),
    ...answerFigures('Admin: search to rows', searched.result),
    figure('Admin: slowest interaction', interaction, 'ms', 100),
    ...taskFigures('Admin: start', opened.longest),
    ...taskFigures('Admin: search', searched.longest),
    ...taskFigures('Admin: scrolling', scrolled.longest),
    figure(`Admin: page memory after ${VISITS} visits`, (heaps.at(-1) ?? 0) / (heaps[1] ?? 1), '×', 1.1),
  ];
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Classifier', exact: true }).click();
  await page.getByRole('heading', { name: 'Classifier', level: 1 }).waitFor();
}

async function open(page: Page, users: number): Promise<void> {
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await page
    .getByText(`${users.toLocaleString('en-US')} users`, { exact: true })
    .waitFor({ timeout: 60_000 });
}

async function search(page: Page): Promise<number[]> {
  const box = page.getByPlaceholder('Search by email or name');
  const times = await each(SEARCHES, (text) => answerTime(page, () => box.fill(text)));
  await box.fill('');
  return times;
}

async function scroll(page: Page): Promise<void> {
  const table = page.getByRole('table').last();
  await table.hover();
  for (let i = 0; i < 60; i++) await page.mouse.wheel(0, 400);
}
