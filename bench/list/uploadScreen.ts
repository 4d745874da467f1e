/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { type BrowserFigure, figure } from '../browser/figures.ts';
import { watchMainThread } from '../browser/mainThread.ts';
import type { BenchEnvironment } from '../browser/product.ts';
import { messageWith } from './answers.ts';
import { taskFigures, timed } from './databaseScreen.ts';

const PAIRS = 100_000;

/** The Upload screen: a paste of very many pairs, their dry run and analysis, and the upload itself. */
export async function measureUpload(environment: BenchEnvironment): Promise<BrowserFigure[]> {
  const { page } = environment;
  await page.getByRole('link', { name: 'Upload Data' }).click();
  await copyPairs(page);
  const pasted = await watchMainThread(environment, () => pasteAndCount(page));
  const analysed = await watchMainThread(environment, () =>
    timed(() => page.getByRole('button', { name: 'Perform Consolidation' }).waitFor({ timeout: 120_000 })),
  );
  const listed = await watchMainThread(environment, () => viewNew(page));
  const stored = await watchMainThread(environment, () => upload(page));
  return [
    figure('Upload: 100,000 pairs pasted to dry run', pasted.result, 'ms'),
    figure('Upload: dry run to report', analysed.result, 'ms'),
    figure('Upload: 100,000 pairs stored', stored.result, 'ms'),
    ...taskFigures('Upload: paste and dry run', pasted.longest),
    ...taskFigures('Upload: analysis', analysed.longest),
    ...taskFigures('Upload: a list viewed', listed.longest),
    ...taskFigures('Upload: storing', stored.longest),
  ];
}

/** Puts the pairs into the clipboard; made in the page, so that their way there is not measured. */
async function copyPairs(page: Page): Promise<void> {
  await page.evaluate(async (count) => {
    const words = ['QUAINT', 'RUSTIC', 'SOMBRE', 'TRANQUIL', 'URBAN', 'VIVID', 'WINDY', 'XERIC'];
    const pair = (i: number) => `${words[i % 8]} ${words[(i >> 3) % 8]} STORE ${i}\t${8000 + (i % 50)}`;
    await navigator.clipboard.writeText(Array.from({ length: count }, (_, i) => pair(i)).join('\n'));
  }, PAIRS);
}

function pasteAndCount(page: Page): Promise<number> {
  return timed(async () => {
    await page.getByRole('textbox', { name: /^Description and GL account/ }).click();
    await page.keyboard.press('ControlOrMeta+V');
    await dryRunOf(page, PAIRS).waitFor({ timeout: 60_000 });
  });
}

const dryRunOf = (page: Page, count: number) =>
  page
    .getByRole('region', { name: 'Preview' })
    .getByRole('listitem')
    .filter({ hasText: 'New' })
    .filter({ hasText: count.toLocaleString('en-US') });

async function viewNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View New', exact: true }).click();
  await page.getByRole('cell', { name: /STORE 99$/ }).waitFor();
  await page.getByRole('button', { name: 'Hide New', exact: true }).click();
}

function upload(page: Page): Promise<number> {
  return timed(async () => {
    await page.getByRole('button', { name: 'Add to Firebase Database' }).click();
    await messageWith(page, /^Successfully uploaded/).waitFor({ timeout: 300_000 });
  });
}
