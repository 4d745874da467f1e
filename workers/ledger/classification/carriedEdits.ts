import type { Edit } from '#contract/ledger.ts';
import type { Rows } from '#engine/rows.ts';
import { rowText } from '#engine/rows.ts';

/** Texts are compared in pieces of this length: far faster than unit by unit. */
const PIECE = 4096;

/**
 * The edits that still have their row when `next` takes the place of `last`: what lies in the part that both
 * texts begin with, or end with. A line added in the box takes no edit away.
 */
export function carryEdits(last: Rows, next: Rows, edits: Iterable<Edit>): Edit[] {
  const all = [...edits];
  if (all.length === 0) return [];
  const begin = commonStart(last.text, next.text);
  const end = commonEnd(last.text, next.text, begin);
  return all.flatMap(([row, text]): Edit[] => {
    if (isSameRow(last, row, next, row) && (last.ends[row] as number) <= begin) return [[row, text]];
    const moved = row + next.count - last.count;
    const isInEnd = (last.starts[row] as number) >= last.text.length - end;
    return isInEnd && rowText(last, row) === rowText(next, moved) ? [[moved, text]] : [];
  });
}

function isSameRow(last: Rows, row: number, next: Rows, other: number): boolean {
  return last.starts[row] === next.starts[other] && last.ends[row] === next.ends[other];
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.slice(at, at + PIECE) === b.slice(at, at + PIECE)) at += PIECE;
  at = Math.min(at, most);
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (
    length + PIECE <= most &&
    a.slice(a.length - length - PIECE, a.length - length) ===
      b.slice(b.length - length - PIECE, b.length - length)
  )
    length += PIECE;
  while (length < most && a.charCodeAt(a.length - length - 1) === b.charCodeAt(b.length - length - 1))
    length++;
  return length;
}
