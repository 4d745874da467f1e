import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANGES_BY_KEY_PATH, CHANGES_PATH, HISTORY_PATH, LIST_VERSION_PATH } from '#model/paths.ts';
import { launchBrowser } from '../support/browser.ts';
import { editMapping, openDatabase, rowOf, searchMappings } from '../support/databaseScreen.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { newProductContext } from '../support/productContext.ts';
import { type Credentials, signIn } from '../support/screens.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** 75 under A, twelve hotels that share a keyword, and what admins meet of older times. */
const LIST: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Array.from({ length: 75 }, (_unused, i) => {
      const description = `Acme Branch ${String(i).padStart(2, '0')}`;
      return [description, { description, glAccount: '6100' }];
    }),
  ),
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_unused, i) => {
      const description = `Grand Hotel City ${String.fromCharCode(65 + i)}`;
      return [description, { description, glAccount: '6200' }];
    }),
  ),
  'Old entry': '6300',
  'No fields': { note: 'x' },
  'Premier Inn': { description: 'Premier Inn', glAccount: '6200' },
  '3M Company': { description: '3M Company', glAccount: '6400' },
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
    await Promise.all([ann, bob].map((page) => page.getByPlaceholder('Search 91 mappings').waitFor()));
  });
  afterEach(async () => {
    // Another page forgets what is typed and what is selected, but for an edit that is not saved.
    await Promise.all([ann, bob].map((page) => page.evaluate(() => sessionStorage.clear())));
    await Promise.all([ann, bob].map((page) => page.reload()));
  });

  async function signedIn(person: Credentials): Promise<Page> {
    const page = await (await newProductContext(browser)).newPage();
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.accept();
    });
    await page.goto(server.origin);
    await signIn(page, person);
    return page;
  }
  const dialogs: string[] = [];
  let versions = 0;

  /** What the server has under a key of the list, as another reader would see it. */
  const stored = (key: string) => server.services().tree.read(`gl_mappings/${key}`);

  it('is for admins only', async () => {
    const reader = await signedIn(await server.addUser('carl@example.com'));
    await reader.goto(server.url('/database'));
    await reader.getByRole('heading', { name: 'Classifier' }).waitFor();
    expect(await reader.getByRole('link', { name: 'Database' }).count()).toBe(0);
    expect(new URL(reader.url()).pathname).toBe('/');
    await reader.context().close();
  });

  it('pages thirty by thirty, under each letter and in a search', async () => {
    await ann.getByText('Page 1 of 3').waitFor();
    await ann.getByRole('button', { name: 'Next' }).click();
    await ann.getByRole('button', { name: 'Next' }).click();
    await ann.getByText('Page 3 of 3').waitFor();
    await ann.getByText('Acme Branch 74').waitFor();
    await ann.getByRole('tab', { name: '#', exact: true }).click();
    await rowOf(ann, '3M Company').waitFor();
    await searchMappings(ann, 'branch 7');
    await ann.getByText('5 mappings found').waitFor();
    await searchMappings(ann, '6300');
    await rowOf(ann, 'Old entry').waitFor();
    await ann.getByRole('searchbox').fill('');
    await ann.getByText('1 mapping under #').waitFor();
  });

  it('shows an edit of one admin to the other at once', async () => {
    await searchMappings(bob, 'premier');
    await searchMappings(ann, 'premier');
    await editMapping(ann, 'Premier Inn', { description: 'Premier Inn Hotels', glAccount: '6299' });
    await ann.getByText('Mapping updated successfully.').waitFor();
    await rowOf(bob, 'Premier Inn Hotels').getByText('6299').waitFor();
    expect(stored('Premier Inn')).toBeNull();
  });

  it('loses neither edit when both admins edit one entry', async () => {
    for (const page of [ann, bob]) {
      await searchMappings(page, 'premier');
      await page.getByRole('button', { name: 'Edit Premier Inn' }).click();
    }
    await bob.getByRole('textbox', { name: 'GL Account' }).fill('7777');
    await ann.getByRole('textbox', { name: 'GL Account' }).fill('8888');
    await ann.getByRole('button', { name: 'Save', exact: true }).click();
    await ann.getByText('Mapping updated successfully.').waitFor();

    await bob.getByText(/Someone has changed this entry meanwhile/).waitFor();
    expect(await bob.getByRole('textbox', { name: 'GL Account' }).inputValue()).toBe('7777');
    expect(stored('Premier Inn')).toEqual({ description: 'Premier Inn', glAccount: '8888' });
    await bob.getByRole('button', { name: 'Save mine' }).click();
    await rowOf(ann, 'Premier Inn').getByText('7777').waitFor();
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

  it('refuses a new description that another entry has', async () => {
    await searchMappings(ann, 'premier');
    await editMapping(ann, 'Premier Inn', { description: '3M Company' });
    await ann.getByText('“3M Company” is in the list already, with account 6400.').waitFor();
    expect(stored('Premier Inn')).not.toBeNull();
  });

  it('shows and edits older entries and those without usable fields', async () => {
    await searchMappings(ann, 'No fields');
    await rowOf(ann, 'No fields').getByText('Unknown').waitFor();
    await editMapping(ann, 'No fields', { glAccount: '6500' });
    await rowOf(ann, 'No fields').getByText('6500').waitFor();
    await searchMappings(ann, 'Old entry');
    await editMapping(ann, 'Old entry', { glAccount: '6600' });
    await rowOf(ann, 'Old entry').getByText('6600').waitFor();
    expect(stored('Old entry')).toEqual({ description: 'Old entry', glAccount: '6600' });
  });

  it('shows an edit in the history of its mapping, and restores what was before', async () => {
    await searchMappings(ann, 'premier');
    await editMapping(ann, 'Premier Inn', { glAccount: '6299' });
    await ann.getByText('Mapping updated successfully.').waitFor();
    await rowOf(ann, 'Premier Inn').getByText('6299').click();
    await ann.getByRole('link', { name: 'Show in History' }).click();
    const edit = ann.getByRole('button', { name: 'Premier Inn: 6200 → 6299' });
    await edit.getByText(server.admin.email).waitFor();
    await expectAccessible(ann, 'History');
    await edit.click();
    await ann.getByRole('button', { name: 'Undo this change…' }).click();
    await ann.getByRole('row', { name: 'Premier Inn 6299 6200' }).waitFor();
    await expectAccessible(ann, 'the preview of a restore');
    await ann.getByRole('button', { name: 'Restore 1 mapping' }).click();
    await ann.getByRole('button', { name: 'Restore: Premier Inn: 6299 → 6200' }).waitFor();
    await searchMappings(bob, 'premier');
    await rowOf(bob, 'Premier Inn').getByText('6200').waitFor();
    expect(stored('Premier Inn')).toEqual(LIST['Premier Inn']);

    // A restore is taken back as any change is, and that in turn by a restore.
    await ann.getByRole('button', { name: 'Undo', exact: true }).click();
    await rowOf(bob, 'Premier Inn').getByText('6299').waitFor();
    await ann.getByRole('button', { name: 'Undo: Premier Inn: 6200 → 6299' }).click();
    await ann.getByRole('button', { name: 'Undo this change…' }).click();
    await ann.getByRole('button', { name: 'Restore 1 mapping' }).click();
    await rowOf(bob, 'Premier Inn').getByText('6200').waitFor();
  });

  it('deletes a row, and undoes it', async () => {
    await searchMappings(ann, 'premier');
    await ann.getByRole('button', { name: 'Delete Premier Inn' }).click();
    await ann.getByText('Mapping deleted successfully.').waitFor();
    await bob.getByPlaceholder('Search 90 mappings').waitFor();
    await ann.getByRole('button', { name: 'Undo' }).click();
    await bob.getByPlaceholder('Search 91 mappings').waitFor();
    expect(stored('Premier Inn')).toEqual(LIST['Premier Inn']);
  });

  it('deletes all that were found, keeps what another admin has written since, and says so on undo', async () => {
    await searchMappings(ann, 'branch');
    await ann.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await ann.getByRole('button', { name: 'Select all 75 found' }).click();
    await ann.getByRole('button', { name: 'Next' }).click();
    await ann.getByRole('checkbox', { name: 'Select Acme Branch 40' }).uncheck();
    await ann.getByRole('button', { name: 'Delete Selected (74)' }).click();
    await ann.getByText('74 mappings deleted successfully.').waitFor();
    expect(dialogs.at(-1)).toBe(
      'Are you sure you want to delete 74 selected mappings? This action cannot be undone.',
    );
    await ann.getByText('1 mapping found').waitFor();

    await searchMappings(bob, 'Acme Branch 40');
    await editMapping(bob, 'Acme Branch 40', { description: 'Acme Branch 41', glAccount: '9' });
    await bob.getByText('Mapping updated successfully.').waitFor();
    await rowOf(ann, 'Acme Branch 41').waitFor();
    await ann.getByRole('button', { name: 'Undo' }).click();
    await ann.getByText('Failed to undo “Acme Branch 41”: changed by someone else since.').waitFor();
    expect(stored('Acme Branch 41')).toEqual({ description: 'Acme Branch 41', glAccount: '9' });
    expect(stored('Acme Branch 07')).toEqual(LIST['Acme Branch 07']);
  });

  it('unticks a selected row that the other admin changes', async () => {
    await ann.getByRole('checkbox', { name: 'Select Acme Branch 03' }).check();
    await ann.getByRole('button', { name: 'Delete Selected (1)' }).waitFor();
    await editMapping(bob, 'Acme Branch 03', { glAccount: '9' });
    await ann.getByRole('button', { name: /^Delete Selected/ }).waitFor({ state: 'detached' });
  });

  it('analyses the list, and approves and undoes what it proposes', async () => {
    await ann.getByRole('button', { name: 'Analyze Keywords' }).click();
    const approve = ann.getByRole('button', { name: 'Approve for GRAND HOTEL CITY' });
    await approve.click();
    await ann.getByText('Consolidation approved...').waitFor();
    expect(stored('GRAND HOTEL CITY')).toEqual({ description: 'GRAND HOTEL CITY', glAccount: '6200' });
    expect(stored('Grand Hotel City A')).toBeNull();
    await ann.getByRole('button', { name: 'Undo' }).click();
    await approve.waitFor();
    expect(stored('GRAND HOTEL CITY')).toBeNull();
    expect(stored('Grand Hotel City A')).toEqual(LIST['Grand Hotel City A']);
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
