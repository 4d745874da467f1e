import { describe, expect, it } from 'vitest';
import { columnRows } from '#engine/read/columns.ts';
import { markFoundRows, splitRows } from '#engine/rows.ts';
import { searchPattern } from '#model/searchPattern.ts';

function find(text: string, query: string, column?: number): number[] {
  const lines = splitRows(text);
  const rows = column === undefined ? lines : columnRows(lines, column);
  const out = new Uint8Array(rows.count);
  const pattern = searchPattern(query);
  if (pattern) markFoundRows(rows, pattern, out);
  return [...out.keys()].filter((row) => out[row] === 1);
}

describe('finding rows that contain a query', () => {
  const cases: readonly [name: string, text: string, query: string, rows: number[]][] = [
    ['nothing for a blank query', 'a\nb', ' ', []],
    ['whatever the case', 'Tesco\nx\nTESCO tesco', 'tesco', [0, 2]],
    ['accents however composed', 'Cafe\u0301\nCAFÉ', 'café', [0, 1]],
    ['white space however long', 'Premier   Inn\nPremierInn', 'premier inn', [0]],
    ['whatever nobody sees', 'RE\u200bWE \u00ad MARKT\nREWEMARKT', '\u202are\u00adwe markt', [0]],
    ['nothing for a query that nobody sees', 'a\u200b\nb', '\u200b', []],
    ['signs as they are', 'a.b\naxb\n(c)', 'a.b', [0]],
    ['never over a line end', 'premier\ninn', 'premier inn', []],
    ['the first, a blank one between, and the last', 'x1\n\r\nx2', 'x', [0, 2]],
  ];
  it.each(cases)('%s', (_name, text, query, rows) => expect(find(text, query)).toEqual(rows));

  it('looks only at the column that is classified', () => {
    expect(find('abab\tab\nab\tx\nx\tabab', 'ab', 1)).toEqual([0, 2]);
  });
});
