import type { Mapping } from '../../src/model/mapping.ts';
import type { MappingId, Rows } from './classifier.ts';
import type { KeyIndex } from './keyIndex.ts';
import { matchRows, matchText } from './match.ts';
import { keywordSignature, mayHold, signaturesOf } from './rowSignatures.ts';

/** Looking for this many keywords one by one costs less than matching all rows against them. */
const SEARCHED_SINGLY = 4;

/**
 * Rows that a change can touch, in order: those with a stale id and those that a keyword of `gained` matches.
 * A few gained keywords cost a look at each row's signature, more of them as much as classifying the text.
 */
export function findAffectedRows(
  rows: Rows,
  ids: Int32Array,
  stale: ReadonlyMap<MappingId, Mapping>,
  gained: KeyIndex | null,
): Uint32Array {
  const affected = new Uint8Array(rows.count);
  markStale(ids, stale, affected);
  if (gained) {
    if (gained.end > SEARCHED_SINGLY) markMatching(gained, rows, affected);
    else markSearched(gained, rows, affected);
  }
  return Uint32Array.from(rowNumbers(affected));
}

function* rowNumbers(affected: Uint8Array): Generator<number> {
  for (let row = affected.indexOf(1); row >= 0; row = affected.indexOf(1, row + 1)) yield row;
}

function markStale(ids: Int32Array, stale: ReadonlyMap<MappingId, Mapping>, affected: Uint8Array): void {
  if (stale.size > SEARCHED_SINGLY) {
    for (let row = 0; row < affected.length; row++) if (stale.has(ids[row] ?? 0)) affected[row] = 1;
    return;
  }
  for (const id of stale.keys()) {
    for (let row = ids.indexOf(id); row >= 0 && row < affected.length; row = ids.indexOf(id, row + 1)) {
      affected[row] = 1;
    }
  }
}

function markMatching(gained: KeyIndex, rows: Rows, affected: Uint8Array): void {
  const found = new Int32Array(rows.count);
  matchRows(gained, rows, 0, rows.count, found);
  for (let row = 0; row < rows.count; row++) if ((found[row] as number) >= 0) affected[row] = 1;
}

function markSearched(gained: KeyIndex, rows: Rows, affected: Uint8Array): void {
  const signatures = signaturesOf(rows);
  for (let k = 0; k < gained.end; k++) {
    const wanted = keywordSignature(gained.table, k);
    for (let row = 0; row < rows.count; row++) {
      if (!mayHold(signatures, row, wanted)) continue;
      const found = matchText(gained, rows.text, rows.starts[row] as number, rows.ends[row] as number);
      if (found >= 0) affected[row] = 1;
    }
  }
}
