import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { paste, says, untilClassified } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const environment = useTestEnvironment(({ server }) => storeMappings(server, { 'PREMIER INN': '6200' }));

/** Sheets of the page as the browser prints it. */
async function sheets(page: Page): Promise<number> {
  const text = (await page.pdf({ format: 'A4' })).toString('latin1');
  return [...text.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;
}

/** What is on paper once the accounts are there, which are asked for before anybody prints. */
async function printed(page: Page): Promise<string> {
  let text = '';
  const print = async () => {
    text = await printedNow(page);
    return text;
  };
  await expect.poll(print, { timeout: 60_000 }).not.toContain('not known yet');
  return text;
}

/** What is on paper, as the browser lays it out at that moment. */
async function printedNow(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const text = await page.evaluate(() => document.body.innerText);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  return text;
}

async function withRows(lines: readonly string[]): Promise<Page> {
  const page = await environment.signedInPage(environment.server.admin);
  await says(page, messages.classifierReady);
  await paste(page, lines.join('\n'));
  await untilClassified(page, lines.length);
  return page;
}

describe('a print of the results', () => {
  it('has every row with its account and nothing of the page around, or the rows of the filter, as ink on white', async () => {
    const page = await withRows(
      Array.from({ length: 300 }, (_, i) => (i % 2 ? `PREMIER INN ${i}` : `unknown ${i}`)),
    );
    const text = await printed(page);
    for (const i of [0, 1, 150, 151, 298])
      expect(text).toContain(i % 2 ? `PREMIER INN ${i}\t6200` : `unknown ${i}\tNo Match`);
    expect(text.match(/\t6200/g)).toHaveLength(150);
    expect(text).toContain('300 rows');
    expect(text).not.toContain('Copy Description');
    expect(text).not.toContain('Logout');
    expect(await sheets(page)).toBeGreaterThan(4);

    await page.getByRole('radio', { name: 'No Match 150' }).focus();
    await page.keyboard.press('Space');
    await says(page, '150 shown');
    const filtered = await printed(page);
    expect(filtered).toContain('150 of 300 rows');
    expect(filtered).toContain('3\tunknown 2\tNo Match');
    expect(filtered).not.toContain('PREMIER');

    await isInkOnWhite(page);
  });

  it('says what of very many rows is left out, and how to have it', async () => {
    const page = await withRows(Array.from({ length: 2_500 }, (_, i) => `PREMIER INN ${i}`));
    const text = await printed(page);
    expect(text).toContain('Only the first 2,000 are printed here. Export them');
    expect(text.match(/\t6200/g)).toHaveLength(2_000);
  });
});

/** Although the screen is dark; and the page is back afterwards. */
async function isInkOnWhite(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const colours = await page.locator('[data-print-view]').evaluate((sheet) => ({
    ink: getComputedStyle(sheet).color,
    paper: getComputedStyle(document.body).backgroundColor,
  }));
  expect(colours).toEqual({ ink: 'rgb(0, 0, 0)', paper: 'rgb(255, 255, 255)' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  expect(await page.locator('[data-print-view]').count()).toBe(0);
  await page.getByRole('grid').waitFor();
}
