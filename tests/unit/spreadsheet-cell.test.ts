import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPastedText } from '#engine/read/columns.ts';
import {
  boxCell,
  clipboardCell,
  fileCell,
  needNoGuard,
  pastedCell,
  tabbedText,
  unguardedFileCell,
} from '#model/spreadsheetCell.ts';
import { copyTable } from '../support/copyTable.ts';

const table = copyTable();

describe('a cell on the clipboard, as docs/screens/copying.md says', () => {
  it('is in the table', () => expect(table.length).toBeGreaterThan(30));

  it.each(table)('$cell', ({ cell, copied }) => {
    expect(clipboardCell(cell)).toBe(copied);
    if (copied !== cell) expect(needNoGuard([cell])).toBe(false);
  });
});

describe('rows as a text with tabs between the cells', () => {
  const hard = ['=1+1', '+A1', '-PAYMENT', '@HOME', '"ACME', '-5.00', 'a\tb', 'a\r\nb', 'a\vb\fc', '=1\n+1'];

  it('has each cell in one line, guarded on the clipboard and left to the file', () => {
    const flat = ['=1+1', '+A1', '-PAYMENT', '@HOME', '"ACME', '-5.00', 'a b', 'a b', 'a b c', '=1 +1'];
    expect(tabbedText([hard, ['x']], 'file')).toBe(`${flat.join('\t')}\nx`);
    const guarded = ["'=1+1", "'+A1", "'-PAYMENT", "'@HOME", `'"ACME`, ...flat.slice(5, 9), "'=1 +1"];
    expect(tabbedText([hard, ['x']], 'clipboard')).toBe(`${guarded.join('\t')}\nx`);
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

describe('what is guarded once is read back', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠\'"\t .,%A1é'), maxLength: 8 });
  const line = text.map((cell) => cell.replaceAll('\t', ' '));

  it.each<[string, (cell: string) => string, typeof text]>([
    ['from the clipboard', (cell) => pastedCell(clipboardCell(cell)), line],
    ['from a box', (cell) => pastedCell(boxCell(cell)), line],
    ['from a text file', (cell) => unguardedFileCell(fileCell(cell)), text],
    ['as a pasted text of one cell', (cell) => readPastedText(clipboardCell(cell)), line],
    ['as a text in a box', (cell) => readPastedText(boxCell(cell)), line],
  ])('%s', (_name, back, cells) => {
    fc.assert(
      fc.property(cells, (cell) => back(cell) === cell),
      { seed: 7, numRuns: 3_000 },
    );
  });
});
