import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { previewWords } from '#model/text/previewWords.ts';
import { draftKeys } from '../support/draftKeys.ts';
import { fillIn, paste, says, signInScreen, untilClassified } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const KEYWORD = 'PREMIER INN';
const ACCOUNT = '6200';
/** For what is stored or counted at its own pace. */
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

  it('each of two tabs has its own text and edits after a reload, counted once, and neither has them after Logout', async () => {
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

    await page.getByRole('button', { name: 'Logout' }).click();
    await signInScreen(page);
    await expect.poll(() => draftKeys(page), GENEROUS).toEqual([]);
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

  it("counts the lines of the tab's text for a mapping that is added after a reload on another page", async () => {
    await paste(page, 'GARDEN CAFE 1\nGARDEN CAFE 2\nnobody knows this');
    await untilClassified(page, 3);
    await expect.poll(() => draftKeys(page), GENEROUS).not.toEqual([]);
    await page.goto(environment.server.url('/database'));
    await page.getByRole('button', { name: 'Add mapping' }).click();
    await fillIn(page, { Keyword: 'GARDEN CAFE', 'GL account': '6300' });
    await says(page, previewWords({ unmatched: 2, others: 0 }));
  });
});
