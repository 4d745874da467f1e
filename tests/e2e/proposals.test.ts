import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { rowsEffectWords } from '#model/text/rowsEffectWords.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { button, paste, says, untilClassified } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { openTestEnvironment, type TestEnvironment } from '../support/testEnvironment.ts';

const LINE = 'QUIGLEY TAXI 4711';

describe('a user proposes, an admin decides', () => {
  let environment: TestEnvironment;
  let ann: Page;
  let admin: Page;

  beforeAll(async () => {
    environment = await openTestEnvironment();
    storeMappings(environment.server, { 'PREMIER INN': '6200' });
    const { tree } = environment.server.services();
    tree.update({ 'gl_accounts/6700': { code: '6700', name: 'Taxis' } });
    const person = await environment.server.addUser('ann.lee@example.com');
    [ann, admin] = await Promise.all([
      environment.signedIn(person),
      environment.signedIn(environment.server.admin),
    ]);
  });
  afterAll(() => environment?.close());

  const account = (page: Page, row: number) => page.locator(`[data-row="${row}"] [aria-colindex="2"]`);
  const history = () => environment.server.services().tree.read('gl_mappings_history');

  it('by keyboard, from a line without a match', async () => {
    await paste(ann, `PREMIER INN LEEDS\n${LINE}`);
    await untilClassified(ann, 2);
    await account(ann, 1).click();
    await ann.getByRole('combobox', { name: 'Account of row 2' }).fill('6700');
    await ann.keyboard.press('Control+Enter');
    const dialog = ann.getByRole('dialog', { name: proposalMessages.propose });
    await dialog.waitFor();
    await expectAccessible(ann, 'the proposal');
    expect(await dialog.getByLabel('GL Account').inputValue()).toBe('6700');
    await dialog.getByLabel('Keyword').fill('QUIGLEY TAXI');
    await dialog.getByLabel(/^Note/).fill('our taxi firm');
    await ann.keyboard.press('Tab');
    await ann.keyboard.press('Enter');
    await says(ann, proposalMessages.proposed('QUIGLEY TAXI', '6700 Taxis'));
    await dialog.waitFor({ state: 'detached' });
  });

  it('the admin is told how many wait, sees the effect, and approves', async () => {
    await paste(admin, `${LINE}\nQUIGLEY TAXI 1\nPREMIER INN`);
    await untilClassified(admin, 3);
    // It describes the link, whose name stays as it is.
    const count = admin.locator('nav[aria-label=Pages]').getByText(proposalMessages.waiting(1));
    await count.waitFor({ state: 'attached' });
    await admin.getByRole('link', { name: 'Database', exact: true }).click();
    await admin
      .getByRole('navigation', { name: 'Database' })
      .getByRole('link', { name: 'Proposals' })
      .click();
    const item = admin.getByRole('listitem', { name: /^QUIGLEY TAXI → 6700/ });
    await item.getByText(rowsEffectWords({ unmatched: 2, others: 0 }), { exact: false }).waitFor();
    await item
      .getByText(proposalMessages.exampleGetsIt('No Match', '6700 Taxis'), { exact: false })
      .waitFor();
    await item.getByText('Note: our taxi firm').waitFor();
    await item.getByText('→ 6700 Taxis').waitFor();
    await expectAccessible(admin, 'the queue');
    await item.getByRole('button', { name: 'Approve' }).click();
    await says(admin, proposalMessages.approved('QUIGLEY TAXI', '6700 Taxis'));
    await says(admin, proposalMessages.queueEmpty);
    await count.waitFor({ state: 'detached' });
    expect(JSON.stringify(history())).toContain('Proposed by ann.lee@example.com');
  });

  it('the proposer is told, and the line has its account from the list', async () => {
    await says(ann, proposalMessages.oneApproved('QUIGLEY TAXI', '6700 Taxis'));
    await button(ann, 'Show').click();
    await says(ann, proposalMessages.approvedBy(environment.server.admin.email));
    await says(ann, 'QUIGLEY TAXI → 6700 Taxis');
    await expectAccessible(ann, 'my proposals');
    await ann.getByRole('link', { name: 'Classifier', exact: true }).click();
    await expect.poll(() => account(ann, 1).innerText()).toMatch(/^6700/);
  });

  it('an approval can be undone', async () => {
    await button(admin, 'Undo').click();
    await says(admin, proposalMessages.undone);
    await ann.getByRole('link', { name: 'My proposals' }).click();
    await says(ann, proposalMessages.listHasItNoMore);
  });

  it('the history has the name of the account in its lines', async () => {
    await admin.getByRole('link', { name: 'History' }).click();
    const line = admin.getByRole('button', { name: 'Undo: QUIGLEY TAXI: 6700 Taxis removed' });
    await line.click();
    await admin.getByRole('cell', { name: '6700 Taxis', exact: true }).waitFor();
  });

  it('a search for “5%20” in the history is there after a reload, and back leaves it', async () => {
    const search = admin.getByRole('searchbox', { name: 'Search keywords and accounts' });
    await search.fill('5%20');
    await admin.waitForURL((url) => url.searchParams.get('text') === '5%20');
    await admin.reload();
    await expect.poll(() => search.inputValue()).toBe('5%20');
    await admin.goBack();
    await admin.waitForURL('**/database/proposals');
    await admin.goForward();
    await expect.poll(() => search.inputValue()).toBe('5%20');
    await admin.goBack();
  });

  it('a proposal can be rejected, which the proposer reads', async () => {
    await ann.getByRole('link', { name: 'Classifier', exact: true }).click();
    await button(ann, 'Clear').click();
    await paste(ann, 'ZEPHYR CAR WASH 12');
    await untilClassified(ann, 1);
    await account(ann, 0).click();
    await ann.getByRole('combobox', { name: 'Account of row 1' }).fill('6800');
    await ann.keyboard.press('Enter');
    await says(ann, messages.choiceSavedForRow);
    await button(ann, proposalMessages.propose).click();
    await clickWhileItMoves(ann, 'Send proposal');
    const item = admin.getByRole('listitem', { name: /^ZEPHYR.* → 6800/ });
    await item.focus();
    await admin.keyboard.press('r');
    await admin.keyboard.press('Enter');
    await says(admin, proposalMessages.wordMissing);
    await admin.keyboard.insertText('use 6810');
    await admin.keyboard.press('Enter');
    await says(admin, proposalMessages.queueEmpty);
    await says(ann, /was rejected: use 6810/);
  });
});

/** Presses a button of a form, and releases when a line has come in above it, as a warning does. */
async function clickWhileItMoves(page: Page, name: string): Promise<void> {
  await button(page, name).hover();
  await page.mouse.down();
  await button(page, name).evaluate((pressed) => {
    const line = document.createElement('div');
    line.style.height = '60px';
    pressed.closest('form')?.prepend(line);
  });
  await page.mouse.up();
}

/** A list that is long enough to learn from, and lines like its mappings. */
const KINDS = { TAXI: '6300', HOTEL: '6350', STATIONERY: '6500' };
const LEARNED = Object.fromEntries(
  Object.entries(KINDS).flatMap(([kind, account]) =>
    Array.from({ length: 40 }, (_unused, i) => [`${kind} COMPANY ${i.toString(36)}X`, account]),
  ),
);
const LIKELY = ['BRIGG TAXI 1', 'BRIGG TAXI 2', 'FILEY HOTEL 1', 'FILEY HOTEL 2', 'GOOLE STATIONERY 1'];

describe('a user proposes all likely accounts at once, an admin approves what is ticked', () => {
  let environment: TestEnvironment;
  let ann: Page;
  let admin: Page;

  beforeAll(async () => {
    environment = await openTestEnvironment();
    storeMappings(environment.server, LEARNED);
    const person = await environment.server.addUser('ann.lee@example.com');
    [ann, admin] = await Promise.all([
      environment.signedIn(person),
      environment.signedIn(environment.server.admin),
    ]);
  });
  afterAll(() => environment?.close());

  const stored = (path: string) => environment.server.services().tree.read(path);
  const item = (keyword: string) => admin.getByRole('listitem', { name: new RegExp(`^${keyword}`) });

  it('from one preview, as one proposal', async () => {
    await paste(ann, [...LIKELY, 'QWV JZK'].join('\n'));
    await untilClassified(ann, 6);
    await button(ann, 'Unmatched (6)').click();
    await button(ann, 'Accept all likely (3)').click();
    await says(ann, '5 lines will get it.');
    await button(ann, 'Propose 3 mappings').click();
    const dialog = ann.getByRole('dialog', { name: proposalMessages.propose });
    await dialog.getByText('BRIGG TAXI → 6300').waitFor();
    await expectAccessible(ann, 'a proposal of several');
    await dialog.getByLabel(/^Note/).fill('as in the spring');
    await button(ann, 'Send proposal').click();
    await says(ann, proposalMessages.proposedSeveral(3));
    await button(ann, 'Show skipped (3)').waitFor();
    expect(JSON.stringify(stored('gl_proposals')).match(/"count":3/g)).toHaveLength(1);
  });

  it('by keyboard: all ticked, the effect of all, one act with one Undo', async () => {
    await paste(admin, LIKELY.join('\n'));
    await untilClassified(admin, 5);
    await admin.getByRole('link', { name: 'Database', exact: true }).click();
    await admin
      .getByRole('navigation', { name: 'Database' })
      .getByRole('link', { name: 'Proposals' })
      .click();
    await expect
      .poll(() => item('BRIGG TAXI').getByRole('button', { name: 'Approve' }).isEnabled())
      .toBe(true);
    await item('BRIGG TAXI').focus();
    await admin.keyboard.press(' ');
    await says(admin, rowsEffectWords({ unmatched: 2, others: 0 }));
    await admin.keyboard.press('ControlOrMeta+a');
    await button(admin, proposalMessages.approveTicked(3)).waitFor();
    await says(admin, rowsEffectWords({ unmatched: 5, others: 0 }));
    await expectAccessible(admin, 'ticked proposals');
    await admin.keyboard.press('ControlOrMeta+Enter');
    await says(admin, proposalMessages.approvedSeveral(3));
    await says(admin, proposalMessages.queueEmpty);
    expect(stored('gl_mappings/FILEY HOTEL/glAccount')).toBe('6350');
    const entries = Object.values(stored('gl_mappings_history') as object);
    expect(entries.filter(({ kind }) => kind === 'proposal')).toMatchObject([{ set: 3 }]);
    expect(stored('gl_proposals_waiting')).toBeNull();
    await button(admin, 'Undo').click();
    await says(admin, proposalMessages.undone);
    expect(stored('gl_mappings/FILEY HOTEL')).toBeNull();
  });

  it('and the proposer is told of all', async () => {
    await says(ann, proposalMessages.decidedSince(3, 0));
  });
});
