import type { Page } from 'playwright-core';
import { type BrowserFigure, figure } from './figures.ts';
import { watchMainThread } from './mainThread.ts';
import { installProbes, longestTask, slowestInteraction } from './probes.ts';
import type { BenchEnvironment } from './product.ts';

/** The mapping list itself: loaded with the page, browsed, searched, edited. */
export async function measureList(environment: BenchEnvironment): Promise<BrowserFigure[]> {
  const { page } = environment;
  const loads: number[] = [];
  for (let round = 0; round < 3; round++) {
    const begin = performance.now();
    await environment.reload();
    loads.push(performance.now() - begin);
  }
  const loading = await watchMainThread(environment, () => environment.reload());
  await installProbes(page);
  await page.getByRole('link', { name: 'Database' }).click();
  await page.getByRole('table').getByRole('button', { name: /^Edit/ }).first().waitFor();
  const traced = await watchMainThread(environment, () => browse(page));
  const figures = [
    figure('page loaded anew until the list is there', loads, 'ms'),
    figure('longest main-thread task of that, processor time', loading.longest.processor, 'ms', 50),
    figure('Database screen: longest main-thread task', await longestTask(page), 'ms', 50),
    figure('Database screen: the same in processor time', traced.longest.processor, 'ms', 50),
    figure('Database screen: slowest interaction', await slowestInteraction(page), 'ms', 100),
  ];
  await page.getByRole('link', { name: 'Classifier', exact: true }).click();
  await page.getByRole('textbox', { name: 'Descriptions, one per line' }).waitFor();
  return figures;
}

async function browse(page: Page): Promise<void> {
  for (let i = 0; i < 5; i++) await page.getByRole('button', { name: 'Next' }).click();
  for (const letter of ['M', 'T', '#', 'S'])
    await page.getByRole('tab', { name: letter, exact: true }).click();
  const search = page.getByRole('searchbox', { name: 'Search mappings' });
  await search.focus();
  await page.keyboard.type('street', { delay: 30 });
  await search.fill('');
  await page.getByRole('table').getByRole('button', { name: /^Edit/ }).first().click();
  // The first row may be too short a keyword to be saved again.
  await page.getByRole('textbox', { name: 'Keyword / Description' }).fill('Street market of many stalls');
  await page.getByRole('textbox', { name: 'GL Account' }).fill('4711');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Mapping updated successfully.').waitFor();
}
