import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { productOfFile } from '../support/productOfFile.ts';
import { sampleMappings } from '../support/sampleMappings.ts';
import { paste } from '../support/screens.ts';
import { statementLines } from '../support/statementLines.ts';

const [known] = sampleMappings();
const KEYWORD = known?.description ?? '';
const ACCOUNT = known?.glAccount ?? '';

describe('a day at the Classifier, in the whole product', () => {
  const product = productOfFile();
  let context: BrowserContext;
  let page: Page;

  beforeEach(async () => {
    context = await product.newContext();
    page = await product.signedInPage(context);
    await page.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
  });
  afterEach(() => context.close());

  const row = (number: number) => page.getByRole('row').nth(number);
  const counts = async () =>
    (await page.getByRole('region', { name: 'Your description count' }).innerText()).match(/[\d,]+/g);

  it('text and edits are there after a reload, counted once, and gone after Logout', async () => {
    await paste(page, `${KEYWORD} 1\nnobody knows this\nnor that`);
    await row(1).getByText(ACCOUNT, { exact: true }).waitFor();
    await row(2).getByRole('gridcell').first().click();
    await page.keyboard.press('F2');
    await page.keyboard.type(`${KEYWORD} edited`);
    await page.keyboard.press('Enter');
    await row(2).getByText(ACCOUNT, { exact: true }).waitFor();
    await expect.poll(counts, { timeout: 15_000 }).toEqual(['4', '4']);
    await expect.poll(() => keptKeys(page), { timeout: 10_000 }).toHaveLength(2);

    await page.reload();
    await row(2).getByText(`${KEYWORD} edited`).waitFor();
    await row(2).getByText(ACCOUNT, { exact: true }).waitFor();
    await expect.poll(() => page.getByText('100%').count(), { timeout: 10_000 }).toBe(0);
    expect(await counts()).toEqual(['4', '4']);

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign in with Password' }).waitFor();
    await expect.poll(() => keptKeys(page), { timeout: 10_000 }).toEqual([]);
  });

  it('a worker that breaks down is replaced, with the text and the edits, and says so', async () => {
    await paste(page, `${KEYWORD} 1\nnobody knows this`);
    await row(1).getByText(ACCOUNT, { exact: true }).waitFor();
    await expect.poll(() => keptKeys(page), { timeout: 10_000 }).toHaveLength(2);
    await breakLedger(page);
    await page.getByText('The classifier had stopped and was started again. Your text is kept.').waitFor();
    await row(1).getByText(ACCOUNT, { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Descriptions, one per line' }).inputValue())
      .toContain('nobody knows this');
  });

  it('leaving the page during a run and coming back finds its state', async () => {
    await paste(page, statementLines([KEYWORD], 20_000, 7).join('\n'));
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('link', { name: 'Database' }).click();
    await page.getByRole('heading', { name: 'Manage GL Mappings' }).waitFor();
    await page.getByRole('link', { name: 'Classifier', exact: true }).click();
    await page.getByRole('radio', { name: 'All 20,000' }).waitFor({ state: 'attached' });
    await expect.poll(async () => sumOfChips(page), { timeout: 30_000 }).toBe(20_000);
  });

  it('a paste during a run takes its place', async () => {
    await paste(page, statementLines([KEYWORD], 50_000, 8).join('\n'));
    await page.getByRole('progressbar').waitFor();
    await paste(page, `${KEYWORD} second`);
    await row(1).getByText(`${KEYWORD} second`).waitFor();
    await page.getByRole('radio', { name: 'All 1', exact: true }).waitFor({ state: 'attached' });
  });

  it('two tabs of one person count together', async () => {
    const before = Number((await counts())?.[1]?.replaceAll(',', ''));
    const second = await context.newPage();
    await second.goto(product.url);
    await second.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
    await paste(page, 'first tab\none more');
    await page.bringToFront();
    await row(2).getByText('No Match').waitFor();
    await second.bringToFront();
    await second.getByRole('button', { name: 'Clear', exact: true }).click();
    await paste(second, 'second tab');
    await second.getByRole('row').nth(1).getByText('No Match').waitFor();
    const own = second.getByRole('region', { name: 'Your description count' });
    await expect
      .poll(() => own.innerText(), { timeout: 15_000 })
      .toContain((before + 3).toLocaleString('en-US'));
  });

  it('exports XLSX and CSV by keyboard, with accounts as text', async () => {
    await paste(page, `${KEYWORD} 1\ncafé Zürich`);
    await row(2).getByText('No Match').waitFor();
    for (const [steps, name] of [
      [0, 'gl_accounts.xlsx'],
      [1, 'gl_accounts.csv'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem').nth(steps).focus();
      await page.keyboard.press('Enter');
      const file = await download;
      expect(file.suggestedFilename()).toBe(name);
      const bytes = await readFile(await file.path());
      const text = name.endsWith('xlsx')
        ? Object.values(unzipSync(bytes))
            .map((part) => new TextDecoder().decode(part))
            .join('')
        : bytes.toString('utf8');
      expect(text).toContain('café Zürich');
      expect(text).toContain(ACCOUNT);
      await page.getByText('Exported 2 rows').waitFor();
    }
  });

  it('exports many rows as XLSX', async () => {
    const lines = statementLines([KEYWORD], 20_000, 9);
    await paste(page, lines.join('\n'));
    await page.getByText('100%').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
    const parts = unzipSync(await readFile(await (await download).path()));
    const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
    expect(sheet.match(/<row /g)).toHaveLength(lines.length + 1);
    await page.getByText('Exported 20000 rows').waitFor();
  });
});

/** Keys of what the browser keeps of the Classifier screen. */
function keptKeys(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('keyval')) {
            database.close();
            resolve([]);
            return;
          }
          const keys = database.transaction('keyval').objectStore('keyval').getAllKeys();
          keys.onsuccess = () => {
            database.close();
            resolve(keys.result.map(String).filter((key) => key.startsWith('classifier-work/')));
          };
        };
      }),
  );
}

/** Throws where nobody catches it, in the ledger worker. */
async function breakLedger(page: Page): Promise<void> {
  const ledger = page.workers().find((worker) => worker.url().includes('ledger'));
  await ledger?.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken by the test');
    });
  });
}

/** Matched, No Match and blank rows, as the chips say. */
async function sumOfChips(page: Page): Promise<number> {
  const text = await page.getByRole('radiogroup', { name: 'Rows shown' }).innerText();
  const numberOf = (name: string) =>
    Number(new RegExp(`${name}\\s+([\\d,]+)`).exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN);
  const blank =
    /([\d,]+) blank/.exec(await page.locator('main').innerText())?.[1]?.replaceAll(',', '') ?? '0';
  return numberOf('Matched') + numberOf('No Match') + Number(blank);
}
