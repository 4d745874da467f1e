import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { downloadedBytes } from '../support/download.ts';
import { draftKeys } from '../support/draftKeys.ts';
import { holdRuns, ledgerOf, release } from '../support/pageWorkers.ts';
import { paste, says, signInScreen, untilClassified } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { statementLines } from '../support/statementLines.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const KEYWORD = 'PREMIER INN';
const ACCOUNT = '6200';
/** For what is stored, counted or exported at its own pace. */
const GENEROUS = { timeout: 60_000 };

describe('a day at the Classifier, in the whole product', () => {
  const environment = useTestEnvironment(({ server }) => storeMappings(server, { [KEYWORD]: ACCOUNT }));
  let page: Page;

  beforeEach(async () => {
    page = await environment.signedInPage(environment.server.admin);
    await says(page, messages.classifierReady);
  });

  const row = (number: number) => page.getByRole('row').nth(number);
  const counts = async () =>
    (await page.getByRole('region', { name: 'Your description count' }).innerText()).match(/[\d,]+/g);

  it('text and edits are there after a reload, counted once, and gone after Logout', async () => {
    page = await environment.signedIn(await environment.server.addUser('leaves@example.com'));
    await says(page, messages.classifierReady);
    await paste(page, `${KEYWORD} 1\nnobody knows this\nnor that`);
    await row(1).getByText(ACCOUNT, { exact: true }).waitFor();
    await row(2).getByRole('gridcell').first().click();
    await page.keyboard.press('F2');
    await page.keyboard.type(`${KEYWORD} edited`);
    await page.keyboard.press('Enter');
    await row(2).getByText(ACCOUNT, { exact: true }).waitFor();
    await expect.poll(counts, GENEROUS).toEqual(['4', '4']);
    await expect.poll(() => draftKeys(page), GENEROUS).toHaveLength(2);

    await page.reload();
    await row(2).getByText(`${KEYWORD} edited`).waitFor();
    await row(2).getByText(ACCOUNT, { exact: true }).waitFor();
    await expect.poll(() => page.getByText('100%').count(), GENEROUS).toBe(0);
    expect(await counts()).toEqual(['4', '4']);

    await page.getByRole('button', { name: 'Logout' }).click();
    await signInScreen(page);
    await expect.poll(() => draftKeys(page), GENEROUS).toEqual([]);
  });

  it('each of two tabs has its own text and edits after a reload', async () => {
    page = await environment.signedIn(await environment.server.addUser('two-tabs@example.com'));
    await says(page, messages.classifierReady);
    await paste(page, `${KEYWORD} 1\nnobody knows this`);
    await row(2).getByRole('gridcell').first().click();
    await page.keyboard.press('F2');
    await page.keyboard.type(`${KEYWORD} edited`);
    await page.keyboard.press('Enter');
    await row(2).getByText(ACCOUNT, { exact: true }).waitFor();
    await expect.poll(counts, GENEROUS).toEqual(['3', '3']);

    const other = await page.context().newPage();
    await other.goto(page.url());
    const box = other.getByRole('textbox', { name: 'Descriptions, one per line' });
    // A new tab begins with the last text.
    await expect.poll(() => box.inputValue(), GENEROUS).toContain('nobody knows this');
    await paste(other, 'of the other tab');
    await other.getByRole('grid').getByText('of the other tab').waitFor();
    await expect.poll(() => draftKeys(other), GENEROUS).toHaveLength(4);

    await page.reload();
    await row(2).getByText(`${KEYWORD} edited`).waitFor();
    await other.reload();
    await other.getByRole('grid').getByText('of the other tab').waitFor();
    await expect.poll(counts, GENEROUS).toEqual(['4', '4']);
  });

  it('a worker that breaks down is replaced, with the text and the edits, and says so', async () => {
    await paste(page, `${KEYWORD} 1\nnobody knows this`);
    await row(1).getByText(ACCOUNT, { exact: true }).waitFor();
    await expect.poll(() => draftKeys(page), GENEROUS).toHaveLength(2);
    await breakLedger(page);
    await page.getByText('The classifier had stopped and was started again. Your text is kept.').waitFor();
    await row(1).getByText(ACCOUNT, { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Descriptions, one per line' }).inputValue())
      .toContain('nobody knows this');
  });

  it('leaving the page during a run and coming back finds its state', async () => {
    const ledger = ledgerOf(page);
    await holdRuns(ledger);
    await paste(page, statementLines([KEYWORD], 2_000, 7).join('\n'));
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('link', { name: 'Database' }).click();
    await page.getByRole('heading', { name: 'Manage GL Mappings' }).waitFor();
    await page.getByRole('link', { name: 'Classifier', exact: true }).click();
    await page.getByRole('radio', { name: 'All 2,000' }).waitFor({ state: 'attached' });
    await release(ledger);
    await expect.poll(async () => sumOfChips(page), GENEROUS).toBe(2_000);
  });

  it('a paste during a run takes its place', async () => {
    await holdRuns(ledgerOf(page));
    await paste(page, statementLines([KEYWORD], 2_000, 8).join('\n'));
    await page.getByRole('progressbar').waitFor();
    await paste(page, `${KEYWORD} second`);
    await row(1).getByText(`${KEYWORD} second`).waitFor();
    await page.getByRole('radio', { name: 'All 1', exact: true }).waitFor({ state: 'attached' });
  });

  it('two tabs of one person count together', async () => {
    const before = Number((await counts())?.[1]?.replaceAll(',', ''));
    const second = await page.context().newPage();
    await second.goto(environment.server.origin);
    await second.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
    await paste(page, 'first tab\none more');
    await page.bringToFront();
    await row(2).getByText('No Match').waitFor();
    await second.bringToFront();
    await second.getByRole('button', { name: 'Clear', exact: true }).click();
    await paste(second, 'second tab');
    await second.getByRole('row').nth(1).getByText('No Match').waitFor();
    const own = second.getByRole('region', { name: 'Your description count' });
    await expect.poll(() => own.innerText(), GENEROUS).toContain((before + 3).toLocaleString('en-US'));
  });

  it('exports XLSX and CSV by keyboard, with accounts as text', async () => {
    await paste(page, `${KEYWORD} 1\ncafé Zürich\n-PEACHES CREAM`);
    await row(2).getByText('No Match').waitFor();
    for (const [steps, name] of [
      [0, 'gl_accounts.xlsx'],
      [1, 'gl_accounts.csv'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'CSV', exact: true }).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem').nth(steps).focus();
      await page.keyboard.press('Enter');
      const file = await download;
      expect(file.suggestedFilename()).toBe(name);
      const bytes = await downloadedBytes(file);
      const text = name.endsWith('xlsx')
        ? Object.values(unzipSync(bytes))
            .map((part) => new TextDecoder().decode(part))
            .join('')
        : bytes.toString('utf8');
      expect(text).toContain('café Zürich');
      expect(text).toContain(ACCOUNT);
      // Guarded once in a text file, and not at all in a cell that is a text.
      expect(text).toMatch(name.endsWith('xlsx') ? />-PEACHES CREAM</ : /"'-PEACHES CREAM"/);
      await page.getByText('Exported 3 rows').waitFor();
    }
  });

  it('exports many rows as XLSX', async () => {
    const lines = statementLines([KEYWORD], 20_000, 9);
    await paste(page, lines.join('\n'));
    await untilClassified(page, lines.length);
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
    const parts = unzipSync(await downloadedBytes(await download));
    const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
    expect(sheet.match(/<row /g)).toHaveLength(lines.length + 1);
    await page.getByText(`Exported ${lines.length.toLocaleString('en-US')} rows`).waitFor();
  });
});

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
  return numberOf('Matched') + numberOf('No Match') + numberOf('Blank lines');
}
