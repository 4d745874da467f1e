import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { interactions, tabTo } from '../support/interactions.ts';
import { itInFull } from '../support/itInFull.ts';
import { button, paste, says } from '../support/screens.ts';
import { replaceList, storeMappings } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const MAPPINGS = { 'Tesco Stores': '6100', 'Premier Inn': '6200', Tesco: '6150' };
const MIXED = ['Tesco Stores 1', '', 'unknown trip a', 'Premier Inn York', 'unknown trip b'];

const environment = useTestEnvironment();
let page: Page;
beforeEach(async () => {
  replaceList(environment.server, MAPPINGS);
  page = await environment.signedInPage(environment.server.admin);
  await says(page, '3 mappings');
});

const cell = (row: number, column: 'description' | 'account') =>
  page
    .getByRole('row')
    .nth(row)
    .getByRole('gridcell')
    .nth(column === 'description' ? 0 : 1);
const account = (row: number) => expect.poll(() => cell(row, 'account').innerText());
const chip = (name: RegExp) => page.getByRole('radio', { name });
const find = () => page.getByRole('searchbox', { name: 'Find in all rows' });
const rowCount = () => expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount'));
const why = () => page.getByRole('complementary', { name: 'Why this account' });
const clipboard = async () =>
  (await page.evaluate(() => navigator.clipboard.readText())).replaceAll('\r\n', '\n');

/** Somebody else's change of the list. */
const changeList = (mappings: Readonly<Record<string, string>>) =>
  storeMappings(environment.server, mappings);

async function pasteMixed(): Promise<void> {
  await paste(page, MIXED.join('\n'));
  await account(5).toBe('No Match');
}

describe.each(interactions)('a day at the Classifier by $name', ({ name, press }) => {
  const isByKeyboard = name === 'keyboard';

  it('edits a description, which is classified at once', async () => {
    await pasteMixed();
    if (isByKeyboard) {
      await tabTo(page, cell(1, 'description'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('F2');
    } else await cell(3, 'description').dblclick();
    await page.keyboard.type('Premier Inn Hull');
    if (isByKeyboard) await page.keyboard.press('Enter');
    else await page.getByRole('heading', { name: 'Classifier' }).click();
    await account(3).toBe('6200');
    await chip(/^Edited 1$/).waitFor({ state: 'attached' });
  });

  it('takes one suggestion and turns another down', async () => {
    await pasteMixed();
    changeList({ 'Tesco Stores': '7777', 'Premier Inn': '8888' });
    await says(page, '2 rows wait to be verified.');
    if (isByKeyboard) await press(button(page, 'Review next'));
    await press(page.getByRole('row').nth(1).getByRole('button', { name: 'Use New' }));
    await says(page, 'Mapping updated with your choice.');
    await account(1).toBe('7777');
    await says(page, '4 mappings');
    if (isByKeyboard) await press(button(page, 'Review next'));
    await press(page.getByRole('row').nth(4).getByRole('button', { name: 'Keep Current' }));
    await account(4).toBe('6200');
    await button(page, 'Keep all current').waitFor({ state: 'detached' });
  });

  const choices = [
    ['Use all new', '7777', '8888'],
    ['Keep all current', '6100', '6200'],
  ] as const;
  it.each(choices)('settles all suggestions at once: %s', async (choice, first, second) => {
    await pasteMixed();
    changeList({ 'Tesco Stores': '7777', 'Premier Inn': '8888' });
    await says(page, '2 rows wait to be verified.');
    await press(button(page, choice));
    await account(1).toBe(first);
    await account(4).toBe(second);
    await button(page, choice).waitFor({ state: 'detached' });
  });

  itInFull('reads why a row has its account, and goes to the mapping', async () => {
    await pasteMixed();
    if (isByKeyboard) {
      await tabTo(page, cell(1, 'description'));
      await page.keyboard.press('End');
    } else await cell(1, 'account').hover();
    await why()
      .getByText(/contains the keyword Tesco Stores, so it gets/)
      .waitFor();
    await why()
      .getByRole('listitem')
      .filter({ hasText: /Tesco\s*6150/ })
      .waitFor();
    expect(await why().locator('mark').innerText()).toBe('Tesco Stores');
    if (isByKeyboard) await page.keyboard.press('Alt+ArrowDown');
    await press(why().getByRole('link', { name: 'Show the mapping' }));
    await page.getByRole('heading', { name: 'Manage GL Mappings' }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search mappings' }).inputValue()).toBe('Tesco Stores');
  });

  it('filters, finds, and copies what is shown or all', async () => {
    await pasteMixed();
    if (isByKeyboard) {
      await tabTo(page, chip(/^All 5$/));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
    } else await page.getByText('No Match 2').click();
    await rowCount().toBe('3');
    await press(button(page, 'Copy shown'));
    await says(page, 'Copied 2 rows (description + GL account)!');
    expect(await clipboard()).toBe('unknown trip a\tNo Match\nunknown trip b\tNo Match');
    if (isByKeyboard) await tabTo(page, find());
    else await find().click();
    await page.keyboard.type('TRIP B');
    await rowCount().toBe('2');
    await press(button(page, 'Copy GL Account Only'));
    await says(page, 'Copied 5 GL accounts!');
    expect(await clipboard()).toBe('6100\n\nNo Match\n6200\nNo Match');
    await press(button(page, 'Clear the search'));
    await rowCount().toBe('3');
  });

  it('gives an account to a group of rows without one', async () => {
    await pasteMixed();
    await press(button(page, 'Unmatched (2)'));
    await press(button(page, 'Copy groups'));
    await expect.poll(clipboard).toBe('unknown trip\t2');
    await press(button(page, 'Choose an account'));
    await page.getByRole('combobox', { name: 'Account of unknown trip, 2 lines' }).waitFor();
    await page.keyboard.type('00450');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save as mapping' });
    await dialog.getByText('2 lines will get it.').waitFor();
    await press(dialog.getByRole('button', { name: 'Save mapping' }));
    await says(page, 'Mapping saved: “unknown trip” → 00450');
    const back = page.getByRole('link', { name: 'Back to the Classifier' });
    if (isByKeyboard) {
      await tabTo(page, back);
      await page.keyboard.press('Enter');
    } else await back.click();
    await account(3).toBe('00450');
    await account(5).toBe('00450');
    await says(page, '4 mappings');
  });

  it('chooses the column of a pasted table; the others come back in the copy', async () => {
    await paste(page, '01/02\tTesco Stores\t12.50\r\n02/02\t"Premier\r\nInn"\t80.00\r\n');
    await account(2).toBe('6200');
    await press(button(page, 'Copy Description + GL Account'));
    await says(page, 'Copied 2 rows (description + GL account)!');
    expect(await clipboard()).toBe('01/02\tTesco Stores\t12.50\t6100\n02/02\tPremier Inn\t80.00\t6200');
    const picker = page.getByLabel('Descriptions are in');
    if (isByKeyboard) {
      await tabTo(page, picker);
      await page.keyboard.press('ArrowUp');
    } else await picker.selectOption('Column 1: 01/02');
    await account(1).toBe('No Match');
    expect(await cell(1, 'description').innerText()).toBe('01/02');
  });

  const formats = [
    ['Excel (XLSX)', 'gl_accounts.xlsx'],
    ['CSV', 'gl_accounts.csv'],
  ] as const;
  it.each(formats)('exports as %s', async (choice, file) => {
    await pasteMixed();
    await press(button(page, 'Export'));
    const item = page.getByRole('menuitem', { name: choice, exact: true });
    await item.waitFor();
    const download = page.waitForEvent('download');
    if (isByKeyboard) {
      // A menu that was opened by keyboard has the focus on its first item.
      await expect.poll(() => page.locator(':focus').innerText()).toBe(formats[0][0]);
      if (choice === 'CSV') await page.keyboard.press('ArrowDown');
      await expect.poll(() => page.locator(':focus').innerText()).toBe(choice);
      await page.keyboard.press('Enter');
    } else await item.click();
    expect((await download).suggestedFilename()).toBe(file);
    await says(page, 'Exported 5 rows');
  });

  itInFull('brings back what Clear took away, edits included', async () => {
    await pasteMixed();
    await cell(3, 'description').dblclick();
    await page.keyboard.type('Premier Inn Hull');
    await page.keyboard.press('Enter');
    await account(3).toBe('6200');
    await press(button(page, 'Clear'));
    await says(page, 'Cleared 5 rows.');
    await says(page, 'Paste descriptions above to see results here.');
    await press(button(page, 'Undo'));
    await account(3).toBe('6200');
    const box = page.getByRole('textbox', { name: 'Descriptions, one per line' });
    expect(await box.inputValue()).toBe(MIXED.join('\n'));
  });
});
