import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { STEP_TIMEOUT_MS } from '#src/services/runSteps.ts';
import { editMapping, openDatabase, rowOf, searchMappings } from '../support/databaseScreen.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { firstByStage } from '../support/fullRun.ts';
import { itInFull } from '../support/itInFull.ts';
import { LONGER } from '../support/messageDelays.ts';
import { holdRuns, ledgerOf, workerOf } from '../support/pageWorkers.ts';
import { allowBox, button, fillIn, paste, says } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useFaultTestEnvironment } from '../support/testEnvironment.ts';
import { dropFiles, dryRunCount, openUpload } from '../support/uploadScreen.ts';

/** That five seconds are enough is shown with a set clock (tests/worker/connection-monitor, tests/unit/directory). */
const GENEROUS = { timeout: 20_000 };
/** The SDK waits longer and longer between its attempts to connect. */
const NEXT_ATTEMPT = { timeout: 45_000 };

const environment = useFaultTestEnvironment();
beforeEach(() => {
  storeMappings(environment.server, { 'PREMIER INN': '6200', 'TESCO STORES': '6100' });
});

const banner = (page: Page) => page.getByText(messages.connectionLost);
const box = (page: Page) => page.getByRole('textbox', { name: 'Descriptions, one per line' });
const account = (page: Page, text: string) => page.getByRole('grid').getByText(text, { exact: true });
const stored = (path: string) => environment.server.services().tree.read(path);

async function signedInPage(): Promise<Page> {
  const page = await environment.signedInPage(environment.server.admin);
  await says(page, messages.classifierReady);
  return page;
}
const isLost = (page: Page) => banner(page).waitFor(GENEROUS);
const isBack = (page: Page) => banner(page).waitFor({ state: 'detached', ...GENEROUS });

describe('behind a proxy that lets no WebSockets through', () => {
  const address = () => environment.proxy.origin.replace('http', 'ws');

  it('the page says what to ask the administrator of the network for, and goes on when one gets through', async () => {
    environment.proxy.refuseUpgrades();
    const page = await environment.signedIn(environment.server.admin);
    await page.getByRole('heading', { name: 'The network blocks WebSockets' }).waitFor(GENEROUS);
    await says(page, messages.socketsBlocked(address()));
    await expectAccessible(page, 'no WebSockets');
    environment.proxy.restore();
    await page.getByText(messages.classifierReady).waitFor(NEXT_ATTEMPT);
  });

  itInFull('so does the page of a browser that has had access', async () => {
    const page = await signedInPage();
    environment.proxy.refuseUpgrades();
    await page.reload();
    await page.getByText(messages.socketsBlocked(address())).waitFor(GENEROUS);
    environment.proxy.restore();
    await page.getByText(messages.socketsBlocked(address())).waitFor({ state: 'detached', ...NEXT_ATTEMPT });
  });
});

const DATABASE_BREAKS = [
  ['falls silent', () => environment.proxy.stallDatabase()],
  ['is cut', () => environment.proxy.cutDatabase()],
  ['is closed from the other side', () => environment.proxy.halfCloseDatabase()],
] as const;

describe.each(firstByStage(DATABASE_BREAKS))('a connection that %s', (what, breakIt) => {
  it('is shown, as is its return; work goes on meanwhile and nothing is lost', async () => {
    const counted = stored('usage/total');
    const page = await signedInPage();
    await paste(page, 'PREMIER INN LEEDS\nsecond line');
    await account(page, '6200').waitFor();
    breakIt();
    await box(page).focus();
    await page.keyboard.press('ControlOrMeta+End');
    // At once: a pause between two keys would be a run more, on a slow machine.
    await page.keyboard.insertText('\nTESCO STORES 12');
    await account(page, '6100').waitFor();
    // The run is to be counted, so somebody waits.
    await isLost(page);
    if (what === 'is cut') await expectAccessible(page, 'connection lost');
    expect(await box(page).inputValue()).toBe('PREMIER INN LEEDS\nsecond line\nTESCO STORES 12');

    environment.proxy.restore();
    await isBack(page);
    expect(await box(page).inputValue()).toBe('PREMIER INN LEEDS\nsecond line\nTESCO STORES 12');
    // What was counted meanwhile arrives: 2 lines, then 3.
    await expect.poll(() => stored('usage/total'), GENEROUS).toBe(Number(counted ?? 0) + 5);
  });
});

const BREAKS = [
  ['is cut', () => environment.proxy.cutAll()],
  ['falls silent', () => environment.proxy.stallAll()],
] as const;

describe.each(firstByStage(BREAKS))('when every connection %s', (what, breakIt) => {
  it('the Admin Panel has its lists again without waiting for the SDK, and does what was asked meanwhile', async () => {
    const person = await environment.server.addUser(`before-${what.length}@example.com`);
    const page = await environment.signedIn(environment.server.admin, '/admin');
    await button(page, `Edit ${person.email}`).waitFor();
    const directory = workerOf(page, 'directory');
    await directory.evaluate(makePausesEndless);
    breakIt();
    await button(page, `Edit ${person.email}`).click();
    await fillIn(page, { Name: `Renamed while it ${what}` });
    await button(page, 'Update User').click();
    await isLost(page);
    if (what === 'is cut') await expect.poll(() => directory.evaluate('self.isPausing'), GENEROUS).toBe(true);
    const newcomer = await environment.server.addUser(`meanwhile-${what.length}@example.com`);

    environment.proxy.restore();
    await isBack(page);
    await allowBox(page, newcomer.email).waitFor(GENEROUS);
    // The time of a step is one of those by which messages go, so it is longer here, too.
    const timeout = LONGER * STEP_TIMEOUT_MS + GENEROUS.timeout;
    await expect.poll(() => isSavedAtLast(page), { timeout, interval: 500 }).toBe(true);
    await page.getByText(`Renamed while it ${what}`).waitFor();
  });
});

const WORKER_ENDS = [
  ['without a word', 'self.close()'],
  ['by an error that nobody caught', "setTimeout(() => { throw new Error('broken by the test'); })"],
] as const;

describe('a ledger worker that ends', () => {
  it.each(firstByStage(WORKER_ENDS))('%s is started again, and the work with it', async (_how, end) => {
    const page = await signedInPage();
    const lines = Array.from({ length: 2_000 }, (_, i) => `PREMIER INN ${i}`);
    await holdRuns(ledgerOf(page));
    await paste(page, lines.join('\n'));
    await page.getByRole('progressbar', { name: 'Classifying' }).waitFor();
    // The message goes after seconds: on a slow machine it may be gone before the evaluation is answered.
    await Promise.all([says(page, messages.ledgerRestarted), ledgerOf(page).evaluate(end)]);
    await page.getByRole('radio', { name: 'Matched 2,000' }).waitFor({ state: 'attached', ...GENEROUS });
    await button(page, 'Copy GL Account Only').click();
    await says(page, messages.copiedAccounts(2_000));
  });

  it('while a mapping is being saved leaves the typed text, and says that it was not saved', async () => {
    const page = await signedInPage();
    await openDatabase(page);
    await searchMappings(page, 'TESCO');
    environment.proxy.stallDatabase();
    await editMapping(page, 'TESCO STORES', { glAccount: '6177' });
    await isLost(page);
    await isStill(page, messages.mappingUpdated);
    await ledgerOf(page).evaluate('self.close()');
    await says(page, messages.mappingUpdateFailed);
    expect(await page.getByRole('textbox', { name: 'GL Account' }).inputValue()).toBe('6177');
    expect(stored('gl_mappings/TESCO STORES/glAccount')).toBe('6100');
    environment.proxy.restore();
    await isBack(page);
    // The new ledger may not have the list yet; a first try then fails with a message.
    await expect.poll(() => savedAgain(page), { ...GENEROUS, interval: 1_000 }).toBe('6177');
    await says(page, messages.mappingUpdated);
  });

  itInFull('leaves what was typed on the Upload screen, lines that are no pairs included', async () => {
    const page = await signedInPage();
    await page.getByRole('link', { name: 'Upload Data' }).click();
    const pairs = page.getByRole('textbox', { name: 'Description and GL account, separated by a tab' });
    await pairs.fill('SOME SHOP\t4100\nno pair at all');
    await Promise.all([says(page, messages.ledgerRestarted), ledgerOf(page).evaluate('self.close()')]);
    expect(await pairs.inputValue()).toBe('SOME SHOP\t4100\nno pair at all');
    await button(page, 'Add to Firebase Database').click();
    await says(page, messages.uploaded(1, 0));
    expect(await pairs.inputValue()).toBe('no pair at all');
  });
});

describe('a blink of every connection', () => {
  itInFull('while a file is read on the Upload screen leaves nothing waiting', async () => {
    // A browser profile that has nothing of the app in its cache: what a screen needs first is fetched in the blink.
    const page = await environment.signedIn(environment.server.admin, '/', async () => {});
    await says(page, messages.classifierReady);
    await openUpload(page);
    environment.proxy.cutAll();
    const lines = Array.from({ length: 50 }, (_, i) => `SHOP NUMBER ${i},70${i}`);
    await dropFiles(page, [{ name: 'shops.csv', type: 'text/csv', content: lines.join('\n') }]);
    await isLost(page);
    environment.proxy.restore();
    await isBack(page);
    await expect.poll(() => dryRunCount(page, 'New'), GENEROUS).toBe(50);
    await says(page, messages.nothingToOptimise);
    await button(page, 'Add to Firebase Database').click();
    await says(page, messages.uploaded(50, 0));
  });
});

describe('an analysis worker that ends', () => {
  itInFull('on the Database screen is reported, and another one does the work', async () => {
    storeMappings(
      environment.server,
      Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`ACME WIDGETS LTD ${i}`, '7000'])),
    );
    const page = await signedInPage();
    await openDatabase(page);
    // The list may be the cached one at first.
    await rowOf(page, 'ACME WIDGETS LTD 11').waitFor();
    await button(page, 'Analyze Keywords').click();
    await button(page, 'Approve for ACME WIDGETS LTD').waitFor();
    await workerOf(page, 'analysis').evaluate('self.close()');
    await says(page, messages.analysisBroken);
    await button(page, 'Analyze Keywords').click();
    await button(page, 'Approve for ACME WIDGETS LTD').click();
    await says(page, messages.consolidationApproved);
  });
});

describe('a page whose code cannot be fetched', () => {
  itInFull('says what may be the matter; the other pages go on, and a reload brings it', async () => {
    const page = await signedInPage();
    await page.route('**/assets/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Database' }).click();
    await says(page, 'This page could not be loaded');
    await expectAccessible(page, 'page not loaded');
    await page.getByRole('link', { name: 'Classifier', exact: true }).click();
    await box(page).waitFor();
    await page.unroute('**/assets/**');
    await page.getByRole('link', { name: 'Database' }).click();
    await button(page, 'Reload the page').click();
    await page.getByRole('heading', { name: 'Manage GL Mappings' }).waitFor();
  });
});

/** Presses Update User again when the dialog says that it failed; returns whether it was closed, as by a success. */
async function isSavedAtLast(page: Page): Promise<boolean> {
  const dialog = page.getByRole('dialog');
  const failure = dialog.getByText(messages.userUpdateFailed('the server'));
  if ((await failure.count()) > 0) await button(page, 'Update User').click();
  return (await dialog.count()) === 0;
}

/** Looks at the page for a while: a message that must not come would come at once. */
async function isStill(page: Page, absent: string): Promise<void> {
  const hasCome = await page.evaluate(async (text) => {
    for (let frame = 0; frame < 60; frame++) {
      if (document.body.textContent?.includes(text)) return true;
      await new Promise(requestAnimationFrame);
    }
    return false;
  }, absent);
  expect(hasCome).toBe(false);
}

/** Presses Save if it is to be pressed, and tells what is stored by now. */
async function savedAgain(page: Page): Promise<unknown> {
  const save = page.getByRole('button', { name: 'Save', exact: true, disabled: false });
  if ((await save.count()) > 0 && !(await save.getAttribute('data-loading'))) await save.click();
  return stored('gl_mappings/TESCO STORES/glAccount');
}

/**
 * From now on no pause of three seconds or more comes to an end, as if that were far away. `isPausing` tells of one
 * that is none of the SDK's limits, which are round: one between two attempts.
 */
const makePausesEndless = `{
  const { setTimeout } = self;
  self.setTimeout = (act, ms, ...rest) => {
    if (!(ms >= 3_000)) return setTimeout(act, ms, ...rest);
    self.isPausing ||= ![10_000, 20_000, 45_000, 60_000].includes(ms);
    return 0;
  };
}`;
