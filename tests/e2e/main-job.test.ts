import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { NO_MATCH } from '#model/mapping.ts';
import { byStage } from '../support/fullRun.ts';
import { naiveAnswers } from '../support/naiveAnswers.ts';
import { productOfFile } from '../support/productOfFile.ts';
import { sampleMappings } from '../support/sampleMappings.ts';
import { paste, untilClassified } from '../support/screens.ts';
import { statementLines } from '../support/statementLines.ts';

const LINES = byStage({ usual: 2_000, full: 50_000 });

describe('the main job, from a fresh folder to the accounts and back after a restart', () => {
  const product = productOfFile();
  let page: Page;

  const lines = statementLines(
    sampleMappings().map((mapping) => mapping.description),
    LINES,
    20_261_120,
  );
  const counted = lines.filter((line) => line.trim() !== '').length;
  /** The day on which they are counted. */
  let day: string;

  it('signs in as the administrator that the first start printed', async () => {
    page = await product.signedInPage();
    await page.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
  });

  it(`classifies ${LINES.toLocaleString('en-US')} pasted lines and copies what the naive oracle answers, line by line`, async () => {
    day = today();
    await paste(page, lines.join('\n'));
    await untilClassified(page, LINES);
    await page.getByRole('button', { name: 'Copy Description + GL Account' }).click();
    await page
      .getByText(`Copied ${LINES.toLocaleString('en-US')} rows (description + GL account)!`)
      .waitFor();
    const copied = (await page.evaluate(() => navigator.clipboard.readText()))
      .replace(/\r\n/g, '\n')
      .split('\n');

    const accounts = naiveAnswers(lines, sampleMappings());
    expect(accounts).toContain(NO_MATCH);
    expect(copied).toEqual(lines.map((line, row) => `${line}\t${accounts[row]}`));
  });

  it('counts them', async () => {
    await expectCounters(page, counted, day);
  });

  it('has counters and mappings still there after a restart', async () => {
    expect(await product.restart()).toBe(0);
    expect(product.output()).not.toContain('password');

    await page.context().close();
    page = await product.signedInPage();
    await expectCounters(page, counted, day);
    const [first] = sampleMappings();
    await paste(page, first?.description ?? '');
    await page
      .getByRole('grid')
      .getByText(first?.glAccount ?? '', { exact: true })
      .waitFor();
  });
});

const today = () => new Date().toDateString();

/** @param day on which all were counted: at midnight, today's count begins anew */
async function expectCounters(page: Page, count: number, day: string): Promise<void> {
  const shown = count.toLocaleString('en-US');
  const region = page.getByRole('region', { name: 'Your description count' });
  const isCounted = async () => {
    const text = await region.innerText();
    return (
      text.match(/Total\s+([\d,]+)/)?.[1] === shown &&
      (text.match(/Today\s+([\d,]+)/)?.[1] === shown || today() !== day)
    );
  };
  await expect.poll(isCounted).toBe(true);
}
