/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { editMapping, openDatabase, rowOf, searchMappings } from '../../tests/support/databaseScreen.ts';
import { dryRunCount, openUpload, pastePairs } from '../../tests/support/uploadScreen.ts';
import { messageWith } from '../list/answers.ts';
import { timed } from '../list/databaseScreen.ts';
import { movedName } from './data.ts';

const TIMEOUT_MS = 600_000;
const LONG = { timeout: TIMEOUT_MS };
const MESSAGES = '[role=status], [role=alert]';

/** When something was begun, and when the screen said that it is stored: milliseconds since 1970. */
export type Stored = { readonly began: number; readonly at: number };

/** When the page shows `text` in one of the places `selector`: milliseconds since 1970, the paint included. */
export function momentOf(page: Page, selector: string, text: string): Promise<number> {
  return page.evaluate(
    ([places, awaited, timeout]) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`Nowhere in ${places}: ${awaited}`)), timeout);
        const look = () => {
          const isShown = [...document.querySelectorAll(places)].some((place) =>
            place.textContent?.includes(awaited),
          );
          if (isShown) setTimeout(() => resolve(performance.timeOrigin + performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [selector, text, TIMEOUT_MS] as const,
  );
}

/** When the page says `text` as a message. */
export const saidAt = (page: Page, text: string) => momentOf(page, MESSAGES, text);

/** Pastes pairs on the Upload screen and waits for their dry run and analysis; resolves to how many are new. */
export async function preparePairs(page: Page, text: string, consolidates: boolean): Promise<number> {
  await openUpload(page);
  await pastePairs(page, text);
  const perform = page.getByRole('button', { name: 'Perform Consolidation' });
  await perform.waitFor(LONG);
  const before = await settledCount(page);
  if (!consolidates || !(await perform.isEnabled())) return before;
  await perform.click();
  await messageWith(page, /^Consolidation complete!/).waitFor(LONG);
  return settledCount(page);
}

/** The dry run comes again after the text, or the list, has changed. */
async function settledCount(page: Page): Promise<number> {
  for (let last: number | null = null; ; ) {
    const count = await dryRunCount(page, 'New');
    if (count !== null && count === last) return count;
    last = count;
    await page.waitForTimeout(500);
  }
}

/** Stores what was prepared; resolves when the screen says so. */
export async function storePairs(page: Page, count: number): Promise<Stored> {
  const said = saidAt(page, `Successfully uploaded ${count.toLocaleString('en-US')} new mappings`);
  const began = Date.now();
  await page.getByRole('button', { name: 'Add to Firebase Database' }).click();
  return { began, at: await said };
}

/** Adds a mapping on the Database screen. */
export async function addMapping(page: Page, description: string, glAccount: string): Promise<Stored> {
  await page.getByRole('button', { name: 'Add mapping' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'GL account' }).fill(glAccount);
  await dialog.getByRole('textbox', { name: 'Keyword' }).fill(description);
  const said = saidAt(page, description);
  const began = Date.now();
  await dialog.getByRole('button', { name: 'Save mapping' }).click();
  await dialog.waitFor({ state: 'detached' });
  return { began, at: await said };
}

/** Edits and deletes some of the month's mappings on the Database screen. */
export async function editSome(page: Page, month: number): Promise<void> {
  for (let n = 0; n < 5; n++) {
    const name = `${movedName(month)} 1${n}`;
    await searchMappings(page, name);
    await editMapping(page, name, { glAccount: `31${n}` });
    await messageWith(page, /^Mapping updated successfully/).waitFor();
    // What is deleted is the row that the screen shows.
    await rowOf(page, name).getByText(`31${n}`).waitFor();
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    await messageWith(page, /^Mapping deleted successfully/).waitFor();
  }
}

/** Gives all of the month's named mappings one account. */
export async function moveAccount(page: Page, month: number): Promise<Stored> {
  await searchMappings(page, movedName(month));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: /^Select all .* found$/ }).click();
  await page.getByRole('button', { name: 'Change account…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'New GL account' }).fill(`40${month}`);
  const change = dialog.getByRole('button', { name: /^Change \d/ });
  await change.waitFor(LONG);
  const said = saidAt(page, `account 40${month} now.`);
  const began = Date.now();
  await change.click();
  return { began, at: await said };
}

/** Undoes the newest action on the History screen; resolves to the times of its steps. */
export async function restoreNewest(page: Page, shows: string) {
  const opened = await timed(async () => {
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await momentOf(page, '[data-change-set="0"]', shows);
  });
  const undo = page.getByRole('button', { name: 'Undo this change…' });
  await page.locator('[data-change-set="0"]').click();
  const restore = page.getByRole('dialog').getByRole('button', { name: /^Restore \d/ });
  const previewed = await timed(async () => {
    await undo.click();
    await restore.waitFor(LONG);
  });
  const said = saidAt(page, 'mappings restored.');
  const restored = await timed(async () => {
    await restore.click();
    await said;
  });
  return { opened, previewed, restored, at: await said };
}

/** Analyses the stored list and approves the first consolidation without a conflict, if there is one. */
export async function consolidateStored(page: Page): Promise<number> {
  await openDatabase(page);
  const ms = await timed(async () => {
    await page.getByRole('button', { name: 'Analyze Keywords' }).click();
    await messageWith(page, /Analysis complete|No potential optimizations/).waitFor(LONG);
  });
  const approve = page.getByRole('button', { name: /^Approve for/ }).first();
  if ((await approve.count()) > 0) {
    await approve.click();
    await messageWith(page, /^Consolidation approved/).waitFor(LONG);
  }
  const close = page.getByRole('button', { name: 'Close the report' });
  if ((await close.count()) > 0) await close.click();
  return ms;
}

/** Visits every screen that the year's work was done on; ends on Database. */
export async function visitAll(page: Page): Promise<void> {
  await openUpload(page);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await page.locator('[data-change-set="0"]').waitFor();
  await openDatabase(page);
}
