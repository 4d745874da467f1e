import type { MappingId } from '#model/classification.ts';
import type { Mapping } from '#model/mapping.ts';
import type { Rows } from './classifier.ts';
import type { KeyIndex } from './keyIndex.ts';
import { matchRows } from './match.ts';

/**
 * Rows that a change can touch, in order: those with a stale id and those that a keyword of `gained` matches.
 * New keywords cost as much as classifying the text with them alone.
 */
export function findAffectedRows(
  rows: Rows,
  ids: Int32Array,
  stale: ReadonlyMap<MappingId, Mapping>,
  gained: KeyIndex | null,
): Uint32Array {
  const affected = new Uint8Array(rows.count);
  markStale(ids, stale, affected);
  if (gained) markMatching(gained, rows, affected);
  return Uint32Array.from(rowNumbers(affected));
}

function* rowNumbers(affected: Uint8Array): Generator<number> {
  for (let row = affected.indexOf(1); row >= 0; row = affected.indexOf(1, row + 1)) yield row;
}

function markStale(ids: Int32Array, stale: ReadonlyMap<MappingId, Mapping>, affected: Uint8Array): void {
  if (stale.size === 0) return;
  for (let row = 0; row < affected.length; row++) if (stale.has(ids[row] as number)) affected[row] = 1;
}

function markMatching(gained: KeyIndex, rows: Rows, affected: Uint8Array): void {
  const found = new Int32Array(rows.count);
  matchRows(gained, rows, 0, rows.count, found);
  for (let row = 0; row < rows.count; row++) if ((found[row] as number) >= 0) affected[row] = 1;
}
