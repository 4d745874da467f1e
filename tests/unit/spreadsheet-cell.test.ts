import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipboardCell, needNoGuard } from '#engine/spreadsheetCell.ts';
import { copyTable } from '../support/copyTable.ts';

const table = copyTable();

describe('a cell on the clipboard, as docs/screens.md says', () => {
  it('is in the table', () => expect(table.length).toBeGreaterThan(30));

  it.each(table)('$cell', ({ cell, copied }) => {
    expect(clipboardCell(cell)).toBe(copied);
    if (copied !== cell) expect(needNoGuard([cell])).toBe(false);
  });
});

describe('any cell', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝＠\'" .,%*/:()!|&A1b5é'), maxLength: 12 });

  it('is as it was, or has an apostrophe more', () => {
    fc.assert(
      fc.property(text, (cell) => [cell, `'${cell}`].includes(clipboardCell(cell))),
      { seed: 7 },
    );
  });

  it('is left alone where no start needs a guard', () => {
    fc.assert(
      fc.property(text, (cell) => !needNoGuard([cell]) || clipboardCell(cell) === cell),
      { seed: 7 },
    );
  });
});
