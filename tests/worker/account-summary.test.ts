import { describe, expect, it } from 'vitest';
import type { RowsApi } from '#contract/ledger.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger } from '../support/ledgerSetup.ts';
import { pick, seededRandom } from '../support/random.ts';

const LIST = {
  'gl_mappings/TESCO STORES': { description: 'TESCO STORES', glAccount: '6100' },
  'gl_mappings/ACME LTD': { description: 'ACME LTD', glAccount: '700' },
};

type Choice = Partial<{ column: number | null; decimal: '.' | ',' }>;

async function summaryOf(text: string, choice: Choice = {}) {
  const { ledger } = await setupLedger(LIST);
  ledger.classify(1, text);
  const rows: Pick<RowsApi, 'summarise'> = ledger.rows;
  for (;;) {
    await settled();
    const summary = await rows.summarise(1, choice.column, choice.decimal ?? null);
    if (summary !== undefined) return summary;
  }
}

const short = ({ lines, total }: Awaited<ReturnType<typeof summaryOf>>) =>
  [...lines, total].map(({ kind, account, lines: n, sum, unread }) =>
    [kind, account, n, sum, unread].join('|'),
  );

describe('the summary by account', () => {
  it('counts rows of accounts, without a match, and blank ones; they add up to all', async () => {
    const summary = await summaryOf('TESCO STORES 1\nACME LTD\n\nnothing of the kind\nTESCO STORES');
    expect(short(summary)).toEqual([
      'account|700|1||0',
      'account|6100|2||0',
      'no-match|No Match|1||0',
      'blank||1||0',
      'total||5||0',
    ]);
    expect(summary.columns).toEqual([]);
  });

  it('adds up the column that looks like amounts', async () => {
    const text = [
      'TESCO STORES\t4711\t1.234,50',
      'ACME LTD\t4712\t(0,5)',
      'other thing\t4713\t-12,345-',
      'TESCO STORES\t4714\t\u221234,5',
      '\t4715\t7',
      'ACME LTD\t4716\t',
    ].join('\n');
    const summary = await summaryOf(text, { column: 2 });
    expect(summary).toMatchObject({ column: 2, decimal: ',', isDecimalSure: true, description: 0 });
    expect(short(summary)).toEqual([
      'account|700|2|-0,50|0',
      'account|6100|2|1200,00|0',
      'no-match|No Match|1|0,00|1',
      'blank||1|7,00|0',
      'total||6|1206,50|1',
    ]);
    const guessed = await summaryOf(text.replace('-12,345-', '12,345'));
    expect(guessed.column).toBe(2);
    expect(guessed.total.sum).toBe('1218,845');
  });

  it('says when the column leaves the decimal sign open, and takes the one chosen', async () => {
    const text = 'TESCO STORES\t1.234\nACME LTD\t2.500';
    expect(await summaryOf(text, { column: 1 })).toMatchObject({
      isDecimalSure: false,
      total: { sum: '3.734' },
    });
    expect(await summaryOf(text, { column: 1, decimal: ',' })).toMatchObject({ total: { sum: '3734' } });
    expect(await summaryOf(text, { column: null })).toMatchObject({ column: null, total: { sum: null } });
  });

  it('is a table for the clipboard, guarded, and for a file', async () => {
    const { texts } = await summaryOf('TESCO STORES\t1.50\nunknown thing\t-2.25', { column: 1 });
    expect(await texts.clipboard.text()).toBe('6100\t1\t1.50\nNo Match\t1\t-2.25\nTotal\t2\t-0.75');
    expect(await texts.file.text()).toBe('6100\t1\t1.50\nNo Match\t1\t-2.25\nTotal\t2\t-0.75');
  });

  it.each([1, 2])('has sums that add up to that of all rows (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const cents: number[] = [];
    const lines = Array.from({ length: 190 }, () => {
      const value = Math.floor((random() - 0.5) * 1_000_000);
      cents.push(value);
      return `${pick(random, ['TESCO STORES', 'ACME LTD', 'other thing', ''])}\t${(value / 100).toFixed(2)}`;
    });
    const summary = await summaryOf(lines.join('\n'), { column: 1 });
    const inCents = (sum: string | null) => Number(sum?.replace('.', ''));
    expect(inCents(summary.total.sum)).toBe(cents.reduce((a, b) => a + b));
    expect(summary.lines.reduce((sum, line) => sum + inCents(line.sum), 0)).toBe(inCents(summary.total.sum));
    expect(summary.lines.reduce((sum, line) => sum + line.lines, 0)).toBe(190);
  });
});
