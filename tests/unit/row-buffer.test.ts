import { expect, it } from 'vitest';
import { RowBuffer } from '../../src/rows/RowBuffer.ts';

it('a row of the former text that is still drawn when a shorter one came is empty', () => {
  const buffer = new RowBuffer(
    async () => [],
    () => {},
  );
  const rowsOf = (text: string, starts: number[], ends: number[]) => ({
    text,
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    edits: [],
  });
  buffer.replace(rowsOf('one\ntwo', [0, 4], [3, 7]));
  expect([0, 1].map((row) => buffer.row(row).description)).toEqual(['one', 'two']);
  buffer.replace(rowsOf('another', [0], [7]));
  expect([0, 1].map((row) => buffer.row(row).description)).toEqual(['another', '']);
});
