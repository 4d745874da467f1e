import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_MATCH } from '../../src/model/mapping.ts';
import { launchBrowser } from '../support/browser.ts';
import { naiveAnswers } from '../support/naiveAnswers.ts';
import { freshDataDir, type Product, startProduct } from '../support/product.ts';
import { sampleMappings } from '../support/sampleMappings.ts';
import { paste, printedAdmin, signIn } from '../support/screens.ts';
import { statementLines } from '../support/statementLines.ts';

const LINES = 50_000;

describe('the main job, from a fresh folder to the accounts and back after a restart', () => {
  let browser: Browser;
  let product: Product;
  let folder: Awaited<ReturnType<typeof freshDataDir>>;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    folder = await freshDataDir();
    [browser, product] = await Promise.all([launchBrowser(), startProduct({ dataDir: folder.dataDir })]);
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.interrupt();
    await folder?.remove();
  });

  const lines = statementLines(
    sampleMappings().map((mapping) => mapping.description),
    LINES,
    20_261_120,
  );
  const counted = lines.filter((line) => line.trim() !== '').length;

  it('signs in as the administrator that the first start printed', async () => {
    await page.goto(product.url);
    await signIn(page, printedAdmin(product.output()));
    await page.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
  });

  it('classifies 50,000 pasted lines and copies what the naive oracle answers, line by line', async () => {
    await paste(page, lines.join('\n'));
    await page.getByText('100%').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Copy Description + GL Account' }).click();
    await page.getByText(`Copied ${LINES} rows (description + GL account)!`).waitFor();
    const copied = (await page.evaluate(() => navigator.clipboard.readText()))
      .replace(/\r\n/g, '\n')
      .split('\n');

    const accounts = naiveAnswers(lines, sampleMappings());
    expect(accounts).toContain(NO_MATCH);
    expect(copied).toEqual(lines.map((line, row) => `${line}\t${accounts[row]}`));
  });

  it('counts them', async () => {
    await expectCounters(page, counted);
  });

  it('has counters and mappings still there after a restart', async () => {
    const port = Number(new URL(product.url).port);
    expect(await product.interrupt()).toBe(0);
    const firstOutput = product.output();
    product = await startProduct({ dataDir: folder.dataDir, port });
    expect(product.output()).not.toContain('password');

    await context.close();
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    await page.goto(product.url);
    await signIn(page, printedAdmin(firstOutput));
    await expectCounters(page, counted);
    const [first] = sampleMappings();
    await paste(page, first?.description ?? '');
    await page
      .getByRole('grid')
      .getByText(first?.glAccount ?? '', { exact: true })
      .waitFor();
  });
});

async function expectCounters(page: Page, count: number): Promise<void> {
  const shown = count.toLocaleString('en-US');
  await expect
    .poll(() => page.getByRole('region', { name: 'Your description count' }).innerText(), { timeout: 15_000 })
    .toMatch(new RegExp(`${shown}[^]*${shown}`));
}
