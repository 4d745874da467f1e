import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../src/model/messages.ts';
import { editMapping, openDatabase, searchMappings } from '../support/databaseScreen.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { button, paste, says } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { cuttableStageOfFile } from '../support/stage.ts';

/** What the person is promised, with what the browser and a busy machine need on top. */
const FIVE_SECONDS = 5_000 + 1_500;

const stage = cuttableStageOfFile();
beforeEach(() => {
  storeMappings(stage.server, { 'PREMIER INN': '6200', 'TESCO STORES': '6100' });
});

const banner = (page: Page) => page.getByText(messages.connectionLost);
const box = (page: Page) => page.getByRole('textbox', { name: 'Descriptions, one per line' });
const account = (page: Page, text: string) => page.getByRole('grid').getByText(text, { exact: true });
const stored = (path: string) => stage.server.services().tree.read(path);

async function atWork(): Promise<Page> {
  const page = await stage.atWork(stage.server.admin);
  await says(page, messages.classifierReady);
  return page;
}
const isLost = (page: Page) => banner(page).waitFor({ timeout: FIVE_SECONDS });
const isBack = (page: Page) => banner(page).waitFor({ state: 'detached', timeout: FIVE_SECONDS });

describe.each([
  ['is cut', () => stage.proxy.cutDatabase()],
  ['falls silent', () => stage.proxy.stallDatabase()],
  ['is closed from the other side', () => stage.proxy.halfCloseDatabase()],
] as const)('a connection that %s', (what, breakIt) => {
  it('is told within five seconds, as is its return; work goes on meanwhile and nothing is lost', async () => {
    const counted = stored('usage/total');
    const page = await atWork();
    await paste(page, 'PREMIER INN LEEDS\nsecond line');
    await account(page, '6200').waitFor();
    breakIt();
    await isLost(page);
    if (what === 'is cut') await expectAccessible(page, 'connection lost');

    await box(page).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('\nTESCO STORES 12');
    await account(page, '6100').waitFor();
    expect(await box(page).inputValue()).toBe('PREMIER INN LEEDS\nsecond line\nTESCO STORES 12');

    stage.proxy.restoreDatabase();
    await isBack(page);
    expect(await box(page).inputValue()).toBe('PREMIER INN LEEDS\nsecond line\nTESCO STORES 12');
    // What was counted meanwhile arrives: 2 lines, then 3.
    await expect.poll(() => stored('usage/total'), { timeout: 15_000 }).toBe(Number(counted ?? 0) + 5);
  });

  it('shows nothing as saved before the server has it', async () => {
    const page = await atWork();
    await openDatabase(page);
    await searchMappings(page, 'PREMIER');
    breakIt();
    await isLost(page);
    await editMapping(page, 'PREMIER INN', { glAccount: '6299' });
    await isStill(page, messages.mappingUpdated);
    expect(stored('gl_mappings/PREMIER INN/glAccount')).toBe('6200');
    stage.proxy.restoreDatabase();
    await isBack(page);
    await says(page, messages.mappingUpdated);
    expect(stored('gl_mappings/PREMIER INN/glAccount')).toBe('6299');
  });
});

it('several mappings deleted while the connection is gone stay in the table until the server has removed them', async () => {
  stage.server.services().tree.update({
    'gl_mappings/DELETE ONE': { description: 'DELETE ONE', glAccount: '1' },
    'gl_mappings/DELETE TWO': { description: 'DELETE TWO', glAccount: '2' },
  });
  const page = await atWork();
  await openDatabase(page);
  await searchMappings(page, 'DELETE');
  await page.getByRole('checkbox', { name: /select all/i }).click();
  stage.proxy.stallDatabase();
  await isLost(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await button(page, 'Delete Selected (2)').click();
  await isStill(page, messages.mappingsDeleted(2));
  await page.getByText('DELETE TWO').first().waitFor();
  stage.proxy.restoreDatabase();
  await isBack(page);
  await says(page, messages.mappingsDeleted(2));
  expect(stored('gl_mappings/DELETE ONE')).toBeNull();
});

describe('a ledger worker that ends', () => {
  it.each([
    ['by an error that nobody caught', "setTimeout(() => { throw new Error('broken by the test'); })"],
    ['without a word', 'self.close()'],
  ])('%s is started again, and the work with it', async (_how, deed) => {
    const page = await atWork();
    const lines = Array.from({ length: 30_000 }, (_, i) => `PREMIER INN ${i}`);
    await paste(page, lines.join('\n'));
    await page.getByRole('progressbar', { name: 'Classifying' }).waitFor();
    await ledgerOf(page).evaluate(deed);
    await says(page, messages.ledgerRestarted);
    await page.getByRole('radio', { name: 'Matched 30,000' }).waitFor({ state: 'attached', timeout: 30_000 });
    await button(page, 'Copy GL Account Only').click();
    await says(page, messages.copiedAccounts(30_000));
  });

  it('while a mapping is being saved leaves the typed text, and says that it was not saved', async () => {
    const page = await atWork();
    await openDatabase(page);
    await searchMappings(page, 'TESCO');
    stage.proxy.stallDatabase();
    await isLost(page);
    await editMapping(page, 'TESCO STORES', { glAccount: '6177' });
    await ledgerOf(page).evaluate('self.close()');
    await says(page, messages.mappingUpdateFailed);
    expect(await page.getByRole('textbox', { name: 'GL Account' }).inputValue()).toBe('6177');
    expect(stored('gl_mappings/TESCO STORES/glAccount')).toBe('6100');
    stage.proxy.restoreDatabase();
    await isBack(page);
    // The list of the new ledger may still be on its way, which a first try is told.
    await expect.poll(() => savedAgain(page), { timeout: 30_000, interval: 1_000 }).toBe('6177');
    await says(page, messages.mappingUpdated);
  });

  it('leaves what was typed on the Upload screen, lines that are no pairs included', async () => {
    const page = await atWork();
    await page.getByRole('link', { name: 'Upload Data' }).click();
    const pairs = page.getByRole('textbox', { name: 'Description and GL account, separated by a tab' });
    await pairs.fill('SOME SHOP\t4100\nno pair at all');
    await ledgerOf(page).evaluate('self.close()');
    await says(page, messages.ledgerRestarted);
    expect(await pairs.inputValue()).toBe('SOME SHOP\t4100\nno pair at all');
    await button(page, 'Add to Firebase Database').click();
    await says(page, messages.uploaded(1, 0));
    expect(await pairs.inputValue()).toBe('no pair at all');
  });
});

describe('an analysis worker that ends', () => {
  it('on the Upload screen is replaced, and the text read anew', async () => {
    const page = await atWork();
    await page.getByRole('link', { name: 'Upload Data' }).click();
    await page
      .getByRole('textbox', { name: 'Description and GL account, separated by a tab' })
      .fill('THIRD SHOP\t4300\nno pair at all');
    await says(page, 'Dry Run');
    await workerOf(page, 'analysis').evaluate('self.close()');
    await says(page, messages.analysisRestarted);
    await button(page, 'Add to Firebase Database').click();
    await says(page, messages.uploaded(1, 0));
  });

  it('on the Database screen is told, and another one does the work', async () => {
    stage.server
      .services()
      .tree.update(
        Object.fromEntries(
          Array.from({ length: 12 }, (_, i) => [
            `gl_mappings/ACME WIDGETS LTD ${i}`,
            { description: `ACME WIDGETS LTD ${i}`, glAccount: '7000' },
          ]),
        ),
      );
    const page = await atWork();
    await openDatabase(page);
    await button(page, 'Analyze Keywords').click();
    await button(page, 'Approve for ACME WIDGETS LTD').waitFor();
    await workerOf(page, 'analysis').evaluate('self.close()');
    await says(page, messages.analysisBroken);
    await button(page, 'Analyze Keywords').click();
    await button(page, 'Approve for ACME WIDGETS LTD').click();
    await says(page, messages.consolidationApproved);
  });
});

/** Asks the page a few times over: a message that must not come would come at once. */
async function isStill(page: Page, absent: string): Promise<void> {
  for (let frame = 0; frame < 60; frame++) {
    expect(await page.getByText(absent).count()).toBe(0);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Presses Save if it is to be pressed, and tells what is stored by now. */
async function savedAgain(page: Page): Promise<unknown> {
  const save = page.getByRole('button', { name: 'Save', exact: true, disabled: false });
  if ((await save.count()) > 0 && !(await save.getAttribute('data-loading'))) await save.click();
  return stored('gl_mappings/TESCO STORES/glAccount');
}

const ledgerOf = (page: Page) => workerOf(page, 'ledger');

function workerOf(page: Page, name: string) {
  const found = page.workers().find((worker) => worker.url().includes(name));
  if (found === undefined) throw new Error(`The page has no ${name} worker`);
  return found;
}
