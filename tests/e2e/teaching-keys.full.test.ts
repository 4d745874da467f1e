import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTeacher, type TeachingStep, teach } from '#bench/teaching.ts';
import { makeMapping } from '#model/mapping.ts';
import { messages } from '#model/text/messages.ts';
import { previewMessages } from '#model/text/previewWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { signInByKeyboard, tabTo, typeInto } from '../support/keyboard.ts';
import { replaceList } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

/** The keys that the benchmark counts, pressed on the page. */
const environment = useTestEnvironment();
const MANY = { timeout: 60_000 };

const KINDS = { TAXI: '6300', HOTEL: '6350', STATIONERY: '6500' };
/** Long enough to learn from; one keyword has lines that a shorter keyword would take over. */
const LIST = Object.fromEntries([
  ...Object.entries(KINDS).flatMap(([kind, account]) =>
    Array.from({ length: 40 }, (_, i) => [`${kind} company ${i.toString(36)}x`, account] as const),
  ),
  ['WHITBY', '6100'],
  ['SCARBOROUGH', '6110'],
]);
/** What was booked, by line. */
const BOOKED: Readonly<Record<string, string>> = {
  'BRIGG TAXI 1': '6100',
  'BRIGG TAXI 2': '6100',
  'BRIGG TAXI 3': '6100',
  'THIRSK HOTEL SPA 8': '7300',
  'THIRSK HOTEL SPA 9': '7300',
  'FILEY HOTEL 1': '6350',
  'FILEY HOTEL 2': '6350',
  'MALTON STATIONERY 1': '6500',
  'SELBY TAXI 4': '6300',
  'YARM HOTEL 5': '6350',
  'OTLEY HOTEL 2': '6350',
  'ILKLEY STATIONERY 3': '6500',
  'BATLEY TAXI 9': '6300',
  'GOOLE TAXI 1': '6300',
  'GOOLE HOTEL 2': '6350',
  'GOOLE TAXI 3': '6300',
  'HEXHAM TAXI 1': '6350',
  'HEXHAM TAXI 2': '6350',
  'HEXHAM HOTEL 3': '6350',
  'QWVX JZK 1': '6300',
  'QWVX JZK 2': '6300',
  'VKJQ WZZ 7': '6300',
  'XZQV KJW 3': '6300',
  'WHITBY DOLPHIN CAFE': '6100',
  'DOLPHIN CAFE': '6110',
  'AB 1': '6300',
};

it('the keys that the benchmark counts do on the page what it says: every group has its account, and a slip is undone', async () => {
  const text = Object.entries(BOOKED).map(([description, glAccount]) => ({ description, glAccount }));
  const list = Object.entries(LIST).map(([description, glAccount]) =>
    makeMapping({ description, glAccount }),
  );
  const teacher = await openTeacher(list, text);
  replaceList(environment.server, LIST);
  const page = await environment.visitor();
  await signInByKeyboard(page, environment.server.admin);
  await typeInto(page, 'Descriptions, one per line', text.map(({ description }) => description).join('\n'));
  await page.getByRole('radio', { name: /^No Match/ }).waitFor({ state: 'attached' });
  await tabTo(page, 'gridcell', 'BRIGG TAXI 1');
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  const taken = new Set<string>();
  for await (const step of teach(teacher)) {
    await isOnScreen(page, step);
    if (step.keys.length === 1 && !taken.has('a')) await slip(page, step);
    for (const key of step.keys) {
      await isReady(page);
      taken.add(key);
      await page.keyboard.press(key);
      if (key === 'l') await page.getByRole('dialog').waitFor(MANY);
    }
  }
  await page.getByText(unmatchedMessages.nothingLeft).waitFor(MANY);
  // All of the ways have been gone: accepting, alone and together, choosing by arrow and by typing.
  expect([...taken]).toEqual(expect.arrayContaining(['l', 'Space', 'ArrowDown', 'a', 'b', 'Enter', '7']));
  const accounts = (mappings: unknown) =>
    Object.fromEntries(
      Object.entries(mappings as Record<string, { glAccount: string }>).map(([key, { glAccount }]) => [
        key,
        glAccount,
      ]),
    );
  expect(accounts(environment.server.services().tree.read('gl_mappings'))).toEqual(
    accounts(teacher.stored()),
  );
});

/** Waits until the page shows the group of the step, with the accounts that are likely for it. */
async function isOnScreen(page: Page, { item, likely, keys }: TeachingStep): Promise<void> {
  if (item === null) return page.getByRole('button', { name: /^Accept all likely/ }).waitFor(MANY);
  const panel = page.getByRole('complementary', { name: 'Chosen group' });
  await expect
    .poll(
      () =>
        panel
          .getByRole('list', { name: 'Likely accounts' })
          .getByRole('button')
          .locator('b')
          .allTextContents(),
      MANY,
    )
    .toEqual(likely);
  await panel.getByRole('heading', { name: item.phrase ?? item.title, exact: false }).waitFor(MANY);
  const isOpen = !['a', 'b', 'c', 'Enter'].includes(keys[0] ?? '');
  if (isOpen) await page.getByRole('combobox', { name: /^Account of/ }).waitFor(MANY);
}

/** Waits until nothing is being counted, looked for, or saved, and an open dialog has the focus. */
async function isReady(page: Page): Promise<void> {
  const waiting = [previewMessages.counting, rowAccountMessages.looking, unmatchedMessages.saving];
  await expect
    .poll(
      () =>
        page.evaluate((texts) => {
          const dialog = document.querySelector('[role="dialog"]');
          const isFocused = dialog === null || dialog.contains(document.activeElement);
          return isFocused && !texts.some((text) => document.body.textContent?.includes(text));
        }, waiting),
      MANY,
    )
    .toBe(true);
}

/** Takes the account and takes it back: the group is there again, to be given its account. */
async function slip(page: Page, step: TeachingStep): Promise<void> {
  await isReady(page);
  await page.keyboard.press('a');
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByText(messages.undone).waitFor(MANY);
  await isOnScreen(page, step);
}
