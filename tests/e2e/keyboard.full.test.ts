import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import { expectAccessible, expectAccessibleInFull } from '../support/expectAccessible.ts';
import { focused, follow, press, signInByKeyboard, tabTo, typeInto } from '../support/keyboard.ts';
import { classifier, says, signInScreen } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

/** No mouse in this file: every step is a key. */
const environment = useTestEnvironment();

const stored = (path: string) => environment.server.services().tree.read(path);
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function signedInPage(): Promise<Page> {
  const page = await environment.signedInPage(environment.server.admin);
  await says(page, messages.classifierReady);
  return page;
}

describe('by keyboard alone', () => {
  it('an accountant signs in, classifies, corrects a row, filters, copies, clears, undoes that and leaves', async () => {
    storeMappings(environment.server, { 'PREMIER INN': '6200' });
    const page = await environment.visitor();
    await signInByKeyboard(page, environment.server.admin);
    await says(page, messages.classifierReady);
    await typeInto(page, 'Descriptions, one per line', 'PREMIER INN LEEDS\nCORNER SHOP 12\nlast one');
    const grid = page.getByRole('grid');
    await grid.getByText('6200', { exact: true }).waitFor();
    await expectAccessible(page, 'rows');

    // Into the list: down to the second row, and its text corrected.
    await tabTo(page, 'gridcell', 'PREMIER INN LEEDS');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Description of row 2' }).waitFor();
    await expectAccessibleInFull(page, 'a row being edited');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('PREMIER INN YORK');
    await page.keyboard.press('Enter');
    await expect.poll(() => grid.getByText('6200', { exact: true }).count()).toBe(2);

    // Only those without a match, by the filter's own keys.
    await tabTo(page, 'radio', 'All 3');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await says(page, '1 shown');
    await expectAccessibleInFull(page, 'a filter');

    await press(page, 'Copy Description + GL Account');
    await says(page, messages.copiedRows(3));
    expect((await copied(page)).replaceAll('\r', '')).toBe(
      'PREMIER INN LEEDS\t6200\nPREMIER INN YORK\t6200\nlast one\tNo Match',
    );
    await press(page, 'Clear');
    await says(page, messages.rowsCleared(3));
    await press(page, 'Undo');
    await says(page, messages.rowsBroughtBack);
    await press(page, 'Logout');
    await signInScreen(page);
  });

  it('an admin uploads, finds, edits and deletes mappings', async () => {
    const page = await signedInPage();
    await follow(page, 'Upload Data');
    await typeInto(
      page,
      'Description and GL account, separated by a tab',
      'NEW SHOP ONE\t4100\nNEW SHOP TWO\t4200',
    );
    await says(page, 'What adding these pairs would do.');
    await expectAccessibleInFull(page, 'a dry run');
    await press(page, 'Add to Firebase Database');
    await says(page, messages.uploaded(2, 0));

    await follow(page, 'Database');
    await typeInto(page, 'Search mappings', 'NEW SHOP');
    await page.getByRole('region', { name: 'Search results' }).waitFor();
    await expectAccessible(page, 'mappings found');
    await press(page, 'Edit NEW SHOP ONE');
    await typeInto(page, 'GL Account', '4111');
    await expectAccessibleInFull(page, 'a mapping being edited');
    await page.keyboard.press('Enter');
    await says(page, messages.mappingUpdated);
    expect(stored('gl_mappings/NEW SHOP ONE/glAccount')).toBe('4111');
    await expect.poll(() => focused(page)).toBe('Edit NEW SHOP ONE');

    await tabTo(page, 'checkbox', 'Select NEW SHOP TWO');
    await page.keyboard.press('Space');
    // The browser's own question is answered by its own keys.
    page.once('dialog', (question) => void question.accept());
    await press(page, 'Delete Selected (1)');
    await says(page, messages.mappingsDeleted(1));
    expect(stored('gl_mappings/NEW SHOP TWO')).toBeNull();
    await typeInto(page, 'Search mappings', 'nothing of the kind');
    await says(page, messages.nothingFound);
    await expectAccessibleInFull(page, 'nothing found');
  });

  it('one applies, another signs in, approves and adds a user', async () => {
    const olga = { email: 'olga@example.com', password: 'secret of olga' };
    const applicant = await environment.visitor();
    await press(applicant, 'Sign in with Password');
    await press(applicant, 'Need an account? Register');
    await typeInto(applicant, 'Email', olga.email);
    await typeInto(applicant, 'Password', olga.password);
    await typeInto(applicant, 'Confirm password', olga.password);
    await applicant.keyboard.press('Enter');
    await says(applicant, messages.noAccess(olga.email));
    await press(applicant, 'Apply for Access');
    await says(applicant, messages.applied);

    const admin = await environment.visitor();
    await signInByKeyboard(admin, environment.server.admin);
    await tabTo(admin, 'link', 'Admin');
    await admin.keyboard.press('Enter');
    // The address is not verified, so the approval is asked about a second time.
    const asked = admin.waitForEvent('dialog');
    await Promise.all([press(admin, `Approve ${olga.email}`), asked.then((question) => question.accept())]);
    expect((await asked).message()).toBe(accountMessages.confirmUnverified(olga.email));
    await says(admin, messages.approved(olga.email));
    await classifier(applicant);

    await press(admin, '+ Add User');
    await typeInto(admin, 'Email', 'pia@example.com');
    await typeInto(admin, 'Name', 'Pia');
    await typeInto(admin, 'Password', 'secret of pia');
    await admin.keyboard.press('Enter');
    await says(admin, messages.userCreated);
    await expect.poll(() => focused(admin)).toBe('+ Add User');

    await tabTo(admin, 'checkbox', 'Admin pia@example.com');
    await admin.keyboard.press('Space');
    await says(admin, messages.adminGranted('pia@example.com'));
    await classifier(await environment.signedIn({ email: 'pia@example.com', password: 'secret of pia' }));
  });
});

const MEDIA = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const;

describe('the focus', () => {
  it('is seen wherever it goes, in every scheme and with forced colours', async () => {
    const page = await signedInPage();
    for (const media of MEDIA) {
      await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
      for (const name of ['Classifier', 'Upload Data', 'Database', 'History', 'Admin']) {
        await follow(page, name);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        for (let stop = 0; stop < 25; stop++) {
          await page.keyboard.press('Tab');
          expect(await page.evaluate(unseenFocus), `${name}, ${JSON.stringify(media)}`).toBeNull();
        }
      }
    }
  });
});

describe('with motion unwanted', () => {
  it('all colours change at once with the scheme', async () => {
    const page = await environment.visitor();
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await signInScreen(page);
    expect(await page.evaluate(lateColours)).toEqual([]);
  });
});

/** Runs in the page: the elements that have not their last colour as soon as the scheme has changed. */
async function lateColours(): Promise<string[]> {
  const elements = [...document.body.querySelectorAll('*')];
  const colours = () => elements.map((element) => getComputedStyle(element).color);
  colours();
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  const atOnce = colours();
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  const settled = colours();
  return elements
    .filter((_, at) => atOnce[at] !== settled[at])
    .map((element) => `${element.tagName} ${element.textContent}`.slice(0, 60));
}

/** Runs in the page: what has the focus and looks as it does without, or lies beneath the top bar; else null. */
async function unseenFocus(): Promise<string | null> {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 60);
  // Of a box inside a label, what is drawn beside it shows the focus.
  const drawn = [element, element.parentElement, ...(element.parentElement?.children ?? [])];
  const look = () =>
    drawn
      .filter((one) => one instanceof HTMLElement)
      .map((one) => {
        const { outlineStyle, outlineWidth, outlineColor, borderColor, boxShadow, insetBlockStart } =
          getComputedStyle(one);
        const line = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`;
        return `${line} ${borderColor} ${boxShadow} ${insetBlockStart}`;
      })
      .join('\n');
  const settled = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await settled();
  const withFocus = look();
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  element.blur();
  await settled();
  const without = look();
  element.focus();
  if (withFocus === without) return `${name}: no sign of the focus`;
  const isCovered = at?.closest('header') != null && element.closest('header') === null;
  return isCovered ? `${name}: beneath the top bar` : null;
}
