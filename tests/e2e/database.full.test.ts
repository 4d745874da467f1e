import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANGES_BY_KEY_PATH, CHANGES_PATH, HISTORY_PATH, LIST_VERSION_PATH } from '#model/paths.ts';
import { launchBrowser } from '../support/browser.ts';
import { editMapping, openDatabase, rowOf, searchMappings } from '../support/databaseScreen.ts';
import { newProductContext } from '../support/productContext.ts';
import { type Credentials, signIn } from '../support/screens.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** 75 under A, and one more. */
const LIST: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Array.from({ length: 75 }, (_unused, i) => {
      const description = `Acme Branch ${String(i).padStart(2, '0')}`;
      return [description, { description, glAccount: '6100' }];
    }),
  ),
  'Premier Inn': { description: 'Premier Inn', glAccount: '6200' },
};

describe('the Database screen for two admins', () => {
  let browser: Browser;
  let server: TestServer;
  let ann: Page;
  let bob: Page;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), startTestServer()]);
    const other = await server.addUser('bob@example.com', { admin: true });
    [ann, bob] = await Promise.all([signedIn(server.admin), signedIn(other)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    server.services().tree.update({
      gl_mappings: LIST,
      [LIST_VERSION_PATH]: { id: `list ${++versions}` },
      [HISTORY_PATH]: null,
      [CHANGES_PATH]: null,
      [CHANGES_BY_KEY_PATH]: null,
    });
    await Promise.all([openDatabase(ann), openDatabase(bob)]);
    await Promise.all([ann, bob].map((page) => page.getByPlaceholder('Search 76 mappings').waitFor()));
  });
  afterEach(async () => {
    // Another page forgets what is typed and what is selected, but for an edit that is not saved.
    await Promise.all([ann, bob].map((page) => page.evaluate(() => sessionStorage.clear())));
    await Promise.all([ann, bob].map((page) => page.reload()));
  });

  async function signedIn(person: Credentials): Promise<Page> {
    const page = await (await newProductContext(browser)).newPage();
    await page.goto(server.origin);
    await signIn(page, person);
    return page;
  }
  let versions = 0;

  /** What the server has under a key of the list, as another reader would see it. */
  const stored = (key: string) => server.services().tree.read(`gl_mappings/${key}`);

  it('shows an edit of one admin to the other at once', async () => {
    await searchMappings(bob, 'premier');
    await searchMappings(ann, 'premier');
    await editMapping(ann, 'Premier Inn', { description: 'Premier Inn Hotels', glAccount: '6299' });
    await ann.getByText('Mapping updated successfully.').waitFor();
    await rowOf(bob, 'Premier Inn Hotels').getByText('6299').waitFor();
    expect(stored('Premier Inn')).toBeNull();
  });

  it('lets only one of two edits made in the same moment through, and shows the other admin both versions', async () => {
    for (const [page, account] of [
      [ann, '1111'],
      [bob, '2222'],
    ] as const) {
      await searchMappings(page, 'premier');
      await page.getByRole('button', { name: 'Edit Premier Inn' }).click();
      await page.getByRole('textbox', { name: 'GL Account' }).fill(account);
    }
    // The buttons of before: the slower one may be gone or disabled by the other's edit, then it does nothing.
    const buttons = await Promise.all(
      [ann, bob].map((page) => page.getByRole('button', { name: 'Save', exact: true }).elementHandle()),
    );
    await Promise.all(buttons.map((button) => button?.evaluate((save) => (save as HTMLElement).click())));
    const outcomes = [ann, bob].map(outcomeOf);
    expect((await Promise.all(outcomes)).toSorted()).toEqual(['done', 'refused']);
    const winner = (await outcomes[0]) === 'done' ? '1111' : '2222';
    expect(stored('Premier Inn')).toEqual({ description: 'Premier Inn', glAccount: winner });
  });

  /** Whether the edit was saved, or the page tells of another one; the first message goes away again. */
  async function outcomeOf(page: Page): Promise<'done' | 'refused'> {
    return Promise.race([
      page
        .getByText('Mapping updated successfully.')
        .waitFor()
        .then(() => 'done' as const),
      page
        .getByText(/Someone has changed this entry meanwhile/)
        .waitFor()
        .then(() => 'refused' as const),
    ]);
  }

  it('unticks a selected row that the other admin changes', async () => {
    await ann.getByRole('checkbox', { name: 'Select Acme Branch 03' }).check();
    await ann.getByRole('button', { name: 'Delete Selected (1)' }).waitFor();
    await editMapping(bob, 'Acme Branch 03', { glAccount: '9' });
    await ann.getByRole('button', { name: /^Delete Selected/ }).waitFor({ state: 'detached' });
  });

  it('finds letter and search again after a visit to the classifier, and takes reloads at its address', async () => {
    await ann.getByRole('tab', { name: 'P', exact: true }).click();
    await rowOf(ann, 'Premier Inn').waitFor();
    await ann.getByRole('link', { name: 'Classifier', exact: true }).click();
    await ann.getByRole('link', { name: 'Database' }).click();
    await rowOf(ann, 'Premier Inn').waitFor();
    await ann.goto(server.url('/database'));
    await ann.getByText('75 mappings under A').waitFor();
  });
});
