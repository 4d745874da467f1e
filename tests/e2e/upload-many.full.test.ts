import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { bankLine } from '#bench/growingLists.ts';
import { holdSends, ledgerOf, release } from '../support/pageWorkers.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';
import { dryRunCount, openUpload, pairBox, pastePairs } from '../support/uploadScreen.ts';

/** Uploaded 500 at a time. */
const COUNT = 100_000;
/** For what takes longer with many pairs. */
const LONG_TIMEOUT = { timeout: 120_000 };
const pairs = Array.from({ length: COUNT }, (_unused, i) => bankLine(i))
  .map(({ description, glAccount }) => `${description}\t${glAccount}`)
  .join('\n');

/** Characters: more than what is sent for 500 pairs (about 230,000), and less than for all of them. */
const SOME = 300_000;

const environment = useTestEnvironment();

it('an upload of very many pairs is counted before it is stored, is cancelled, resumed, killed with its tab and resumed again, and counts every mapping once', async () => {
  const page = await environment.signedIn(environment.server.admin);
  page.setDefaultTimeout(LONG_TIMEOUT.timeout);
  await openUpload(page);
  await pastePairs(page, pairs);
  await expect.poll(() => dryRunCount(page, 'New'), LONG_TIMEOUT).toBe(COUNT);
  await page.getByRole('button', { name: 'Perform Consolidation' }).waitFor();

  // However fast the machine is, the upload is under way when it is cancelled, and when the tab is killed.
  await holdSends(ledgerOf(page), SOME);
  await page.getByRole('button', { name: 'Add to Firebase Database' }).click();
  await storedMore(page, 0);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await release(ledgerOf(page));
  const resume = page.getByRole('button', { name: 'Resume', exact: true });
  await resume.waitFor();
  await expect.poll(() => dryRunCount(page, 'Already there'), LONG_TIMEOUT).toBeGreaterThan(0);
  const stored = await dryRunCount(page, 'Already there');

  await holdSends(ledgerOf(page), SOME);
  await resume.click();
  await storedMore(page, stored ?? 0);
  await page.reload();
  await resume.waitFor();
  await expect.poll(async () => (await pairBox(page).inputValue()).length, LONG_TIMEOUT).toBeGreaterThan(0);
  await expect.poll(() => dryRunCount(page, 'New'), LONG_TIMEOUT).toBeLessThan(COUNT);
  await resume.click();
  await page
    .getByText(`Successfully uploaded ${COUNT.toLocaleString('en-US')} new mappings to Firebase.`, {
      exact: true,
    })
    .waitFor({ timeout: 280_000 });
  await page.getByText(`${COUNT.toLocaleString('en-US')} mappings`, { exact: true }).waitFor();
  expect(await pairBox(page).inputValue()).toBe('');
});

/** Waits until more than so many mappings are stored, by the number that the screen shows. */
async function storedMore(page: Page, than: number): Promise<void> {
  const shown = async () => (await page.getByText(/^[\d,]+ mappings$/).innerText()).replaceAll(',', '');
  await expect.poll(async () => Number.parseInt(await shown(), 10), LONG_TIMEOUT).toBeGreaterThan(than);
}
