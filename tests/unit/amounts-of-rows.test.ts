import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ColumnChoice } from '#contract/ledger.ts';
import { type AmountReading, AS_FOUND } from '#contract/summary.ts';
import { AmountsOfRows } from '#src/rows/AmountsOfRows.ts';
import type { LedgerRun } from '#src/services/ledger.ts';

const COLUMNS = { layout: 'Text\tAmount' } as ColumnChoice;

/** A classification whose rows have these amounts. */
const runOf = (...texts: readonly string[]) =>
  ({
    reading: async () => ({ columns: [1] }) as unknown as AmountReading,
    amounts: async (rows: readonly number[]) => rows.map((row) => texts[row] ?? ''),
  }) as unknown as LedgerRun;

it('rows show no amounts of the rows that were there before, also in the same layout', async () => {
  const amounts = new AmountsOfRows(() => {});
  amounts.begin(COLUMNS, true);
  await amounts.ask(runOf('+1.00', '+2.00'));
  const shown = () => expect.poll(() => amounts.textOf(0));
  await shown().toBe('+1.00');
  amounts.begin(COLUMNS, false);
  expect(amounts.textOf(0)).toBeUndefined();
  await amounts.ask(runOf('+3.00', '+1.00', '+2.00'));
  await shown().toBe('+3.00');
});

describe('what is remembered in this browser', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = { columns: [1], isReversed: true, decimal: ',', currency: null, isDebitPositive: false };
  const remembering = (stored: unknown) => {
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(stored) });
    const amounts = new AmountsOfRows(() => {});
    amounts.begin(COLUMNS, true);
    return amounts.choice.get();
  };

  it('answers for the same layout', () => {
    expect(remembering([[COLUMNS.layout, answer]])).toEqual({ ...AS_FOUND, ...answer });
  });

  it.each([
    ['is no list', { [COLUMNS.layout as string]: answer }],
    ['has no pairs', [1, null, 'x']],
    ['has another answer', [[COLUMNS.layout, { ...answer, columns: 'Amount' }]]],
    ['has no answer', [[COLUMNS.layout, null]]],
    ['has another decimal sign', [[COLUMNS.layout, { ...answer, decimal: ';' }]]],
  ])('says nothing where it %s, as another version may have stored it', (_what, stored) => {
    expect(remembering(stored)).toEqual(AS_FOUND);
  });
});
