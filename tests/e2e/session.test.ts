import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { freshDataDir, type Product, startProduct } from '../support/product.ts';
import { adminPanel, button, fillIn, paste, printedAdmin, signIn, signInScreen } from '../support/screens.ts';

describe('a session that is revoked elsewhere', () => {
  let browser: Browser;
  let product: Product;
  let folder: Awaited<ReturnType<typeof freshDataDir>>;
  let worker: Page;
  let admin: Page;

  beforeAll(async () => {
    folder = await freshDataDir();
    [browser, product] = await Promise.all([launchBrowser(), startProduct({ dataDir: folder.dataDir })]);
    worker = await signedInPage();
    admin = await signedInPage();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.interrupt();
    await folder?.remove();
  });

  async function signedInPage(): Promise<Page> {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(product.url);
    await signIn(page, printedAdmin(product.output()));
    return page;
  }

  it('leads to the sign-in screen, and keeps the pasted text for whoever signs in again', async () => {
    const { email } = printedAdmin(product.output());
    await paste(worker, 'PREMIER INN LEEDS\nsecond line');
    await worker.getByRole('grid').getByText('second line').waitFor();

    await admin.goto(`${product.url}/admin`);
    await adminPanel(admin);
    await button(admin, `Edit ${email}`).click();
    await fillIn(admin, { 'New Password (optional)': 'another good one' });
    await button(admin, 'Update User').click();
    await admin.getByText('Successfully updated user').waitFor();

    await signInScreen(worker);
    await signIn(worker, { email, password: 'another good one' });
    await worker.getByRole('grid').getByText('second line').waitFor();
    expect(await worker.getByRole('textbox', { name: 'Descriptions, one per line' }).inputValue()).toBe(
      'PREMIER INN LEEDS\nsecond line',
    );
  });

  it('is forgotten with its text at Logout', async () => {
    await button(worker, 'Logout').click();
    await signInScreen(worker);
    await signIn(worker, { email: printedAdmin(product.output()).email, password: 'another good one' });
    await worker.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
    await worker.getByText('Paste descriptions above to see results here.').waitFor();
  });
});
