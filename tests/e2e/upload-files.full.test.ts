import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { holdReads, release, workerOf } from '../support/pageWorkers.ts';
import { newProductContext } from '../support/productContext.ts';
import { button, says, signIn } from '../support/screens.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { dropFromDisk, dryRunCount, openUpload, pairBox } from '../support/uploadScreen.ts';

const MEGABYTE = 2 ** 20;
/** Size of the huge file, which is read in pieces of a megabyte. */
const HUGE = 200 * MEGABYTE;
/** Different pairs in the huge file, over and over. */
const DIFFERENT = 20_000;

/** So many of the repeated lines are listed; more are only counted. */
const LISTED_REPEATS = 100_000;

describe('files as people have them', () => {
  let browser: Browser;
  let server: TestServer;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gl-files-'));
    [browser, server] = await Promise.all([launchBrowser(), startTestServer()]);
    page = await (await newProductContext(browser)).newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(server.origin);
    await signIn(page, server.admin);
    await openUpload(page);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(clear);

  async function clear(): Promise<void> {
    // The button is disabled for a moment while what was read is handed over; one click has to be enough.
    const isEmpty = async () => (await pairBox(page).inputValue()) === '';
    const canClear = () => button(page, 'Clear').isEnabled();
    await expect.poll(async () => (await canClear()) || (await isEmpty())).toBe(true);
    if (await canClear()) await button(page, 'Clear').click();
    await expect.poll(isEmpty).toBe(true);
  }

  /** Chooses a file by the button, as the system's window does it. */
  async function choose(path: string): Promise<void> {
    const choosing = page.waitForEvent('filechooser');
    await button(page, 'Choose a file').click();
    await (await choosing).setFiles(path);
  }

  /** The tab takes a pair as if nothing had been. */
  async function stillWorks(): Promise<void> {
    await clear();
    await pairBox(page).fill('Still working\t1');
    await expect.poll(() => dryRunCount(page, 'New')).toBe(1);
  }

  it('a folder dropped is named as such', async () => {
    const path = join(folder, 'ledgers.csv');
    await mkdir(path);
    await dropFromDisk(page, [path]);
    await says(page, 'Failed to read ledgers.csv: it is a folder. Drop the file itself.');
    await stillWorks();
  });

  it(`a file of ${HUGE / MEGABYTE} MB is read with progress, can be cancelled, and leaves the tab alive`, async () => {
    const path = join(folder, 'huge.csv');
    const lines = await writeHuge(path);
    const analysis = workerOf(page, 'analysis');
    await holdReads(analysis, HUGE / 10);
    await choose(path);
    await page.getByText('Reading huge.csv…').waitFor();
    await button(page, 'Cancel').click();
    await page.getByText('Reading huge.csv…').waitFor({ state: 'detached' });
    await release(analysis);
    expect(await pairBox(page).inputValue()).toBe('');

    // The whole file is read once for its encoding.
    await holdReads(analysis, 1.2 * HUGE);
    await choose(path);
    const bar = page.getByRole('progressbar');
    await expect
      .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 120_000 })
      .toBeGreaterThan(5);
    // The page answers while the file is read.
    await pairBox(page).focus();
    await release(analysis);
    await page.getByText(/^Read huge\.csv\./).waitFor({ timeout: 250_000 });
    const leftOut = (lines - DIFFERENT - LISTED_REPEATS).toLocaleString('en-US');
    await says(page, `Read huge.csv. ${leftOut} repeated lines were left out.`);
    await expect.poll(() => dryRunCount(page, 'New')).toBe(DIFFERENT);
    await stillWorks();
  });
});

/** A file of {@link HUGE} bytes in which {@link DIFFERENT} pairs come again and again. Returns the number of its lines. */
async function writeHuge(path: string): Promise<number> {
  const block = Array.from(
    { length: DIFFERENT },
    (_unused, i) => `Branch of the wombat stores no. ${i},${6000 + (i % 90)}\n`,
  ).join('');
  const blocks = Math.ceil(HUGE / block.length);
  const stream = createWriteStream(path);
  for (let i = 0; i < blocks; i++) {
    if (!stream.write(block)) await new Promise<void>((resolve) => stream.once('drain', resolve));
  }
  stream.end();
  await finished(stream);
  return blocks * DIFFERENT;
}
