import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { strToU8, zipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeSpreadsheet } from '#workers/spreadsheet/writeSpreadsheet.ts';
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

  async function file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
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

  it('a file chosen with the button is read, also a second time', async () => {
    const path = await file('chosen.csv', 'Chosen shop,7001\r\n');
    for (const times of [1, 2]) {
      await choose(path);
      await says(page, 'Read chosen.csv.');
      await expect
        .poll(() => pairBox(page).inputValue())
        .toBe(Array(times).fill('Chosen shop\t7001').join('\n'));
    }
    await expect.poll(() => dryRunCount(page, 'New')).toBe(1);
  });

  it('several files dropped: the first is read, the others are said to be left aside', async () => {
    const paths = [
      await file('first.csv', 'First shop,1\n'),
      await file('second.csv', 'Second shop,2\n'),
      await file('third.csv', 'Third shop,3\n'),
    ];
    await dropFromDisk(page, paths);
    await says(page, 'Read first.csv only; 2 more files were left aside. Add one file at a time.');
    expect(await pairBox(page).inputValue()).toBe('First shop\t1');
  });

  it('a folder dropped is named as such', async () => {
    const path = join(folder, 'ledgers.csv');
    await mkdir(path);
    await dropFromDisk(page, [path]);
    await says(page, 'Failed to read ledgers.csv: it is a folder. Drop the file itself.');
    await stillWorks();
  });

  it('a workbook of ours is read, with every text as it was', async () => {
    const lines = new Blob(['_x0041_ SHOP\t7002\nPLAIN SHOP\t00450']);
    const written = await writeSpreadsheet('xlsx', ['Keyword', 'GL Account'], lines);
    if (written.kind !== 'file') throw new Error(written.kind);
    await choose(await file('ours.xlsx', new Uint8Array(await written.file.arrayBuffer())));
    await says(page, 'Read ours.xlsx.');
    expect(await pairBox(page).inputValue()).toBe(
      'Keyword\tGL Account\n_x0041_ SHOP\t7002\nPLAIN SHOP\t00450',
    );
  });

  it('a damaged workbook is named as such', async () => {
    const workbook = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
    });
    await dropFromDisk(page, [await file('renamed.csv', workbook)]);
    await says(page, /Failed to read renamed.csv: it is a workbook that cannot be read/);
    await stillWorks();
  });

  it('lines of a megabyte are refused by name, and the others are read', async () => {
    const long = 'x'.repeat(MEGABYTE);
    await dropFromDisk(page, [
      await file('long.csv', `${long},7001\nGood shop,7002\nShop of long account,${long}\n${long}\n`),
    ]);
    await says(page, 'Read long.csv.');
    await expect.poll(() => dryRunCount(page, 'New')).toBe(1);
    expect(await dryRunCount(page, 'Account too long')).toBe(1);
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
