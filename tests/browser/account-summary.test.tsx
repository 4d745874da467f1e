import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { journalMessages } from '#model/text/journalMessages.ts';
import { summaryMessages } from '#model/text/summaryMessages.ts';
import { catchCopy } from './support/catchCopy.ts';
import { setupClassifier } from './support/classifierSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';

const dialog = page.getByRole('dialog', { name: 'Summary by account' });
const rowNamed = (name: string | RegExp) => dialog.getByRole('row', { name });

beforeEach(async () => {
  await page.viewport(1280, 900);
});

async function paste(...lines: readonly string[]) {
  const { type } = await setupClassifier();
  await type(lines.join('\n'));
}

/** Opens the summary of a pasted text; without lines, of the one that is there. */
async function open(...lines: readonly string[]) {
  if (lines.length > 0) await paste(...lines);
  await page.getByRole('button', { name: 'Summary', exact: true }).click();
  await expect.element(dialog.getByRole('region', { name: 'Accounts' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy', exact: true })).toHaveFocus();
}

describe('the summary by account', () => {
  it('reconciles what went out and what came in, by the names of the columns', async () => {
    await open(
      'Description\tPaid out\tPaid in',
      'Tesco Stores\t10.00\t',
      'Tesco Stores\t5.00\t',
      'Premier Inn\t\t4.00',
      'unknown\t\t1,234.50',
    );
    await dialog.getByText('Read as…').click();
    await expect.element(dialog.getByLabelText('What went out is in')).toHaveDisplayValue('Paid out');
    await expect.element(dialog.getByLabelText('What came in is in')).toHaveDisplayValue('Paid in');
    await expect.element(rowNamed(/^6100 2 15\.00 0\.00 -15\.00$/)).toBeVisible();
    await expect.element(rowNamed('Total 4 15.00 1,238.50 1,223.50')).toBeVisible();
    await expectAccessible();
    await userEvent.selectOptions(dialog.getByLabelText('Positive is'), 'debit (ledger)');
    await expect.element(rowNamed('Total 4 15.00 1,238.50 -1,223.50')).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText('What came in is in'), 'the same column');
    await expect.element(rowNamed(/^Total 4 15\.00 0\.00 15\.00 2$/)).toBeVisible();
  });

  it('names cells that it could not read, and keeps currencies apart', async () => {
    await paste(
      'Tesco Stores\t€10.00',
      'Tesco Stores\t€4.00',
      ...Array.from({ length: 17 }, () => 'Premier Inn\t$2.00'),
      'unknown\tsee note',
    );
    // All are positive, and nothing says which side that is.
    await page.getByRole('button', { name: 'Yes' }).click();
    await open();
    await expect.element(dialog.getByText(summaryMessages.currencies)).toBeVisible();
    await expect.element(rowNamed(/^Total EUR 2 0\.00 14\.00 14\.00/)).toBeVisible();
    await expect.element(rowNamed(/^Total \$ 17 0\.00 34\.00 34\.00/)).toBeVisible();
    await dialog.getByText(summaryMessages.unread(1, 20)).click();
    await expect.element(dialog.getByText(summaryMessages.row(20, 'see note'))).toBeVisible();
    await expectAccessible();
  });

  it('has a control total from the opening balance that is typed, or from the column of balances', async () => {
    await open('Description\tAmount', 'Tesco Stores\t-10.00', 'unknown\t1,004.00');
    await userEvent.fill(dialog.getByLabelText('Opening balance'), '100.00');
    await expect.element(dialog.getByText('Control total: 100.00 + 994.00 = 1,094.00.')).toBeVisible();
  });

  it('says from which row on the balances differ', async () => {
    await open(
      'Description\tAmount\tBalance',
      'Tesco Stores\t-10.00\t90.00',
      'unknown\t4.00\t99.00',
      'unknown\t1.00\t100.00',
    );
    const text =
      'Control total: 100.00 − 5.00 = 95.00, but 5.00 differ from the closing balance. The balances differ from row 2 on.';
    await expect.element(dialog.getByText(text)).toBeVisible();
  });

  it('names the column that explains a difference', async () => {
    await open(
      'Description\tAmount\tFee\tBalance',
      'Tesco Stores\t-10.00\t0.00\t90.00',
      'Premier Inn\t-4.00\t1.00\t85.00',
      'unknown\t5.00\t0.00\t90.00',
    );
    await expect
      .element(dialog.getByText(/1\.00 differ from the closing balance: the column Fee\./))
      .toBeVisible();
  });

  it('is copied without grouped digits', async () => {
    const copied = catchCopy();
    await open('Tesco Stores\t1,000.00', 'unknown\t-2.50');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.element(page.getByText(summaryMessages.copied(2))).toBeVisible();
    expect(copied()).toBe(
      '6100\t1\t0.00\t1000.00\t1000.00\nNo Match\t1\t2.50\t0.00\t-2.50\nTotal\t2\t2.50\t1000.00\t997.50',
    );
  });
});

describe('the journal', () => {
  const openJournal = async (...lines: readonly string[]) => {
    const { type } = await setupClassifier();
    await type(lines.join('\n'));
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Journal…' }).click();
    return page.getByRole('dialog', { name: 'Journal' });
  };
  const LINES = [
    'Date\tDescription\tAmount',
    '01/03\tTesco Stores\t-10.00',
    '02/03\tunknown\t-5.00',
    '03/03\tPremier Inn\t4.00',
  ];

  it('says what it would hold, asks for the account of the bank, and remembers it', async () => {
    localStorage.removeItem('journal-counterpart');
    const created = vi.spyOn(URL, 'createObjectURL');
    const dialog = await openJournal(...LINES);
    await expect
      .element(
        dialog.getByText(
          "2 rows in 4 postings. Listed apart: 1 without an account. Enter the bank's GL account.",
        ),
      )
      .toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'CSV' })).toBeDisabled();
    await expectAccessible();
    await dialog.getByRole('combobox', { name: "The bank's GL account" }).fill('1200');
    await dialog.getByRole('button', { name: 'CSV' }).click();
    await expect.element(page.getByText(journalMessages.exported(2))).toBeVisible();
    const texts = await Promise.all(created.mock.calls.map(([blob]) => (blob as Blob).text()));
    expect(texts[0]).toContain(
      '"1","01/03","Tesco Stores","6100","10.00","","",""\r\n"1","01/03","Tesco Stores","1200","","10.00"',
    );
    expect(texts[1]).toContain('"2","02/03","unknown","No Match","-5.00"');
    expect(localStorage.getItem('journal-counterpart')).toBe('1200');
  });

  it('is the same when it is exported again', async () => {
    const created = vi.spyOn(URL, 'createObjectURL').mockClear();
    const dialog = await openJournal(...LINES);
    const exportAgain = async () => {
      await dialog.getByRole('combobox', { name: "The bank's GL account" }).fill('1200');
      await expect.element(dialog.getByText('2 rows in 4 postings.', { exact: false })).toBeVisible();
      await dialog.getByRole('button', { name: 'CSV' }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      return Promise.all(created.mock.calls.splice(0).map(([blob]) => (blob as Blob).text()));
    };
    const first = await exportAgain();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Journal…' }).click();
    expect(first).toHaveLength(2);
    expect(await exportAgain()).toEqual(first);
  });

  it('says what is missing where no column has amounts', async () => {
    const dialog = await openJournal('Tesco Stores', 'unknown');
    await expect.element(dialog.getByText(journalMessages.noAmounts)).toBeVisible();
  });
});
