import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readingMessages } from '#model/text/readingMessages.ts';
import { catchCopy } from './support/catchCopy.ts';
import { setupClassifier } from './support/classifierSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';

const panel = page.getByRole('region', { name: readingMessages.isThisRight });
const yes = panel.getByRole('button', { name: 'Yes' });
const otherWay = panel.getByRole('button', { name: 'The other way round' });
const HEADINGS = 'Date\tDescription\tValue A\tValue B';

/** Two columns whose names say nothing, of which each row fills one. */
const unknownPair = (...rows: readonly string[]) =>
  [HEADINGS, ...rows.map((row, i) => `2026-03-0${i + 1}\t${row}`)].join('\n');
const SEPTEMBER = unknownPair(
  'Tesco Stores\t14.50\t',
  'SALARY SEPTEMBER\t\t5200.00',
  'Premier Inn\t80.00\t',
  'Tesco Stores\t3.25\t',
);
const OCTOBER = unknownPair('Premier Inn\t61.00\t', 'SALARY OCTOBER\t\t5200.00', 'Tesco Stores\t9.75\t');

beforeEach(async () => {
  localStorage.removeItem('amount-answers');
  await page.viewport(1280, 900);
});

async function openSummary() {
  await page.getByRole('button', { name: 'Summary', exact: true }).click();
  return page.getByRole('dialog', { name: 'Summary by account' });
}

describe('a reading that nothing proves', () => {
  it('is asked about with rows of the text, and takes nothing from the rows', async () => {
    const { type, box, cell } = await setupClassifier();
    await type(SEPTEMBER);
    await expect.element(panel.getByText('Tesco Stores 14.50 went out (−).')).toBeVisible();
    await expect
      .element(panel.getByRole('row', { name: 'SALARY SEPTEMBER 5200.00 came in +' }))
      .toBeVisible();
    await expect.element(panel.getByText(readingMessages.whyAsked(true, 2))).toBeVisible();
    await expect.element(page.getByRole('status').getByText(readingMessages.isThisRight)).toBeInTheDocument();
    await expect.element(box).toHaveFocus();
    await expect.element(cell(1, 'account')).toHaveTextContent('6100 14.50');
    await expectAccessible();
  });

  it('gives no sums and no journal until it is answered, and then the rows their signs; Ctrl+Z asks again', async () => {
    const { type, cell } = await setupClassifier();
    await type(SEPTEMBER);
    await expect.element(yes).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Summary', exact: true })).toBeDisabled();
    await expect.element(page.getByTitle(readingMessages.waits)).toBeVisible();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.element(page.getByRole('menuitem', { name: readingMessages.waits })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await yes.click();
    await expect.element(cell(2, 'account')).toHaveTextContent('+5,200.00');
    await expect.element(cell(1, 'account')).toHaveTextContent('6100 −14.50');
    const dialog = await openSummary();
    await expect.element(dialog.getByRole('row', { name: 'Total 4 97.75 5,200.00 5,102.25' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(yes).toBeVisible();
  });

  it('is remembered for the same headings, also after a reload; other headings are asked about anew', async () => {
    const { type, reload } = await setupClassifier();
    await type(SEPTEMBER);
    await otherWay.click();
    await expect.element(page.getByText(readingMessages.answered)).toBeVisible();
    const again = await reload();
    await again.type(OCTOBER);
    const dialog = await openSummary();
    await expect.element(dialog.getByRole('row', { name: 'Total 3 5,200.00 70.75 -5,129.25' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await again.type(OCTOBER.replace('Value A', 'Value C'));
    await expect.element(yes).toBeVisible();
  });

  it('is asked in the summary, too, where another column is chosen', async () => {
    const { type } = await setupClassifier();
    const lines = SEPTEMBER.split('\n').map((line, i) => `${line}\t${i === 0 ? 'Units' : i}`);
    await type(lines.join('\n'));
    await yes.click();
    const dialog = await openSummary();
    await dialog.getByText('Read as…').click();
    await dialog.getByLabelText('What came in is in').selectOptions('the same column');
    await dialog.getByLabelText('Amounts are in').selectOptions('Units');
    await expect.element(dialog.getByText(readingMessages.waits)).toBeVisible();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await expect.element(dialog.getByRole('row', { name: /^Total 4 .*10/ })).toBeVisible();
  });

  it('is changed at Read as…, for the summary and the journal alike', async () => {
    const { type } = await setupClassifier();
    await type(SEPTEMBER);
    await yes.click();
    const dialog = await openSummary();
    await dialog.getByText('Read as…').click();
    await expect.element(dialog.getByLabelText('What went out is in')).toHaveDisplayValue('Value A');
    await dialog.getByRole('button', { name: 'The other way round' }).click();
    await expect.element(dialog.getByLabelText('What went out is in')).toHaveDisplayValue('Value B');
    await expect.element(dialog.getByRole('row', { name: 'Total 4 5,200.00 97.75 -5,102.25' })).toBeVisible();
    await expectAccessible();
  });

  it('asks which of two currencies it is', async () => {
    const { type } = await setupClassifier();
    await type(
      [
        'Description\tOne\tAmount\tTwo',
        'Tesco Stores\tCHF\t-14.50\tEUR',
        'SALARY\tCHF\t5200.00\tEUR',
        'Premier Inn\tCHF\t-80.00\tEUR',
      ].join('\n'),
    );
    await panel.getByRole('radio', { name: 'EUR' }).click({ force: true });
    await yes.click();
    const dialog = await openSummary();
    await expect.element(dialog.getByRole('row', { name: /^Total EUR 3/ })).toBeVisible();
  });
});

const PROVEN = [
  'Date\tDescription\tAmount\tBalance',
  '2026-03-01\tTesco Stores\t-10.00\t90.00',
  '2026-03-02\tPremier Inn\t-25.00\t65.00',
  '2026-03-03\tSALARY\t500.00\t565.00',
  '2026-03-04\tTesco Stores\t-5.50\t559.50',
];

describe('what is known of the rows before they leave', () => {
  it('is that the balances agree, quietly and unasked', async () => {
    const { type } = await setupClassifier();
    await type(PROVEN.join('\n'));
    await expect.element(page.getByText(readingMessages.agrees(4, true))).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('is from which row on balances are off, in the bar, the copy, the menu and the journal', async () => {
    const { type, cell } = await setupClassifier();
    const copied = catchCopy();
    await type([...PROVEN, '2026-03-05\tsomething unknown\t-1.00\t500.00'].join('\n'));
    const words = ['2 rows without an account', 'balances off by 58.50 from row 5'];
    for (const word of words) await expect.element(page.getByText(word, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Copy GL Account Only' }).click();
    expect(copied()).toContain('6100');
    const message = page.getByRole('status').filter({ hasText: 'Copied' });
    await expect.element(message.getByText(words[0] ?? '')).toBeVisible();
    await message.getByRole('button', { name: 'Show' }).nth(1).click();
    await expect.element(cell(5, 'account')).toHaveFocus();
    const open = page.getByRole('button', { name: 'Export', exact: true });
    await open.click();
    await expect.element(page.getByRole('menu').getByText(words[0] ?? '')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(cell(5, 'account')).toHaveFocus();
    await open.click();
    await page.getByRole('menuitem', { name: 'Journal…' }).click();
    const journal = page.getByRole('dialog', { name: 'Journal' });
    await journal.getByRole('button', { name: 'Show' }).nth(1).click();
    await expect.element(journal).not.toBeInTheDocument();
    await expect.element(cell(5, 'account')).toHaveFocus();
  });

  it('is which rows are repeated, which can be left out of sums', async () => {
    const { type } = await setupClassifier();
    catchCopy();
    await type([...PROVEN, ...PROVEN.slice(3)].join('\n'));
    await expect.element(page.getByText('2 rows repeated, from row 5', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Copy GL Account Only' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Leave out' }).click();
    await expect.element(page.getByText('2 rows repeated, from row 5, left out').first()).toBeVisible();
    const dialog = await openSummary();
    await expect.element(dialog.getByRole('row', { name: 'Total 6 40.50 500.00 459.50' })).toBeVisible();
  });

  it('names a balance among the payments, which has no account', async () => {
    const { type, cell } = await setupClassifier();
    await type([PROVEN[0], '\tOpening balance\t\t100.00', ...PROVEN.slice(1)].join('\n'));
    await expect.element(cell(1, 'account')).toHaveTextContent('Balance');
    await expect.element(page.getByRole('radio', { name: 'Blank lines 1' })).toBeInTheDocument();
    await cell(1, 'account').click();
    await expect.element(page.getByText(readingMessages.noPayment('balance'))).toBeVisible();
  });
});
