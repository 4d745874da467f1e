import { expect, it } from 'vitest';
import { previewWords } from '#model/text/previewWords.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { signInByKeyboard, tabTo, typeInto } from '../support/keyboard.ts';
import { says } from '../support/screens.ts';
import { replaceList } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

/** No mouse in this file: every step is a key. */
const environment = useTestEnvironment();

const LINES = ['QUIGLEY & SONS 1', 'TESCO STORES 2', 'quigley & sons 7', 'Mowbray Ltd 9', 'TATTERSALL 4'];

it('from the Classifier to the queue and back: a group, a skipped one, several at once, and Ctrl+Z', async () => {
  replaceList(environment.server, { 'TESCO STORES': '6100' });
  const page = await environment.visitor();
  await signInByKeyboard(page, environment.server.admin);
  await typeInto(page, 'Descriptions, one per line', LINES.join('\n'));
  await page.getByRole('radio', { name: 'No Match 4' }).waitFor({ state: 'attached' });
  await tabTo(page, 'gridcell', LINES[0] as string);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await says(page, unmatchedMessages.summary(4, 1, 2));
  const groups = page.getByRole('grid', { name: 'Groups without a match' });
  await expect.poll(() => groups.evaluate((list) => list === document.activeElement)).toBe(true);
  await expectAccessible(page, 'the queue of unmatched lines');

  await page.keyboard.press('Enter');
  await page.keyboard.type('7300');
  await page.getByRole('option', { selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(previewWords({ unmatched: 2, others: 0 }))
    .waitFor();
  await expectAccessible(page, 'a mapping of a group, with its effect');
  await page.keyboard.press('Enter');
  await says(page, unmatchedMessages.summary(2, 0, 2));

  // No account is likely for the next group: its choice opens by itself.
  await page.getByRole('combobox', { name: /^Account of/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await groups.getByRole('row', { name: /TATTERSALL/ }).waitFor({ state: 'detached' });
  // Without a likely account the key opens the choice.
  await page.keyboard.press('a');
  await page.getByRole('combobox', { name: /^Account of/ }).waitFor();
  await page.keyboard.type('7400');
  await page.getByRole('option', { selected: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await says(page, unmatchedMessages.linesGiven(1, '7400'));
  await says(page, unmatchedMessages.allSkipped);
  await page.keyboard.press('ControlOrMeta+z');
  await groups.getByRole('row', { name: /Mowbray/ }).waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await groups.getByRole('row', { name: /TATTERSALL/ }).waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await says(page, unmatchedMessages.summary(4, 1, 2));

  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('radio', { name: 'No Match 4' }).waitFor({ state: 'attached' });
  expect(environment.server.services().tree.read('gl_mappings/QUIGLEY & SONS/glAccount')).toBeNull();
});
