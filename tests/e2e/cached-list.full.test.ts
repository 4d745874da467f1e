import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { normaliseEmail } from '#model/email.ts';
import { accessPath } from '#model/paths.ts';
import { messages } from '#model/text/messages.ts';
import { draftKeys } from '../support/draftKeys.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { button, type Credentials, paste, says, signInScreen } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useFaultTestEnvironment } from '../support/testEnvironment.ts';

const SIZE = 10_000;
/** More than all that is said beside the list, and a small part of the list. */
const FEW_BYTES = 10_000;
const LIST_BYTES = 60 * SIZE;

/** For what the SDK does at its own pace. */
const GENEROUS = { timeout: 60_000 };

const environment = useFaultTestEnvironment(() => {
  const shops = Array.from({ length: SIZE }, (_unused, i) => [`Shop number ${i}`, account(i)] as const);
  change(Object.fromEntries(shops));
});

const account = (i: number) => String(4000 + (i % 500));

type Accounts = Readonly<Record<string, string | null>>;

/** Somebody's change of the list, as one entry of its history: accounts by description; null removes. */
function change(accounts: Accounts): void {
  storeMappings(environment.server, accounts);
}

/** What the database sends while something is done. */
async function bytesOf(action: () => Promise<unknown>): Promise<number> {
  const before = environment.proxy.databaseBytes();
  await action();
  return environment.proxy.databaseBytes() - before;
}

const ready = (page: Page) => says(page, messages.classifierReady);
const reloaded = (page: Page) => async () => {
  await page.reload();
  await ready(page);
};

/** Keys under which mapping lists are cached in this browser, with the version of each. */
function cachedLists(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    () =>
      new Promise<Record<string, string>>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          if (!opening.result.objectStoreNames.contains('keyval')) return resolve({});
          const cached: Record<string, string> = {};
          const walk = opening.result.transaction('keyval').objectStore('keyval').openCursor();
          walk.onerror = () => reject(walk.error);
          walk.onsuccess = () => {
            const at = walk.result;
            if (at === null) {
              opening.result.close();
              return resolve(cached);
            }
            if (String(at.key).startsWith('mapping-list/')) cached[String(at.key)] = at.value.version.id;
            at.continue();
          };
        };
      }),
  );
}

/** Until the browser keeps the list as it is stored now. */
async function untilKept(page: Page): Promise<void> {
  const stored = environment.server.services().tree.read('gl_mappings_version/id');
  await expect.poll(async () => Object.values(await cachedLists(page)), GENEROUS).toEqual([stored]);
}

async function someone(): Promise<Credentials> {
  return environment.server.addUser(`someone.${++people}@example.com`);
}
let people = 0;

/** Marks the page if the copy button can be pressed while the cached list is being compared: a state that soon ends. */
function noteCopiesWhileChecking(page: Page): Promise<unknown> {
  return page.addInitScript((checking) => {
    const note = () => {
      if (!document.body?.innerText.includes(checking)) return;
      const copy = [...document.querySelectorAll('button')].find(
        (b) => b.innerText === 'Copy GL Account Only',
      );
      if (copy?.disabled === false) document.documentElement.dataset['copiedWhileChecking'] = 'yes';
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true });
  }, messages.mappingsChecking);
}

async function withCachedList(
  person?: Credentials,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const page = await environment.signedIn(person ?? (await someone()), undefined, prepare);
  await ready(page);
  await untilKept(page);
  return page;
}

/** A page that goes away at once would take along what was pasted. */
const untilDraftKept = (page: Page) => expect.poll(() => draftKeys(page), GENEROUS).not.toEqual([]);

const accountShown = (page: Page, text: string) =>
  page.getByRole('grid').getByText(text, { exact: true }).waitFor();

const suggested = (page: Page, glAccount: string) => page.getByRole('grid').getByText(glAccount).waitFor();

describe('a reload', () => {
  it('downloads what has changed, and not the list', async () => {
    const person = await someone();
    let page: Page | undefined;
    expect(
      await bytesOf(async () => {
        page = await withCachedList(person);
      }),
    ).toBeGreaterThan(LIST_BYTES);
    if (page === undefined) throw new Error('unreachable');

    expect(await bytesOf(reloaded(page))).toBeLessThan(FEW_BYTES);
    await paste(page, 'Shop number 7');
    await accountShown(page, account(7));
    await untilDraftKept(page);

    await page.goto('about:blank');
    change({ 'Shop number 7': '9007', 'Shop number 8': null });
    expect(
      await bytesOf(async () => {
        await page?.goto(environment.proxy.origin);
        await untilKept(page as Page);
      }),
    ).toBeLessThan(FEW_BYTES);
    // The row had its account from the cached list.
    await suggested(page, '9007');
    expect(await bytesOf(reloaded(page))).toBeLessThan(FEW_BYTES);
    // Shown, or still suggested where the flag was saved before the reload.
    await suggested(page, '9007');
  });

  it('downloads nothing after the server was restarted', async () => {
    const page = await withCachedList();
    await environment.server.restart();
    expect(await bytesOf(reloaded(page))).toBeLessThan(FEW_BYTES);
  });

  it('downloads a list that was spoilt in the browser, and keeps it anew', async () => {
    const page = await withCachedList();
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('keyval-store');
          opening.onsuccess = () => {
            const store = opening.result.transaction('keyval', 'readwrite').objectStore('keyval');
            const walk = store.openCursor(IDBKeyRange.bound('mapping-list/', 'mapping-list0'));
            walk.onsuccess = () => {
              const at = walk.result;
              if (at === null) return;
              at.update({ ...at.value, mappings: { ...at.value.mappings, bytes: new Blob(['half of']) } });
              at.continue();
            };
            store.transaction.oncomplete = resolve;
          };
        }),
    );
    expect(await bytesOf(reloaded(page))).toBeGreaterThan(LIST_BYTES);
    await paste(page, 'Shop number 11');
    await accountShown(page, account(11));
  });
});

describe('the cached list', () => {
  it('classifies before the database is reached, is marked as cached, and is then brought up to date', async () => {
    const page = await withCachedList(undefined, noteCopiesWhileChecking);
    await paste(page, 'Shop number 20\nShop number 21');
    await accountShown(page, account(21));
    await untilDraftKept(page);
    environment.proxy.cutDatabase();
    await page.reload();
    await accountShown(page, account(20));
    expect(await page.getByText(messages.classifierReady).count()).toBe(0);
    await expectAccessible(page, 'the cached list');
    await says(page, messages.mappingsUnchecked);
    expect(
      await page.evaluate(() => document.documentElement.dataset['copiedWhileChecking']),
    ).toBeUndefined();
    expect(await button(page, 'Copy GL Account Only').isEnabled()).toBe(true);

    change({ 'Shop number 21': '9021' });
    environment.proxy.restore();
    await ready(page);
    await suggested(page, '9021');
    await accountShown(page, account(20));
    expect(await button(page, 'Copy GL Account Only').isEnabled()).toBe(true);
  });

  it('is gone after Logout', async () => {
    const page = await withCachedList();
    await button(page, 'Logout').click();
    await signInScreen(page);
    await expect.poll(() => cachedLists(page), GENEROUS).toEqual({});
  });

  it('is gone when the access is withdrawn', async () => {
    const person = await someone();
    const page = await withCachedList(person);
    environment.server.services().tree.update({ [accessPath(normaliseEmail(person.email))]: null });
    await says(page, messages.noAccess(person.email));
    await expect.poll(() => cachedLists(page), GENEROUS).toEqual({});
  });
});
