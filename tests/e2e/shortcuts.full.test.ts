import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { adminPanel, classifier, says } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const environment = useTestEnvironment(({ server }) => storeMappings(server, { 'PREMIER INN': '6200' }));

const box = (page: Page) => page.getByRole('textbox', { name: 'Descriptions, one per line' });
const list = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const row = (page: Page, number: number) => page.getByRole('row').nth(number);
const isFocused = (what: ReturnType<typeof box>) =>
  expect.poll(() => what.evaluate((element) => element === document.activeElement)).toBe(true);

/** The empty box has the focus when the app is opened; Escape leaves it. */
async function leaveBox(page: Page): Promise<void> {
  await classifier(page);
  await isFocused(box(page));
  await page.keyboard.press('Escape');
}

async function withRows(): Promise<Page> {
  const page = await environment.signedInPage(environment.server.admin);
  await says(page, messages.classifierReady);
  await leaveBox(page);
  await page.keyboard.press('p');
  await isFocused(box(page));
  await page.keyboard.insertText('PREMIER INN LEEDS\nunknown one\nPREMIER INN YORK\nunknown two');
  await row(page, 4).getByText('No Match').waitFor();
  return page;
}

/** Out of any field, without a mouse. */
const leaveField = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur());

describe('shortcuts', () => {
  it('of the Classifier do what its buttons do', async () => {
    const page = await withRows();
    await leaveField(page);
    await page.keyboard.press('c');
    await says(page, messages.copiedRows(4));
    await page.keyboard.press('a');
    await says(page, messages.copiedAccounts(4));
    const focusedRow = () =>
      page.evaluate(() => document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex'));
    await page.keyboard.press('n');
    await expect.poll(focusedRow).toBe('3');
    await page.keyboard.press('n');
    await expect.poll(focusedRow).toBe('5');
    await page.keyboard.press('3');
    await says(page, '2 shown');
    await page.keyboard.press('1');
    await page.keyboard.press('/');
    await isFocused(page.getByRole('searchbox', { name: 'Find in all rows' }));
    expect(await page.getByRole('searchbox', { name: 'Find in all rows' }).inputValue()).toBe('');
  });

  it('are only letters while somebody types, and leave the keys of the browser alone', async () => {
    const page = await withRows();
    await box(page).fill('');
    await page.keyboard.type('?pcan/g d1t');
    expect(await box(page).inputValue()).toBe('?pcan/g d1t');
    expect(await list(page).count()).toBe(0);
    await leaveField(page);
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    const before = await scheme();
    for (const keys of ['Control+c', 'Alt+a', 'Shift+t', 'Meta+p']) await page.keyboard.press(keys);
    expect(await scheme()).toBe(before);
    expect(await page.getByText(/^Copied/).count()).toBe(0);
  });

  it('lead from page to page, for admins', async () => {
    const page = await environment.signedInPage(environment.server.admin);
    await leaveBox(page);
    for (const [keys, heading] of [
      ['gu', 'Add GL Mappings'],
      ['gd', 'Manage GL Mappings'],
      ['gc', 'Classifier'],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    }
    for (const key of 'ga') await page.keyboard.press(key);
    await adminPanel(page);
    const ann = await environment.server.addUser('ann@example.com');
    const other = await environment.signedIn(ann);
    await leaveBox(other);
    for (const key of 'ga') await other.keyboard.press(key);
    await other.keyboard.press('?');
    await list(other).waitFor();
    expect(await list(other).getByText('Go to Admin').count()).toBe(0);
    await classifier(other);
  });

  it('are listed by ?, and each can be turned off for good', async () => {
    const page = await environment.signedInPage(environment.server.admin);
    await leaveBox(page);
    await page.keyboard.press('?');
    await list(page).waitFor();
    await expectAccessible(page, 'shortcuts');
    await list(page).getByRole('checkbox', { name: 'Go to Database' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await list(page).waitFor({ state: 'detached' });
    await page.reload();
    await leaveBox(page);
    for (const key of 'gdgu') await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Add GL Mappings', level: 1 }).waitFor();
  });
});
