import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { previewWords } from '#model/text/previewWords.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { itInFull } from '../support/itInFull.ts';
import { button, paste, says, untilClassified } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useStoryEnvironment } from '../support/testEnvironment.ts';

const LINE = 'QUIGLEY TAXI 4711';

describe('a user proposes, an admin decides', () => {
  let ann: Page;
  let admin: Page;

  const environment = useStoryEnvironment(async ({ server, signedIn }) => {
    storeMappings(server, { 'PREMIER INN': '6200' });
    const { tree } = server.services();
    tree.update({ 'gl_accounts/6700': { code: '6700', name: 'Taxis' } });
    const person = await server.addUser('ann.lee@example.com');
    [ann, admin] = await Promise.all([signedIn(person), signedIn(server.admin)]);
  });

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
    await item.getByText(previewWords({ unmatched: 2, others: 0 }), { exact: false }).waitFor();
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

  itInFull('a proposal can be rejected, which the proposer reads', async () => {
    await ann.getByRole('link', { name: 'Classifier', exact: true }).click();
    await button(ann, 'Clear').click();
    await paste(ann, 'ZEPHYR CAR WASH 12');
    await untilClassified(ann, 1);
    await account(ann, 0).click();
    await ann.getByRole('combobox', { name: 'Account of row 1' }).fill('6800');
    await ann.keyboard.press('Enter');
    await says(ann, messages.choiceSavedForRow);
    await button(ann, proposalMessages.propose).click();
    await button(ann, 'Send proposal').click();
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
