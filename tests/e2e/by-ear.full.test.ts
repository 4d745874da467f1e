import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { previewWords } from '#model/text/previewWords.ts';
import { createScreenReader } from '../support/screenReader.ts';
import { replaceList, storeMappings } from '../support/server.ts';
import { useStoryEnvironment } from '../support/testEnvironment.ts';

const reader = createScreenReader();
const BRANCHES = Object.fromEntries(
  Array.from({ length: 52 }, (_, i) => [`ACME BRANCH ${String(i).padStart(3, '0')}`, '6100']),
);

/** Five jobs without a mouse and without a look at the screen: what is said must be enough to do them. */
describe('by ear', () => {
  let page: Page;

  const environment = useStoryEnvironment(async ({ server, signedIn }) => {
    replaceList(server, { ...BRANCHES, 'PREMIER INN': '6300' });
    page = await signedIn(server.admin, '/', reader.prepare);
    await reader.untilSaid(page, messages.classifierReady);
  });

  async function paste(on: Page, text: string): Promise<void> {
    await reader.tabTo(on, 'textbox', 'Descriptions, one per line');
    await on.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await reader.press(on, 'ControlOrMeta+V');
  }

  /** Expects what was heard to have these in this order, perhaps with others between them, and a name for each stop. */
  async function expectHeard(on: Page, ...wanted: readonly RegExp[]): Promise<void> {
    const heard = await reader.heard(on);
    let at = 0;
    for (const pattern of wanted) {
      const place = heard.findIndex((line, index) => index >= at && pattern.test(line));
      expect(place, `${pattern} in\n${heard.join('\n')}`).toBeGreaterThanOrEqual(0);
      at = place + 1;
    }
    const nameless = /^(button|link|textbox|combobox|checkbox|searchbox|gridcell|option|menuitem|tab) ""/;
    expect(heard.filter((line) => nameless.test(line))).toEqual([]);
  }

  it('lines are pasted, and those without a match are settled', async () => {
    await paste(page, 'PREMIER INN LEEDS\nCORNER SHOP 12\nCORNER SHOP 14\nACME BRANCH 003');
    await reader.untilSaid(page, messages.classified(4, 2, 2));
    await reader.press(page, 'Escape', 'n');
    await expectHeard(page, /^says: 4 rows classified/, /^gridcell "No Match .*row 2".*CORNER SHOP 12/);
    await reader.press(page, 'Enter');
    await page.getByRole('combobox', { name: 'Account of row 2' }).waitFor();
    await page.keyboard.insertText('6300');
    await page.getByRole('option', { name: /^6300/ }).waitFor();
    await reader.press(page, 'ArrowDown');
    await expectHeard(page, /^option "6300 1 mapping"/);
    await reader.press(page, 'Enter');
    await reader.untilSaid(page, previewWords({ unmatched: 2, others: 0 }));
    await expectHeard(page, /^textbox "Keyword" = CORNER SHOP/);
    await reader.press(page, 'Enter');
    await reader.untilSaid(page, messages.keywordSaved('CORNER SHOP', '6300'));
  });

  it('who has changed a mapping is found, and its value put back', async () => {
    storeMappings(environment.server, { 'PREMIER INN': '9999' });
    await reader.untilSaid(page, 'The mapping list has changed: 1 row waits to be verified.');
    await reader.heard(page);
    await reader.press(page, 'Escape', 'g', 'h');
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await reader.tabTo(page, 'button', /PREMIER INN: 6300 → 9999/);
    await reader.press(page, 'Enter');
    await reader.tabTo(page, 'button', 'Undo this change…');
    await expectHeard(page, /^button ".*PREMIER INN: 6300 → 9999 System" \(expanded\)/, /^button "Undo/);
    await reader.press(page, 'Enter');
    await reader.tabTo(page, 'button', 'Restore 1 mapping');
    await reader.press(page, 'Enter');
    await reader.untilSaid(page, '1 mapping restored.');
  });

  it('more than fifty mappings get another account', async () => {
    await reader.press(page, 'g', 'd');
    await reader.tabTo(page, 'searchbox', 'Search mappings');
    await page.keyboard.insertText('ACME BRANCH');
    await reader.untilSaid(page, '52 mappings found');
    await reader.tabTo(page, 'checkbox', 'Select all on this page');
    await reader.press(page, 'Space');
    await reader.untilSaid(page, /30 selected.*Before the table: Select all 52 found/);
    await reader.tabTo(page, 'button', 'Select all 52 found', 'Shift+Tab');
    await reader.press(page, 'Enter');
    await reader.untilSaid(page, '52 mappings found · 52 selected');
    await reader.tabTo(page, 'button', 'Change account…');
    await reader.press(page, 'Enter');
    await page.getByRole('combobox', { name: 'New GL account' }).waitFor();
    await reader.heard(page);
    await page.keyboard.insertText('6500');
    await reader.untilSaid(page, /52/);
    await reader.tabTo(page, 'button', 'Change 52 mappings');
    await reader.press(page, 'Enter');
    await reader.untilSaid(page, /52 mappings/);
    expect(environment.server.services().tree.read('gl_mappings/ACME BRANCH 051/glAccount')).toBe('6500');
  });

  it('a file comes in, and a sheet goes out', async () => {
    await reader.press(page, 'Escape', 'g', 'c');
    await reader.tabTo(page, 'button', 'Choose a file');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    const lines = 'Date,Description,Amount\n2026-11-01,PREMIER INN LEEDS,-12.00\n2026-11-02,ODD SHOP,-3.00\n';
    await chooser.setFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
    await reader.untilSaid(page, 'Read bank.csv. 2 lines; CSV.');
    await reader.untilSaid(page, messages.classified(2, 1, 1));
    await reader.tabTo(page, 'button', 'Export');
    await reader.press(page, 'Enter');
    await expectHeard(page, /^says: Read bank\.csv/, /^menuitem "Excel \(XLSX\)"/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
    await reader.untilSaid(page, messages.exported(2));
  });

  it('a mapping is proposed, and the proposal decided', async () => {
    const person = await environment.server.addUser('ann@example.com');
    const ann = await environment.signedIn(person, '/', reader.prepare);
    await paste(ann, 'QUIGLEY TAXI 4711');
    await reader.untilSaid(ann, messages.classified(1, 0, 1));
    await reader.press(ann, 'Escape', 'n', 'Enter');
    await ann.getByRole('combobox', { name: 'Account of row 1' }).waitFor();
    await ann.keyboard.insertText('6300');
    await reader.press(ann, 'Control+Enter');
    await reader.tabTo(ann, 'button', 'Send proposal');
    await reader.press(ann, 'Enter');
    await reader.untilSaid(ann, 'Proposed “QUIGLEY TAXI” → 6300.');
    await reader.press(page, 'Escape', 'g', 'd');
    await reader.tabTo(page, 'link', /^Proposals/, 'Shift+Tab');
    await reader.press(page, 'Enter');
    await reader.untilSaid(page, 'The example line goes from No Match to 6300.');
    await reader.tabTo(page, 'button', /^Approve/);
    await reader.press(page, 'Enter');
    await reader.untilSaid(page, 'Approved: “QUIGLEY TAXI” → 6300.');
    await reader.untilSaid(ann, 'Your proposal was approved: “QUIGLEY TAXI” → 6300.');
  });
});
