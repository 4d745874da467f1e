import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { focused, press, signInByKeyboard, tabTo, typeInto } from '../support/keyboard.ts';
import { says } from '../support/screens.ts';
import { replaceList } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

/** No mouse in this file: every step is a key. */
const environment = useTestEnvironment();
const GENEROUS = { timeout: 60_000 };

const ACCOUNTS = ['6100', '6150', '6200', '7300', '7400'];
const KNOWN = ['PREMIER INN', 'TESCO STORES', 'NORTHERN RAIL', 'ROYAL MAIL', 'SCREWFIX DIRECT'];
/** 28 names that share no phrase, and three that three lines each have. */
const NAMES = [
  ...Array.from(
    { length: 28 },
    (_, i) => `${'bcdfghjklmnpqrstvwxz'[i % 20]}${'aeiou'[i % 5]}${i < 20 ? 'ndler' : 'strow'}`,
  ),
  ...['mowbray', 'quigley', 'tattersall'].flatMap((name) => [name, name, name]),
];
const accountOf = (name: string) => ACCOUNTS[NAMES.indexOf(name) % ACCOUNTS.length] as string;

/** 600 lines of a statement, 37 of them without a match. */
function statement(): string[] {
  const lines = Array.from({ length: 600 }, (_, i) => `${KNOWN[i % KNOWN.length]} ${1000 + i}`);
  for (const [i, name] of NAMES.entries()) lines[i * 16 + 3] = `CARD ${name} LTD ${7000 + i}`;
  return lines;
}

/** The list begins with the keywords of {@link KNOWN} alone. */
function store(): void {
  const known = KNOWN.flatMap((name, i) => [
    [name, ACCOUNTS[i] as string],
    [`CARD ${name} LTD`, ACCOUNTS[i] as string],
  ]);
  replaceList(environment.server, Object.fromEntries(known));
}

const copied = async (page: Page) =>
  (await page.evaluate(() => navigator.clipboard.readText())).replaceAll('\r', '').split('\n');

/** Signs in, pastes and goes to the first row without a match. */
async function atFirstUnmatched(person: Parameters<typeof signInByKeyboard>[1]): Promise<Page> {
  const page = await environment.visitor();
  await signInByKeyboard(page, person);
  await says(page, messages.classifierReady);
  await typeInto(page, 'Descriptions, one per line', statement().join('\n'));
  await page.getByRole('radio', { name: 'No Match 37' }).waitFor({ state: 'attached' });
  await tabTo(page, 'gridcell', statement()[0] as string);
  await page.keyboard.press('n');
  return page;
}

/** Counts the keys that a person presses besides letters and digits. */
function countingKeys(page: Page) {
  const count = { keys: 0 };
  return {
    count,
    async key(name: string) {
      count.keys++;
      await page.keyboard.press(name);
    },
  };
}

/** The row whose account is being chosen; null when the focus is back in the list. */
async function openRow(page: Page): Promise<number | null> {
  const found = /^Account of row (\d+)$/.exec(await focused(page));
  return found === null ? null : Number(found[1]) - 1;
}

/** The next row whose account is being chosen; null when none is left and the focus is back in the list. */
async function rowAfter(page: Page, settled: number): Promise<number | null> {
  const isOver = async () =>
    (await page.getByRole('radio', { name: 'No Match 0' }).count()) > 0 &&
    (await page.evaluate(() => document.activeElement?.role)) === 'gridcell';
  let row: number | null = null;
  await expect
    .poll(async () => {
      // In this order: what is open may close between two questions.
      const isDone = await isOver();
      row = await openRow(page);
      return isDone || (row !== null && row !== settled);
    }, GENEROUS)
    .toBe(true);
  return row;
}

it('an admin who knows the accounts settles 37 of 600 lines with at most three keys each besides the letters', async () => {
  store();
  const page = await atFirstUnmatched(environment.server.admin);
  const { key, count } = countingKeys(page);
  await key('Enter');
  await expect.poll(() => openRow(page), GENEROUS).not.toBeNull();
  await expectAccessible(page, 'the choice of an account');
  for (let row = await openRow(page); row !== null; ) {
    const name = /^CARD (\w+) /.exec(statement()[row] as string)?.[1] as string;
    await page.keyboard.type(accountOf(name));
    await page.getByRole('option', { selected: true }).waitFor();
    await key('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save as mapping' });
    await dialog.getByText(/will get it\.$/).waitFor();
    expect(await dialog.getByLabel('Keyword').inputValue()).toBe(name);
    if (count.keys < 3) await expectAccessible(page, 'a mapping of a row');
    await key('Enter');
    const settled = row;
    row = await rowAfter(page, settled);
  }
  await page.getByRole('radio', { name: 'No Match 0' }).waitFor({ state: 'attached' });
  expect(count.keys).toBeLessThanOrEqual(3 * NAMES.length);
  await press(page, 'Copy GL Account Only');
  await says(page, messages.copiedAccounts(600));
  const accounts = await copied(page);
  for (const [i, name] of NAMES.entries()) expect(accounts[i * 16 + 3]).toBe(accountOf(name));
  expect(environment.server.services().tree.read('gl_mappings/quigley/glAccount')).toBe(accountOf('quigley'));
});
