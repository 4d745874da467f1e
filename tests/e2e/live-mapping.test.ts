import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { editMapping, openDatabase, searchMappings } from '../support/databaseScreen.ts';
import { freshDataDir, type Product, startProduct } from '../support/product.ts';
import { paste, printedAdmin, signIn } from '../support/screens.ts';

describe('a mapping edited in one browser', () => {
  let browser: Browser;
  let product: Product;
  let folder: Awaited<ReturnType<typeof freshDataDir>>;
  let reader: Page;
  let admin: Page;

  beforeAll(async () => {
    folder = await freshDataDir();
    [browser, product] = await Promise.all([launchBrowser(), startProduct({ dataDir: folder.dataDir })]);
    [reader, admin] = await Promise.all([signedInPage(), signedInPage()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.interrupt();
    await folder?.remove();
  });

  async function signedInPage(): Promise<Page> {
    const context: BrowserContext = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    await page.goto(product.url);
    await signIn(page, printedAdmin(product.output()));
    return page;
  }

  it('is suggested to rows already classified in another, without a reload', async () => {
    await paste(reader, 'PREMIER INN LEEDS\nNOTHING KNOWS THIS LINE');
    await reader.getByRole('grid').getByText('PREMIER INN LEEDS').waitFor();

    await openDatabase(admin);
    await searchMappings(admin, 'Premier Inn');
    await editMapping(admin, 'Premier Inn', { glAccount: '9876' });
    await admin.getByText('Mapping updated successfully.').waitFor();

    await reader.getByRole('grid').getByText('9876').waitFor();
  });

  it('gives an account at once to rows that had none', async () => {
    await searchMappings(admin, 'Premier Inn');
    await editMapping(admin, 'Premier Inn', { description: 'Nothing knows', glAccount: '5432' });
    await admin.getByText('Mapping updated successfully.').waitFor();
    await reader.getByRole('grid').getByText('5432', { exact: true }).waitFor();
  });
});
