import fc from 'fast-check';
import { HyperFormula } from 'hyperformula';
import { afterAll, describe, expect, it } from 'vitest';
import { clipboardCell } from '#model/spreadsheetCell.ts';
import { copyTable } from '../support/copyTable.ts';

/** A spreadsheet that evaluates formulas. It takes only `=` for the start of one, and others take more. */
const sheet = HyperFormula.buildFromArray([[null]], { licenseKey: 'gpl-v3' });
const at = { sheet: 0, row: 0, col: 0 };
afterAll(() => sheet.destroy());

const SIGN = /^[+\-@＋－＠]/;

/** The formula that a spreadsheet makes of a text: a sign at the start stands for `=` and the sign. */
function formulaOf(text: string): string | null {
  const plain = text.normalize('NFKC');
  if (plain.startsWith('=')) return plain;
  return SIGN.test(plain) ? `=${plain.replace(/^@/, '')}` : null;
}

/** What the cell shows after the text was entered, and whether it runs. */
function entered(text: string): { shown: unknown; runs: boolean } {
  sheet.setCellContents(at, text);
  return { shown: sheet.getCellValue(at), runs: sheet.doesCellHaveFormula(at) };
}

function runs(text: string): boolean {
  const formula = formulaOf(text);
  if (formula === null || !sheet.validateFormula(formula)) return false;
  return Number.isNaN(Number(text.replace(/[ ,$%]/g, '')));
}

describe('in a spreadsheet', () => {
  it('the formulas of the table would run without the guard', () => {
    expect(entered('=1+1')).toEqual({ shown: 2, runs: true });
    expect(['+1-555-0100', '-12/03/2026', '@SUM(1,2)'].map(runs)).toEqual([true, true, true]);
  });

  it.each(copyTable())('$cell is shown and does not run', ({ cell, copied }) => {
    if (copied !== cell) expect(entered(copied)).toEqual({ shown: cell, runs: false });
    else expect(runs(cell)).toBe(false);
  });

  it('nothing that is copied runs, whatever it was', () => {
    const term = fc.constantFrom(
      '1',
      '2.5',
      'A1',
      'SUM(A1)',
      'SUM(1,2)',
      '"a"',
      'PI()',
      '(1)',
      '5%',
      'NAME',
      'x',
    );
    const operator = fc.constantFrom('+', '-', '*', '/', '&', '=', '<', ' ', ' + ', '^', '', ',');
    const text = fc
      .tuple(
        fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '- ', '--'),
        fc.array(fc.tuple(term, operator), { minLength: 1, maxLength: 5 }),
      )
      .map(([start, parts]) => start + parts.flat().join(''));
    fc.assert(
      fc.property(text, (cell) => {
        const copied = clipboardCell(cell);
        if (copied === cell) expect(runs(cell), cell).toBe(false);
        else expect(entered(copied)).toEqual({ shown: cell, runs: false });
      }),
      { seed: 7, numRuns: 20_000 },
    );
  });
});
