import type { Rows } from './classifier.ts';

const LF = 10;
const CR = 13;

/**
 * Finds the rows of a pasted text. Line ends are LF, CR LF or a single CR; a final line end does not open a
 * further row, so `'a\n'` has one row and `''` none. Blank lines in between keep their row.
 */
export function splitRows(text: string): Rows {
  let starts = new Uint32Array(1024);
  let ends = new Uint32Array(1024);
  let count = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== LF && unit !== CR) continue;
    if (count === starts.length) {
      starts = grow(starts);
      ends = grow(ends);
    }
    starts[count] = start;
    ends[count++] = i;
    if (unit === CR && text.charCodeAt(i + 1) === LF) i++;
    start = i + 1;
  }
  if (start < text.length) {
    if (count === starts.length) {
      starts = grow(starts);
      ends = grow(ends);
    }
    starts[count] = start;
    ends[count++] = text.length;
  }
  return { text, count, starts: starts.slice(0, count), ends: ends.slice(0, count) };
}

/** The text of one row as typed. */
export function rowText(rows: Rows, row: number): string {
  return rows.text.slice(rows.starts[row], rows.ends[row]);
}

function grow(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
