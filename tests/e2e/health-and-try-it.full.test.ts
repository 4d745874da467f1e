import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { healthMessages } from '#model/text/healthMessages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { searchMappings } from '../support/databaseScreen.ts';
import { draftKeys } from '../support/draftKeys.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { fillIn, paste, says, untilClassified } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { openTestEnvironment, type TestEnvironment } from '../support/testEnvironment.ts';

/** One finding of each kind that can be mended in place. */
const LIST = {
  'ACME LTD': '6100',
  'acme ltd': '6200',
  'PREMIER INN': '6300',
  'PREMIER INN LEEDS': '6300',
  'BOLT RIDES': '6l00',
  'NO USE AT ALL': 'Unknown',
};

describe('a list with faults', () => {
  let environment: TestEnvironment;
  let admin: Page;

  beforeAll(async () => {
    environment = await openTestEnvironment();
    storeMappings(environment.server, LIST);
    environment.server.services().tree.update({
      gl_accounts: Object.fromEntries(
        ['6100', '6200', '6300'].map((code) => [code, { code, name: `Account ${code}` }]),
      ),
    });
    admin = await environment.signedIn(environment.server.admin, '/database/health');
    admin.on('dialog', (question) => void question.accept());
  });
  afterAll(() => environment?.close());

  const accountOf = (keyword: string) =>
    environment.server.services().tree.read(`gl_mappings/${keyword}/glAccount`);
  const kind = (title: string) => admin.getByRole('button', { name: new RegExp(`^\\W*${title}`) });

  it.each([
    [
      healthMessages.titles['variant-conflict'],
      'Use 6100 Account 6100 for both: acme ltd',
      'acme ltd',
      '6100',
    ],
    [healthMessages.titles['never-wins'], 'Remove: NO USE AT ALL', 'NO USE AT ALL', null],
    [healthMessages.titles.redundant, 'Remove: PREMIER INN LEEDS', 'PREMIER INN LEEDS', null],
    [
      healthMessages.titles['unknown-account'],
      'Change to 6100 Account 6100: BOLT RIDES',
      'BOLT RIDES',
      '6100',
    ],
  ])('%s: the finding is mended in place, and gone', async (title, remedy, keyword, account) => {
    await kind(title).click();
    const mend = admin.getByRole('button', { name: remedy, exact: true });
    await mend.waitFor();
    await expectAccessible(admin, title);
    await mend.click();
    await says(admin, healthMessages.fixed(1, 1, account === null));
    await mend.waitFor({ state: 'detached' });
    expect(accountOf(keyword)).toBe(account);
  });

  it('shows before a change is saved what a line gets after it', async () => {
    await admin.goto(`${environment.server.origin}/database`);
    await searchMappings(admin, 'PREMIER');
    await admin.getByRole('button', { name: databaseMessages.tryIt }).click();
    await admin.getByLabel(databaseMessages.tryLines).fill('premier inn york\nBOLT RIDES 7');
    const results = admin.getByRole('region', { name: databaseMessages.tryResults });
    /** The last cell of a line: what it gets, with the unsaved change where there is one. */
    const answers = async () => results.locator('tbody tr td:last-child').allInnerTexts();
    const bolt = '6100 Account 6100 from “BOLT RIDES”';
    await expect.poll(answers).toEqual(['6300 Account 6300 from “PREMIER INN”', bolt]);
    await admin.getByRole('button', { name: 'Edit PREMIER INN', exact: true }).click();
    await admin.getByRole('textbox', { name: 'GL Account' }).fill('6200');
    await results.getByRole('columnheader', { name: 'With the unsaved change' }).waitFor();
    await expect.poll(answers).toEqual(['6200 Account 6200 from “PREMIER INN”', databaseMessages.unchanged]);
    expect(accountOf('PREMIER INN')).toBe('6300');
    const [foretold] = await answers();
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(answers).toEqual([foretold, bolt]);
    expect(accountOf('PREMIER INN')).toBe('6200');
  });

  it("counts the lines of the tab's text after a reload on another page", async () => {
    const page = await environment.signedIn(environment.server.admin);
    await paste(page, 'GARDEN CAFE 1\nGARDEN CAFE 2\nnobody knows this');
    await untilClassified(page, 3);
    await expect.poll(() => draftKeys(page), { timeout: 60_000 }).not.toEqual([]);
    await page.goto(environment.server.url('/database'));
    await page.getByRole('button', { name: 'Add mapping' }).click();
    await fillIn(page, { Keyword: 'GARDEN CAFE', 'GL account': '6300' });
    await says(page, rowAccountMessages.linesGetIt(2));
  });
});
