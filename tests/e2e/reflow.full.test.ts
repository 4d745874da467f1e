import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { itInFull } from '../support/itInFull.ts';
import { button, paste, says, signIn } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useStoryEnvironment } from '../support/testEnvironment.ts';

/** What is left of a window of 1280 × 1024 pixels at 400 %. */
const ENLARGED = { width: 320, height: 256 };

let page: Page;
const environment = useStoryEnvironment(async ({ server, visitor }) => {
  storeMappings(server, { 'PREMIER INN': '6200' });
  page = await visitor();
  await page.setViewportSize(ENLARGED);
});

/** Pixels by which the page is wider than what one sees of it. */
const excess = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Share of the height that stays when one scrolls; a dialog is no part of the page. */
const fixedShare = () =>
  page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight);
    const fixed = [...document.querySelectorAll('*')].filter((element) => {
      const { position } = getComputedStyle(element);
      const { top, bottom, width } = element.getBoundingClientRect();
      if (element.closest('[data-portal]') !== null) return false;
      return (
        (position === 'sticky' || position === 'fixed') && width > innerWidth / 2 && bottom > 0 && top < 50
      );
    });
    return Math.max(0, ...fixed.map((element) => element.getBoundingClientRect().height)) / innerHeight;
  });

async function expectReflow(view: string): Promise<void> {
  expect(await excess(), `${view}: scrolls sideways`).toBe(0);
  expect(await fixedShare(), `${view}: what stays in place`).toBeLessThan(0.34);
  await expectAccessible(page, `${view}, enlarged`);
}

describe('at 400 % nothing scrolls in two directions, and all of it can be used:', () => {
  it('signing in', async () => {
    await button(page, 'Sign in with Password').waitFor();
    await expectReflow('the choice');
    await button(page, 'Sign in with Password').click();
    await button(page, 'Sign In').click();
    await says(page, messages.passwordMissing);
    await expectReflow('sign in, with faults');
    await page.reload();
    await signIn(page, environment.server.admin);
    await says(page, messages.classifierReady);
  });

  it('the Classifier', async () => {
    await expectReflow('empty');
    await paste(page, `PREMIER INN LEEDS\n${'a word that is long '.repeat(20)}\nunknown`);
    await page.getByRole('grid').getByText('6200', { exact: true }).waitFor();
    await expectReflow('rows');
    await button(page, 'Copy GL Account Only').click();
    await says(page, messages.copiedAccounts(3));
    await button(page, 'Keyboard shortcuts').click();
    await page.getByRole('dialog').waitFor();
    await expectReflow('the shortcuts');
    await page.keyboard.press('Escape');
  });

  it.each([
    ['Upload Data', 'Add GL Mappings'],
    ['Database', 'Manage GL Mappings'],
    ['History', 'History'],
    ['Admin', 'Admin Panel'],
  ])('%s', async (link, heading) => {
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('status', { name: /loading/i }).count()).toBe(0);
    await expectReflow(link);
  });

  itInFull('adding a user', async () => {
    await button(page, '+ Add User').click();
    await page.getByRole('dialog').waitFor();
    await expectReflow('Add New User');
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await says(page, messages.nameMissing);
  });
});
