import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinQuotedCells } from '#engine/read/columns.ts';
import { RecordReader } from '#engine/read/csv.ts';
import { parsePairFile } from '#engine/read/files.ts';
import { parsePastedPairs } from '#engine/read/pairs.ts';
import { readingNotes } from '#model/text/readMessages.ts';
import { byStage } from '../../support/fullRun.ts';
import { textSource } from '../pairs/byteSource.ts';

type Delimiter = ',' | ';' | '\t' | '|';

function recordsOf(text: string, delimiter: Delimiter, pieces = text.length) {
  const reader = new RecordReader(delimiter);
  const batches = [];
  for (let at = 0; at < text.length; at += pieces) batches.push(reader.read(text.slice(at, at + pieces)));
  batches.push(reader.end());
  const rows = batches.flat();
  return {
    cells: rows.map(({ cells }) => [...cells]),
    lines: rows.map(({ line }) => line),
    stray: reader.strayLines,
    reader,
  };
}

const list = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `Merchant ${from + i}\t6100`);

describe('a quotation mark', () => {
  it('that is never closed in one of 7,164 lines is a character, and its line is named', async () => {
    const lines = [...list(1, 811), '"Merchant 812\t6100', ...list(813, 7_164)];
    const result = await parsePairFile(textSource(lines.join('\n')));
    if (result.kind !== 'pairs') throw new Error(result.kind);
    expect(result.parsed.pairs).toHaveLength(7_164);
    expect(result.parsed.pairs[811]?.description).toBe('"Merchant 812');
    expect(readingNotes(result.reading).join(' ')).toBe(
      'Line 812: a quotation mark was read as a character.',
    );
  });

  /** Texts, what they are read as (cells between strokes), and the lines with a stray mark. */
  const tables: readonly [name: string, text: string, rows: readonly string[], stray: readonly number[]][] = [
    ['around line breaks encloses them', 'a\tb\n"x\ny"\tz\nc\td', ['a|b', 'x\ny|z', 'c|d'], []],
    ['around line breaks in the last line', 'a\tb\nz\t"x\ny"', ['a|b', 'z|x\ny'], []],
    ['around line breaks in the first line', '"x\ny"\tz\nc\td', ['x\ny|z', 'c|d'], []],
    ['around line breaks in the only line', '"x\ny"\tz', ['x\ny|z'], []],
    ['around line breaks in a short line', 'a\tb\tc\n"x\ny"\tz\nd\te\tf', ['a|b|c', 'x\ny|z', 'd|e|f'], []],
    ['below a title', 'Accounts\n"x\ny"\tz\nc\td', ['Accounts', 'x\ny|z', 'c|d'], []],
    ['around a tab encloses it', 'a\tb\n"x\ty"\tz', ['a|b', 'x\ty|z'], []],
    ['around a whole line', 'a\tb\n"x\ty"\nc\td', ['a|b', '"x|y"', 'c|d'], [2]],
    ['in the first line', '"x\ty\na\tb\nc\td', ['"x|y', 'a|b', 'c|d'], [1]],
    ['in the last line', 'a\tb\nc\t"d', ['a|b', 'c|"d'], [2]],
    ['closed in a line with other text', 'a\tb\n"x\ty\nc 5" d\te', ['a|b', '"x|y', 'c 5" d|e'], [2]],
    [
      'closed where the record gets too few columns',
      'a\tb\tc\n"x\ty\t1\nd\te\t"\nf\tg\th',
      ['a|b|c', '"x|y|1', 'd|e|"', 'f|g|h'],
      [2, 3],
    ],
    ['twice in a line', 'a\tb\tc\n"x\t"y\t1\nd\te\tf', ['a|b|c', '"x|"y|1', 'd|e|f'], [2]],
    ['before quoted line breaks', 'a\tb\n"x\ty\n"c\nd"\te\nf\tg', ['a|b', '"x|y', 'c\nd|e', 'f|g'], [2]],
  ];
  it.each(tables)('%s', (_name, text, rows, stray) => {
    const cells = rows.map((row) => row.split('|'));
    for (const pieces of [text.length, 1, 3]) {
      const found = recordsOf(text, '\t', pieces);
      expect([found.cells, found.stray]).toEqual([cells, stray]);
    }
    const pasted = joinQuotedCells(text).split('\n');
    const flat = cells.map((row) => row.map((cell) => cell.replace(/[\t\n]/g, ' ')).join('\t'));
    expect(pasted).toEqual(flat);
  });

  it('that another one closes far below takes in no lines of the table', () => {
    const text = [
      ...list(1, 9),
      '"Merchant 10\t6100',
      ...list(11, 40),
      'Pipe 5"\t6100',
      ...list(42, 50),
    ].join('\n');
    const found = recordsOf(text, '\t');
    expect(found.cells).toHaveLength(50);
    expect(found.stray).toEqual([10]);
    expect(parsePastedPairs(text).pairs).toHaveLength(50);
  });

  it('opens no cell of more characters than a spreadsheet has, unless they are in one line', () => {
    const long = `${'x'.repeat(20_000)}\n${'y'.repeat(20_000)}`;
    expect(recordsOf(`a,b\n"${long}",c\nd,e`, ',').stray).toEqual([2]);
    const expected = [long.replace('\n', ' '), 'c'];
    expect(recordsOf(`a,b\n"${long.replace('\n', ' ')}",c\nd,e`, ',').cells[1]).toEqual(expected);
  });
});

describe('a table that is written with quotation marks where they are needed', () => {
  const cell = fc.string({
    unit: fc.constantFrom('"', '\n', '\t', ',', ';', ' ', 'a', "'", 'é'),
    maxLength: 6,
  });
  const table = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom<Delimiter>(',', ';', '\t', '|'), fc.boolean())
    .chain(([columns, delimiter, areAll]) =>
      fc.record({
        delimiter: fc.constant(delimiter),
        areAll: fc.constant(areAll),
        rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
          minLength: 1,
          maxLength: 8,
        }),
        pieces: fc.integer({ min: 1, max: 40 }),
      }),
    );

  it('is read back as it was', () => {
    fc.assert(
      fc.property(table, ({ delimiter, areAll, rows, pieces }) => {
        const needs = (text: string) => areAll || /["\n\t,;|]|^\s|\s$/.test(text) || text === '';
        const written = (text: string) => (needs(text) ? `"${text.replaceAll('"', '""')}"` : text);
        const text = rows.map((row) => row.map(written).join(delimiter)).join('\n');
        const found = recordsOf(text, delimiter, pieces);
        expect([found.cells, found.stray]).toEqual([rows, []]);
      }),
      { seed: 7, numRuns: 3_000 },
    );
  });
});

describe('many marks that open nothing', () => {
  const LINES = byStage({ usual: 50_000, full: 1_000_000 });
  const texts: readonly [name: string, line: (i: number) => string][] = [
    ['one at the start of each line', (i) => `"Merchant ${i}\t6100`],
    ['one at the end of each line', (i) => `Merchant ${i}\t"`],
    ['doubled ones behind the first', (i) => (i % 50 === 0 ? '"a\tb' : 'a ""b"" c\td')],
    [
      'alone in cells of lines of other widths',
      (i) => (i % 3 === 0 ? '"\t"' : i % 3 === 1 ? 'a\t"' : '"\tb\t"\tc'),
    ],
    ['in each cell', () => '"\t"\t"'],
  ];
  it.each(texts)(
    '%s: are looked at a few times',
    (_name, line) => {
      const text = Array.from({ length: LINES }, (_, i) => line(i)).join('\n');
      const { reader } = recordsOf(text, '\t', 1 << 20);
      expect(reader.wasted).toBeLessThan(20 * text.length);
      expect(joinQuotedCells(text).length).toBeLessThanOrEqual(text.length);
    },
    120_000,
  );

  it('are taken for characters at once where the search has become too much', () => {
    // Each mark is closed by the next one, and the record goes on to the end, which has other columns.
    const text = `a\tb\n${'"\n'}${'"\t"\n'.repeat(20_000)}x\ty\tz\n`;
    const { reader, cells } = recordsOf(text, '\t');
    expect(reader.wasted).toBeLessThan(20 * text.length + (1 << 22));
    expect(cells.length).toBeGreaterThan(2);
  });
});
