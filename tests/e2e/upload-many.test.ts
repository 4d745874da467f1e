import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { bankLine } from '../../bench/growingLists.ts';
import { productOfFile } from '../support/productOfFile.ts';
import { signIn } from '../support/screens.ts';
import { dryRunCount, openUpload, pairBox, pastePairs } from '../support/uploadScreen.ts';

const COUNT = 100_000;
const pairs = Array.from({ length: COUNT }, (_unused, i) => bankLine(i))
  .map(({ description, glAccount }) => `${description}\t${glAccount}`)
  .join('\n');

describe('an upload of 100,000 pairs that begin alike, into an empty list', () => {
  const product = productOfFile({ args: ['--empty'] });
  let page: Page;

  beforeAll(async () => {
    page = await product.newPage();
    await page.addInitScript(watchLongTasks);
    await page.goto(product.url);
    await signIn(page, product.admin);
    await openUpload(page);
  });

  const resume = () => page.getByRole('button', { name: 'Resume', exact: true });

  it('is told before it is stored', async () => {
    await tell(page, 'sign-in and start');
    await pastePairs(page, pairs);
    await expect.poll(() => dryRunCount(page, 'New'), { timeout: 30_000 }).toBe(COUNT);
    await page.getByRole('button', { name: 'Perform Consolidation' }).waitFor();
    await tell(page, 'paste, dry run and analysis');
  });

  it('is cancelled, resumed, killed with its tab and resumed again, and counts every mapping once', async () => {
    await page.getByRole('button', { name: 'Add to Firebase Database' }).click();
    await storedMore(0);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await resume().waitFor();
    await expect.poll(() => dryRunCount(page, 'Already there')).toBeGreaterThan(0);
    await tell(page, 'upload until cancelled');
    await resume().click();
    await storedMore(2_000);
    await page.reload();
    await resume().waitFor({ timeout: 30_000 });
    await expect
      .poll(async () => (await pairBox(page).inputValue()).length, { timeout: 30_000 })
      .toBeGreaterThan(0);
    await expect.poll(() => dryRunCount(page, 'New'), { timeout: 30_000 }).toBeLessThan(COUNT);
    await tell(page, 'tab opened again');
    await resume().click();
    await page
      .getByText(`Successfully uploaded ${COUNT} new mappings to Firebase.`, { exact: true })
      .waitFor({ timeout: 100_000 });
    await page.getByText('100,000 mappings', { exact: true }).waitFor();
    expect(await pairBox(page).inputValue()).toBe('');
    await tell(page, 'upload resumed');
  });

  /** Waits until more than so many mappings are stored, by the number that the list itself tells. */
  async function storedMore(than: number): Promise<void> {
    await expect
      .poll(
        async () =>
          Number.parseInt((await page.getByText(/^[\d,]+ mappings$/).innerText()).replaceAll(',', ''), 10),
        {
          timeout: 30_000,
        },
      )
      .toBeGreaterThan(than);
  }
});

/** In the page: keeps the tasks of more than 50 ms on its thread. */
function watchLongTasks(): void {
  const tasks: number[] = [];
  Object.assign(window, { longTasks: tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
  }).observe({ type: 'longtask' });
}

/** Prints the long tasks since the last time: a figure of the machine as it is, hence not asserted here. */
async function tell(page: Page, what: string): Promise<void> {
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0));
  console.warn(`${what}: main-thread tasks over 50 ms: [${tasks.join(', ')}]`);
}
