import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '#model/text/messages.ts';
import { previewMessages, previewWords } from '#model/text/previewWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { setupClassifier } from './support/classifierSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { says } from './support/steps.ts';

/** Rows that get an account, and nothing else. */
const gained = (unmatched: number) => previewWords({ unmatched, others: 0 });

const undo = () => userEvent.keyboard('{Control>}z{/Control}');
const combobox = (row: number) => page.getByRole('combobox', { name: `Account of row ${row}` });
const option = (name: string | RegExp) => page.getByRole('option', { name });
const dialog = page.getByRole('dialog', { name: 'Save as mapping' });
const chip = (name: RegExp) => page.getByRole('radio', { name });
const why = page.getByRole('complementary', { name: 'Why this account' });

const LINES = ['CARD ZEPHYR LTD 1', 'tesco stores', 'AB 1', 'QUIGLEY 7', 'zephyr again'];

async function setup(isAdmin = true) {
  const classifier = await setupClassifier({ isAdmin });
  await classifier.type(LINES.join('\n'));
  await expect.element(classifier.cell(1, 'account')).toHaveTextContent('No Match');
  return classifier;
}

it('an admin makes the account of a row a mapping: Enter opens, takes, saves, and opens the next row', async () => {
  const { cell } = await setup();
  await cell(1, 'account').click();
  await expect.element(combobox(1)).toHaveFocus();
  await expect.element(option('6100 1 mapping')).toBeVisible();
  // Nothing is marked before somebody has typed or pressed an arrow: Enter takes nothing.
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expectAccessible();
  await userEvent.keyboard('00450{Enter}');
  await expect.element(dialog.getByLabelText('Keyword')).toHaveValue('ZEPHYR');
  await expect.element(dialog.getByText(gained(2))).toBeVisible();
  await expectAccessible();
  await userEvent.fill(dialog.getByLabelText('Keyword'), 'tesco stores');
  await expect.element(dialog.getByText(previewMessages.lineLeft, { exact: false })).toBeVisible();
  await says(userEvent.fill(dialog.getByLabelText('Keyword'), 'ZEPHYR'), dialog.getByText(gained(2)));
  await says(userEvent.keyboard('{Enter}'), messages.keywordSaved('ZEPHYR', '00450'));
  await expect.element(combobox(3)).toHaveFocus();
  await expect.element(cell(5, 'account')).toHaveTextContent(/^00450$/);
  await expect.element(chip(/^No Match 2$/)).toBeInTheDocument();
});

it('Enter takes what was typed also if the accounts come later', async () => {
  const { cell, memory } = await setup(false);
  const busy = memory.keepBusy(1500);
  await cell(1, 'account').click();
  await expect.element(combobox(1)).toHaveFocus();
  await userEvent.keyboard('61{Enter}');
  await busy;
  await expect.element(cell(1, 'account')).toHaveTextContent('6100this row');
});

it('what is typed after such an Enter takes it back', async () => {
  const { cell, memory } = await setup(false);
  // Longer than a busy machine takes for the keys.
  const busy = memory.keepBusy(4000);
  await cell(1, 'account').click();
  await expect.element(combobox(1)).toHaveFocus();
  await userEvent.keyboard('61{Enter}0');
  await busy;
  await expect.element(option('6100 1 mapping')).toBeVisible();
  await expect.element(combobox(1)).toHaveValue('610');
  await expect.element(cell(1, 'account')).not.toHaveTextContent('this row');
});

it('warns of a keyword of common words alone, also of one typed by hand, and saves it all the same', async () => {
  const { cell, type } = await setup();
  await type('DIRECT DEBIT NORTHSTAR WINDOWS REF 88123\nCARD PAYMENT 7');
  await cell(1, 'account').click();
  await expect.element(combobox(1)).toHaveFocus();
  await userEvent.keyboard('00450{Enter}');
  const keyword = dialog.getByLabelText('Keyword');
  const warning = dialog.getByText(rowAccountMessages.commonWordsOnly);
  await expect.element(keyword).toHaveValue('NORTHSTAR WINDOWS');
  await expect.element(warning).not.toBeInTheDocument();
  await says(userEvent.fill(keyword, 'Direct Debit'), warning);
  await expectAccessible();
  // What is saved is what was shown.
  await expect.element(dialog.getByText(gained(1))).toBeVisible();
  await says(userEvent.keyboard('{Enter}'), messages.keywordSaved('Direct Debit', '00450'));
  await expect.element(combobox(2)).toHaveFocus();
  await userEvent.keyboard('00450{Enter}');
  await expect.element(keyword).toHaveValue('');
  await expect.element(dialog.getByText(rowAccountMessages.keywordMissing)).toBeVisible();
});

describe('a mapping saved from a row', () => {
  /** Row 3 has an account of its own, rows 1 and 5 have one by the mapping. */
  async function setupSaved() {
    const classifier = await setup();
    const { cell } = classifier;
    await cell(3, 'account').click();
    await userEvent.keyboard('61{Enter}');
    await expect.element(cell(3, 'account')).toHaveTextContent('6100this row');
    await expect.element(combobox(4)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await cell(1, 'account').click();
    await expect.element(combobox(1)).toHaveFocus();
    await says(userEvent.keyboard('00450{Enter}'), dialog.getByText(gained(2)));
    await userEvent.keyboard('{Enter}');
    await expect.element(cell(5, 'account')).toHaveTextContent(/^00450$/);
    await expect.element(combobox(4)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(cell(4, 'account')).toHaveFocus();
    return classifier;
  }

  it('is what Ctrl+Z takes back first, then the account that another row had got before', async () => {
    const { cell, memory } = await setupSaved();
    await says(undo(), messages.undone);
    await expect.element(cell(1, 'account')).toHaveTextContent('No Match');
    await expect.element(cell(5, 'account')).toHaveTextContent('No Match');
    await expect.element(cell(3, 'account')).toHaveTextContent('6100this row');
    expect(await memory.stored('ZEPHYR')).toBeNull();
    await undo();
    await expect.element(cell(3, 'account')).toHaveTextContent('No Match');
  });

  it('is taken back by Undo in its message, and Ctrl+Z then goes on with what was before', async () => {
    const { cell, memory } = await setupSaved();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(cell(1, 'account')).toHaveTextContent('No Match');
    expect(await memory.stored('ZEPHYR')).toBeNull();
    await cell(1, 'description').click();
    await undo();
    await expect.element(cell(3, 'account')).toHaveTextContent('No Match');
  });

  it('stays when the server refuses, which is said, and can be tried again', async () => {
    const { cell, memory } = await setupSaved();
    await memory.refuse(true);
    await undo();
    await expect.element(page.getByText('Failed to undo', { exact: false })).toBeVisible();
    await expect.element(cell(1, 'account')).toHaveTextContent(/^00450$/);
    await memory.refuse(false);
    await undo();
    await expect.element(cell(1, 'account')).toHaveTextContent('No Match');
  });
});

it('a line too short for a mapping says what can be done, and takes an account for itself', async () => {
  const { cell } = await setup();
  await says(cell(3, 'account').click(), page.getByText(rowAccountMessages.lineTooShort(true)).first());
  await userEvent.keyboard('61{Enter}');
  await expect.element(cell(3, 'account')).toHaveTextContent('6100this row');
  await expect.element(combobox(4)).toHaveFocus();
  // Tab goes on without an account, from the last row to the first; Escape ends it.
  await userEvent.keyboard('{Tab}');
  await expect.element(combobox(5)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(cell(5, 'account')).toHaveFocus();
});

it('others give accounts to rows; these are edited rows, taken back by Ctrl+Z, and there after a reload', async () => {
  const first = await setup(false);
  await first.cell(1, 'account').click();
  await says(option('6200 1 mapping').click(), messages.choiceSavedForRow);
  await expect.element(first.cell(1, 'account')).toHaveTextContent('6200this row');
  // After the pointer the next row has the focus, and no list lies over the others.
  await expect.element(first.cell(3, 'account')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(combobox(3)).toHaveFocus();
  await userEvent.keyboard('9{Enter}');
  await expect.element(chip(/^Edited 2$/)).toBeInTheDocument();
  await expect.element(combobox(4)).toHaveFocus();
  await undo();
  await expect.element(first.cell(3, 'account')).toHaveFocus();
  await expect.element(first.cell(3, 'account')).toHaveTextContent(/^No Match$/);
  const { cell } = await first.reload();
  await expect.element(cell(1, 'account')).toHaveTextContent('6200this row');
  await expect.element(page.getByText('Today').element().parentElement).toHaveTextContent('Today0');
  await cell(1, 'account').click();
  await option('Take the account of this row back').click();
  await expect.element(cell(1, 'account')).toHaveTextContent(/^No Match$/);
});

it('why a row has no account says what to do, with a button that opens the choice', async () => {
  const { cell } = await setup();
  await cell(1, 'description').click();
  await expect.element(why).toHaveTextContent(`${rowAccountMessages.noMappingMatches} Add mapping`);
  await why.getByRole('button', { name: 'Add mapping' }).click();
  await expect.element(combobox(1)).toHaveFocus();
  await says(userEvent.keyboard('no match'), messages.accountIsNoMatch);
  await userEvent.keyboard('{Escape}{ArrowDown}{ArrowDown}');
  await expect.element(why).toHaveTextContent(rowAccountMessages.lineTooShort(true));
});

it('Ctrl+Enter gives an account that is marked to the row alone, and leaving the field takes nothing', async () => {
  const { cell } = await setup();
  await says(cell(1, 'account').click(), option('6100 1 mapping'));
  await userEvent.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');
  await expect.element(cell(1, 'account')).toHaveTextContent('6100this row');
  await expect.element(combobox(3)).toHaveFocus();
  await userEvent.keyboard('7');
  await page.getByRole('heading', { name: 'Classifier' }).click();
  await expect.element(combobox(3)).not.toBeInTheDocument();
  await expect.element(cell(3, 'account')).toHaveTextContent(/^No Match$/);
});

describe('with a chart of accounts', () => {
  async function setupChart() {
    const classifier = await setupClassifier();
    const chart = classifier.ledger.chart;
    const account = (code: string, name: string, isRetired = false) =>
      chart.save(null, { code, name, note: '', isRetired });
    await account('6100', 'Groceries');
    await account('6200', 'Hotels', true);
    await account('7000', 'Rent of premises');
    await classifier.type(LINES.join('\n'));
    await expect.element(classifier.cell(1, 'account')).toHaveTextContent('No Match');
    return classifier;
  }

  it('accounts are found by their names, those without a mapping too, and retired ones come last', async () => {
    const { cell } = await setupChart();
    await says(cell(1, 'account').click(), option('6100 Groceries 1 mapping'));
    const options = page.getByRole('option').elements();
    expect(options.at(-1)?.textContent).toContain('6200 Hotelsretired');
    await says(userEvent.keyboard('premi'), option('7000 Rent of premises no mapping yet'));
    await expectAccessible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(cell(1, 'account')).toHaveTextContent('7000 Rent of premisesthis row');
  });

  it('an account that it does not have is said so, with the nearest, and can be saved', async () => {
    const { cell } = await setupChart();
    await says(cell(1, 'account').click(), option('6100 Groceries 1 mapping'));
    await says(userEvent.keyboard('6101'), option('6101 not in the chart of accounts'));
    await userEvent.keyboard('{Enter}');
    const warning = '6101 is not in the chart of accounts. Nearest: 6100 Groceries.';
    await expect.element(dialog.getByText(warning, { exact: false })).toBeVisible();
    await expectAccessible();
    await expect.element(dialog.getByText(gained(2))).toBeVisible();
    await says(userEvent.keyboard('{Enter}'), messages.keywordSaved('ZEPHYR', '6101'));
  });
});
