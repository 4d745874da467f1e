import { describe, expect, it } from 'vitest';
import { columnRows, columnsOf, guessColumn, joinQuotedCells, sample } from '#engine/read/columns.ts';
import { rowText, splitRows } from '#engine/rows.ts';
import { seededRandom } from '../support/random.ts';

describe('quoted cells', () => {
  const cases: readonly [name: string, text: string, joined: string][] = [
    ['a text without quotes stays', 'a\nb', 'a\nb'],
    ['a line break inside a cell is a space', '"Rent\nMay"\t500', 'Rent May\t500'],
    ['CR LF too', 'x\t"Rent\r\nMay"\r\ny', 'x\tRent May\r\ny'],
    ['doubled quotes are one', '"say ""hi""\nnow"\nx', 'say "hi" now\nx'],
    ['quotes around a cell on one line stay', '"ACME" Ltd\n"Inn"', '"ACME" Ltd\n"Inn"'],
    ['a quote within a cell stays', '5" pipe\n6" pipe', '5" pipe\n6" pipe'],
    ['a quote that is not closed stays', '"open\nb\nc', '"open\nb\nc'],
    ['a closing quote in the middle of a cell closes nothing', '"open\nb" c\nd', '"open\nb" c\nd'],
    [
      'quotes around more than a spreadsheet cell holds make no cell',
      `"a\n${'b'.repeat(40_000)}"`,
      `"a\n${'b'.repeat(40_000)}"`,
    ],
  ];
  it.each(cases)('%s', (_name, text, joined) => expect(joinQuotedCells(text)).toBe(joined));
});

describe('columns', () => {
  const cases: readonly [name: string, text: string, count: number, guess: number | null][] = [
    ['no tabs: no columns', 'a\nb', 1, null],
    ['the widest text column is guessed', '01/02\tCard payment to Tesco\t12.50\n02/02\tUber\t3.00', 3, 1],
    ['numbers are no text', '1234567890123\tTesco\n1234567890123\tUber', 2, 1],
    ['a tab in few lines is part of a text', 'a\tb\nc\nd', 2, null],
    ['blank lines do not count', '\n\na\tbb\n\n\nc\tdd', 2, 1],
    ['one line is no table', 'tesco\tstores', 2, null],
    ['lines may be shorter', 'a\tlonger text\tx\nb\nc\td', 3, 1],
  ];
  it.each(cases)('%s', (_name, text, count, guess) => {
    const sampled = sample(splitRows(text));
    expect([columnsOf(sampled).length, guessColumn(sampled)]).toEqual([count, guess]);
  });

  it.each([1, 2, 3])('are the cells that splitting by tabs gives (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const pieces = ['a', 'bb', '', '\t', '\t', '\n', '\r\n', 'ç'];
    const text = Array.from({ length: 400 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    const lines = splitRows(text);
    for (const column of [0, 1, 2]) {
      const rows = columnRows(lines, column);
      const cells = Array.from(
        { length: lines.count },
        (_, i) => rowText(lines, i).split('\t')[column] ?? '',
      );
      expect(Array.from({ length: rows.count }, (_, i) => rowText(rows, i))).toEqual(cells);
    }
  });
});
