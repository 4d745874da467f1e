import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { downloadedBytes } from '../support/download.ts';
import { IMPORT_FOLDER } from '../support/importCases.ts';
import { newProductContext } from '../support/productContext.ts';
import { button, paste, says, signIn, untilClassified } from '../support/screens.ts';
import { startTestServer, storeMappings, type TestServer } from '../support/server.ts';
import { dropFromDisk } from '../support/uploadScreen.ts';

const PREAMBLE = ['Girokonto: 12 345 678', 'Zeitraum: M\u00e4rz 2026', ''];
const HEADER = 'Buchungstag;Beg\u00fcnstigter/Zahlungspflichtiger;Betrag';
const LINES = [
  ['01.03.2026', 'B\u00fcrobedarf M\u00fcller GmbH', '-120,50'],
  ['02.03.2026', 'G\u00e4rtnerei Gr\u00fcnwald', '-75,00'],
  ['03.03.2026', 'Kr\u00e4uterhaus, K\u00f6ln', '-9,90'],
  ['04.03.2026', 'Stra\u00dfenreinigung S\u00fcd', '-44,00'],
];

describe('a statement file on the Classifier', () => {
  let browser: Browser;
  let server: TestServer;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gl-statement-'));
    [browser, server] = await Promise.all([launchBrowser(), startTestServer()]);
    const context = await newProductContext(browser);
    page = await context.newPage();
    await page.goto(server.origin);
    await signIn(page, server.admin);
    await button(page, 'Choose a file').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const box = () => page.getByRole('textbox', { name: 'Descriptions, one per line' });

  async function file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  it('is dropped, read in its encoding, and comes back with all columns and the accounts', async () => {
    await box().fill('Typed before');
    const rows = LINES.map((cells) => cells.join(';'));
    const text = [...PREAMBLE, HEADER, ...rows, 'Endsaldo;;1.000,00', ''].join('\r\n');
    const [path, other] = [await file('umsatz.csv', Buffer.from(text, 'latin1')), await file('b.csv', 'x')];
    await dropFromDisk(page, [path, other], box());
    await says(
      page,
      /^Read umsatz\.csv only; 1 more file was left aside.* 5 lines; CSV, Western European \(Windows-1252\)\. 2 lines were left out/,
    );
    await expect.poll(() => page.getByLabel('Descriptions are in').inputValue()).toBe('1');
    await button(page, 'Copy Description + GL Account').click();
    await says(page, 'Copied 5 rows (description + GL account)!');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const balance = ['Endsaldo', '', '1.000,00', ''];
    const all = [...LINES.map((cells) => [...cells, 'No Match']), balance];
    expect(copied.split(/\r?\n/)).toEqual(all.map((cells) => cells.join('\t')));
  });

  it('is chosen with the button, and Ctrl+Z brings the former text back, as Undo does', async () => {
    const former = await box().inputValue();
    const choosing = page.waitForEvent('filechooser');
    await button(page, 'Choose a file').click();
    await (await choosing).setFiles(await file('list.txt', 'Tesco Stores\nPremier Inn\n'));
    await says(page, /^Read list\.txt\. 2 lines; text\./);
    expect(await box().inputValue()).toBe('Tesco Stores\nPremier Inn');
    await button(page, 'Undo').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await says(page, 'Your text is back.');
    expect(await box().inputValue()).toBe(former);
  });

  it('names its columns in the exported header', async () => {
    await dropFromDisk(page, [`${IMPORT_FOLDER}statement-ofx1-us-bank.ofx`], box());
    await says(page, /^Read statement-ofx1-us-bank\.ofx\./);
    expect(await exportedHeader()).toBe(
      '"Date","Description","Amount","Currency","Counterparty","Reference","Bank account","GL Account"',
    );
    await dropFromDisk(
      page,
      [await file('bank.csv', `${HEADER}\n01.03.2026;Rent;-5,00\n02.03.2026;Tea;-6,00\n`)],
      box(),
    );
    await says(page, /^Read bank\.csv\./);
    const header = `"${HEADER.replaceAll(';', '","')}","GL Account"`;
    expect(await exportedHeader()).toBe(header);
    await page.reload();
    await page.getByRole('row').nth(2).getByText('Tea').waitFor();
    expect(await exportedHeader()).toBe(header);
  });

  async function exportedHeader(): Promise<string> {
    await button(page, 'Export').click();
    const item = page.getByRole('menuitem', { name: 'CSV', exact: true });
    const download = page.waitForEvent('download');
    await item.click();
    const text = (await downloadedBytes(await download)).toString('utf8');
    return text.replace('\ufeff', '').split('\r\n')[0] ?? '';
  }

  it('is read in another encoding and with the lines that were left out, and Undo takes it back', async () => {
    const text = [...PREAMBLE, HEADER, ...LINES.map((cells) => cells.join(';')), ''].join('\n');
    await dropFromDisk(page, [await file('choose.csv', Buffer.from(text, 'latin1'))], box());
    const panel = page.getByRole('region', { name: 'How choose.csv was read' });
    await panel.getByText('Western European (Windows-1252)', { exact: false }).waitFor();
    const first = await box().inputValue();
    await panel.getByText('lines were left out', { exact: false }).waitFor();
    await panel.getByRole('button', { name: 'Change…' }).click();
    await panel.getByRole('button', { name: 'View them' }).click();
    await panel.getByRole('cell', { name: 'Girokonto: 12 345 678' }).waitFor();
    await panel.getByLabel('Encoding').selectOption('macintosh');
    await expect.poll(() => box().inputValue()).toContain('B\u00b8robedarf');
    await button(page, 'Undo').click();
    await expect.poll(() => box().inputValue()).toBe(first);
    await panel.getByText('Western European (Windows-1252); ', { exact: false }).waitFor();
    await panel.getByRole('button', { name: 'Read all lines' }).click();
    await expect.poll(() => box().inputValue()).toContain('Girokonto');
    await panel.getByRole('button', { name: 'Leave them out again' }).click();
    await expect.poll(() => box().inputValue()).toBe(first);
    await box().fill('Typed instead');
    await panel.waitFor({ state: 'detached' });
  });

  it('and a pasted table leave room for eight rows of results on a phone', async () => {
    // An empty list says first how to fill it.
    storeMappings(server, { 'TESCO STORES': '6100' });
    await page.getByText('1 mapping', { exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const rows = Array.from({ length: 5 }).flatMap(() => LINES);
    const text = [...PREAMBLE, HEADER, ...rows.map((cells) => cells.join(';')), 'Endsaldo;;1.000,00', ''];
    await dropFromDisk(page, [await file('phone.csv', text.join('\n'))], box());
    await page.getByRole('region', { name: 'How phone.csv was read' }).waitFor();
    // With the balance.
    await untilClassified(page, rows.length + 1);
    await expect.poll(rowsOnScreen).toBeGreaterThanOrEqual(8);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const header = ['Date', 'Description', 'Amount'];
    await paste(page, [header, ...rows.slice(1)].map((cells) => cells.join('\t')).join('\n'));
    await page.getByText(/^The first line names the columns/).waitFor();
    await untilClassified(page, rows.length - 1);
    await expect.poll(rowsOnScreen).toBeGreaterThanOrEqual(8);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  /** Rows of the results that can be seen whole, the page not scrolled. Messages go by themselves. */
  const rowsOnScreen = () =>
    page.evaluate(() => {
      window.scrollTo(0, 0);
      return [...document.querySelectorAll('[role="grid"] [role="row"]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return row.querySelector('[role="gridcell"]') !== null && top > 0 && bottom <= innerHeight;
      }).length;
    });

  it('that is none is refused with the remedy, and the text stays', async () => {
    const former = await box().inputValue();
    await dropFromDisk(page, [await file('scan.csv', '%PDF-1.7\n')], box());
    await says(page, 'Failed to read scan.csv: it is a PDF document.');
    expect(await box().inputValue()).toBe(former);
  });
});
