import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { signInByKeyboard, tabTo, typeInto } from '../support/keyboard.ts';
import { says } from '../support/screens.ts';
import { replaceList } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

/** No mouse in this file: every step is a key. */
const environment = useTestEnvironment();
const GENEROUS = { timeout: 60_000 };

const KNOWN = ['PREMIER INN', 'TESCO STORES', 'NORTHERN RAIL', 'ROYAL MAIL', 'SCREWFIX DIRECT'];
/** 28 names of one line, and three of three lines each. */
const NAMES = [
  ...Array.from(
    { length: 28 },
    (_, i) => `${'bcdfghjklmnpqrstvwxz'[i % 20]}${'aeiou'[i % 5]}${i < 20 ? 'ndler' : 'strow'}`,
  ),
  ...['mowbray', 'quigley', 'tattersall'].flatMap((name) => [name, name, name]),
];
const accountOf = (name: string) => `${7000 + 10 * NAMES.indexOf(name)}`;

/** 600 lines of a statement, 37 of them without a match. */
function statement(): string[] {
  const lines = Array.from({ length: 600 }, (_, i) => `${KNOWN[i % KNOWN.length]} ${1000 + i}`);
  for (const [i, name] of NAMES.entries()) lines[i * 16 + 3] = `CARD ${name} LTD ${7000 + i}`;
  return lines;
}

const linesLeft = async (page: Page) =>
  Number(/^([\d,]+) lines?/.exec((await page.getByText(/without a match:/).textContent()) ?? '0')?.[1] ?? 0);

it('from a cold start an admin settles 37 of 600 lines with at most three keys each besides letters and digits', async () => {
  replaceList(environment.server, Object.fromEntries(KNOWN.map((name, i) => [name, `${6100 + i}`])));
  const page = await environment.visitor();
  await signInByKeyboard(page, environment.server.admin);
  await typeInto(page, 'Descriptions, one per line', statement().join('\n'));
  await page.getByRole('radio', { name: 'No Match 37' }).waitFor({ state: 'attached' });
  await tabTo(page, 'gridcell', statement()[0] as string);
  let keys = 2;
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await says(page, unmatchedMessages.summary(37, 3, 28));
  for (let left = 37; left > 0; ) {
    const title = await page.getByRole('complementary').getByRole('heading').textContent();
    const name = NAMES.find((one) => title?.includes(one)) ?? '';
    await page.keyboard.press('Enter');
    await page.keyboard.type(accountOf(name));
    await page.getByRole('option', { selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save as mapping' });
    await dialog.getByText(/will get it\.$/).waitFor();
    expect(await dialog.getByLabel('Keyword').inputValue()).toBe(name);
    await page.keyboard.press('Enter');
    keys += 3;
    const before = left;
    const isOver = () => page.getByText(unmatchedMessages.nothingLeft).isVisible();
    await expect
      .poll(async () => {
        left = (await isOver()) ? 0 : await linesLeft(page);
        return left;
      }, GENEROUS)
      .toBeLessThan(before);
    const others = page.getByRole('complementary').getByRole('heading', { name, exact: false });
    await others.waitFor({ state: 'detached' });
  }
  expect(keys).toBeLessThanOrEqual(3 * NAMES.length);
  expect(environment.server.services().tree.read('gl_mappings/quigley/glAccount')).toBe(accountOf('quigley'));
});
