import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartMessages } from '#model/text/chartMessages.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { newProductContext } from '../support/productContext.ts';
import { type Credentials, signIn } from '../support/screens.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const CHART = [
  'Account\tName\tStatus',
  '6100\tGroceries\t',
  '6200\tHotels abroad\tclosed',
  '6100\tFood\t',
  'No Match\tx\t',
].join('\n');

describe('the chart of accounts', () => {
  let browser: Browser;
  let server: TestServer;
  let ann: Page;
  let bob: Page;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), startTestServer()]);
    server.services().tree.update({
      gl_mappings: {
        'TESCO STORES': { description: 'TESCO STORES', glAccount: '6100' },
        'PREMIER INN': { description: 'PREMIER INN', glAccount: '6200' },
      },
      gl_mappings_version: { id: 'list' },
    });
    const reader = await server.addUser('bob@example.com');
    [ann, bob] = await Promise.all([signedIn(server.admin), signedIn(reader)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function signedIn(person: Credentials): Promise<Page> {
    const page = await (await newProductContext(browser)).newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(server.origin);
    await signIn(page, person);
    return page;
  }
  const button = (name: string) => ann.getByRole('button', { name, exact: true });
  const stored = (path: string) => server.services().tree.read(path);

  it('is imported by an admin, who sees beforehand what happens, and can undo it', async () => {
    await ann.goto(`${server.origin}/database/accounts`);
    await ann.getByText('2 accounts that mappings have are not in the chart.').waitFor();
    await button('Import').click();
    await ann.getByRole('textbox', { name: 'Code and name, one account per line' }).fill(CHART);
    await button('View Refused').click();
    await ann.getByText('“No Match” is not an account.').waitFor();
    await expectAccessible(ann, 'the import');
    expect(stored('gl_accounts')).toBeNull();
    await button('Import 2').click();
    await ann.getByText('Imported 2 accounts.').waitFor();
    await ann.getByRole('row', { name: /^6200 Hotels abroad.*1 Retired/ }).waitFor();
    expect(stored('gl_accounts/6200')).toEqual({ code: '6200', name: 'Hotels abroad', retired: true });
    await expectAccessible(ann, 'the chart');
    await button('Undo').click();
    await ann.getByText('Undone: 2 accounts.').waitFor();
    expect(stored('gl_accounts')).toBeNull();
    await button('Import').click();
    await ann.getByRole('textbox', { name: 'Code and name, one account per line' }).fill(CHART);
    await button('Import 2').click();
    await ann.getByText('Imported 2 accounts.').waitFor();
  });

  it('is edited account by account, and has a history', async () => {
    await button('Edit 6100').click();
    await ann.getByRole('textbox', { name: 'Name', exact: true }).fill('Food');
    await expectAccessible(ann, 'an account');
    await button('Save account').click();
    await ann.getByText('Account 6100 saved.').waitFor();
    await button('Activate 6200').click();
    await ann.getByText(chartMessages.accountInUseAgain('6200')).waitFor();
    await button('Retire 6200').click();
    await ann.getByText(chartMessages.accountRetired('6200')).waitFor();
    await ann.getByRole('link', { name: 'History of the chart' }).click();
    for (const words of [
      '6100: “Groceries” → “Food”',
      'Import: 2 added',
      '6200 Hotels abroad active again',
      '6200 Hotels abroad retired',
    ])
      await ann.getByRole('button', { name: words }).first().waitFor();
    await ann.goBack();
    await button('Edit 6100').waitFor();
  });

  it('gives everybody names beside the codes, as long as they want them', async () => {
    const box = bob.getByRole('textbox', { name: 'Descriptions, one per line' });
    await box.fill('tesco stores\npremier inn');
    const cell = bob.getByRole('gridcell', { name: '6100 Food', exact: true });
    await cell.waitFor();
    await expectAccessible(bob, 'rows with names');
    // A change of the chart arrives without a reload.
    await button('Edit 6100').click();
    await ann.getByRole('textbox', { name: 'Name', exact: true }).fill('Provisions');
    await button('Save account').click();
    await bob.getByRole('gridcell', { name: '6100 Provisions', exact: true }).waitFor();
    await bob.getByRole('checkbox', { name: 'Account names' }).uncheck();
    await bob.getByRole('gridcell', { name: '6100', exact: true }).waitFor();
    await bob.reload();
    await bob.getByRole('gridcell', { name: '6100', exact: true }).waitFor();
    expect(await bob.getByRole('checkbox', { name: 'Account names' }).isChecked()).toBe(false);
    // The chart itself is curated by admins.
    await bob.goto(`${server.origin}/database/accounts`);
    await box.waitFor();
  });

  it('warns of accounts that it does not have, and of retired ones, and refuses none', async () => {
    await ann.getByRole('link', { name: 'Upload Data' }).click();
    await ann
      .getByRole('textbox', { name: /^Description and GL account/ })
      .fill('NEW SUPPLIER\t6101\nANOTHER SUPPLIER\t6200');
    await ann
      .getByText('1 account is not in the chart of accounts, 1 account is retired.', { exact: false })
      .click();
    await ann.getByText('6101 is not in the chart of accounts. Nearest: 6100 Provisions.').waitFor();
    await expectAccessible(ann, 'the warnings');
    await button('Add to Firebase Database').click();
    await ann.getByText('Successfully uploaded 2 new mappings').waitFor();
    expect(stored('gl_mappings/NEW SUPPLIER')).toEqual({ description: 'NEW SUPPLIER', glAccount: '6101' });
  });
});
