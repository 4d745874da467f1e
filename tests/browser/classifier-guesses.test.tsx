import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { catchCopy } from './support/catchCopy.ts';
import { setupClassifier } from './support/classifierSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';

afterEach(() => {
  sessionStorage.clear();
});
beforeEach(async () => {
  await page.viewport(1440, 900);
});

const LIST = ['TAXI', 'HOTEL', 'STATIONERY'].flatMap((kind, i) =>
  Array.from(
    { length: 40 },
    (_unused, n) => [`${kind} company ${n.toString(36)}x`, `63${i}0`] as readonly [string, string],
  ),
);
const why = page.getByRole('complementary', { name: 'Why this account' });

async function setup() {
  const classifier = await setupClassifier();
  await classifier.memory.addMappings(LIST);
  await classifier.type(['TAXI company 1x', 'BRIGG TAXI 7', 'FILEY HOTEL 2', 'qwv jzk'].join('\n'));
  await expect.element(classifier.cell(1, 'account')).toHaveTextContent('6300');
  return classifier;
}

it('likely accounts stand in the inspector, and greyed in the cells once somebody has looked at one', async () => {
  const { cell } = await setup();
  await expect.element(cell(3, 'account')).toHaveTextContent(/^No Match$/);
  await cell(2, 'description').click();
  await expect.element(why.getByText('Likely accounts')).toBeVisible();
  await expect.element(why.getByRole('listitem').first()).toHaveTextContent(/6300 Likely: like TAXI/);
  await expect.element(cell(2, 'account')).toHaveTextContent('No MatchLikely: 6300');
  await expect.element(cell(3, 'account')).toHaveTextContent('No MatchLikely: 6310');
  await expectAccessible();
  expect(await copied()).toBe('6300\nNo Match\nNo Match\nNo Match');
});

it('an edited row has the likely account of its new text', async () => {
  const { cell, edit } = await setup();
  await cell(2, 'description').click();
  await expect.element(cell(2, 'account')).toHaveTextContent('Likely: 6300');
  await edit(2);
  await page.getByRole('textbox', { name: /^Description of row/ }).fill('GOOLE HOTEL 9');
  await cell(3, 'description').click();
  await expect.element(cell(2, 'account')).toHaveTextContent('Likely: 6310');
});

/** What Copy GL Account Only puts on the clipboard. */
async function copied(): Promise<string> {
  const copy = catchCopy();
  await page.getByRole('button', { name: 'Copy GL Account Only' }).click();
  await expect.poll(copy).not.toBe('');
  return copy();
}
