import type { Page } from 'playwright-core';
import { type BrowserFigure, figure } from './figures.ts';
import { watchMainThread } from './mainThread.ts';
import { longestTask, makeText, paste, scrollFrames, slowestInteraction } from './probes.ts';
import type { BenchEnvironment } from './product.ts';

/** What people do with a result, and while one is being made. */
export async function measureHandling(environment: BenchEnvironment): Promise<BrowserFigure[]> {
  const { page } = environment;
  await makeText(page, 1, 'handled');
  await paste(page, 'handled', 'complete');
  await longestTask(page);
  const frames = await scrollFrames(page);
  const scrolling = await longestTask(page);
  const traced = await watchMainThread(environment, () => scrollFrames(page));
  const finds = await measureFinds(page);
  await slowestInteraction(page);
  await edit(page);
  const editing = await slowestInteraction(page);
  await makeText(page, 1, 'busy');
  await paste(page, 'busy', 'begun');
  await filterAndEdit(page);
  const whileRunning = await slowestInteraction(page);
  return [
    figure('frame while scrolling', frames, 'ms', 17),
    figure('longest main-thread task while scrolling', scrolling, 'ms', 50),
    figure('the same in processor time', traced.longest.processor, 'ms', 50),
    figure('find in all rows, key to rows', finds, 'ms'),
    figure('slowest interaction: editing, moving', editing, 'ms', 100),
    figure('slowest interaction during a run: filters, find, editing', whileRunning, 'ms', 100),
    figure('longest main-thread task of all that', await longestTask(page), 'ms', 50),
  ];
}

async function edit(page: Page): Promise<void> {
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('F2');
  await page.keyboard.type('Tesco Stores Hull', { delay: 30 });
  await page.keyboard.press('Enter');
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown');
}

async function filterAndEdit(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^No Match/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('searchbox', { name: 'Find in all rows' }).focus();
  await page.keyboard.type('london', { delay: 30 });
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: /^Matched/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await edit(page);
}

async function measureFinds(page: Page): Promise<number[]> {
  const times: number[] = [];
  const find = page.getByRole('searchbox', { name: 'Find in all rows' });
  for (const text of ['london', 'invoice', 'é', 'ref 7919', '1042']) {
    const begin = performance.now();
    await find.fill(text);
    await page.getByText(/\d shown$/).waitFor();
    times.push(performance.now() - begin);
    await find.fill('');
    await page.getByText(/\d shown$/).waitFor({ state: 'detached' });
  }
  return times;
}
