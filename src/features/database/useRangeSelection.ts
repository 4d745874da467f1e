import { useCallback, useRef } from 'react';
import type { TableRow } from '#contract/table.ts';
import type { MappingKey } from '#model/mapping.ts';

/**
 * Ticks and unticks rows of a page: with Shift, all rows from the one that was ticked or unticked last to this one. The
 * function returned stays the same.
 */
export function useRangeSelection(
  rows: readonly TableRow[],
  onSelect: (keys: readonly MappingKey[], isSelected: boolean) => void,
) {
  const latest = useRef({ rows, onSelect });
  latest.current = { rows, onSelect };
  const last = useRef<MappingKey | null>(null);
  return useCallback((key: MappingKey, isSelected: boolean, isRange: boolean) => {
    const keys = latest.current.rows.map(({ mapping }) => mapping.key);
    const from = isRange && last.current !== null ? keys.indexOf(last.current) : -1;
    const to = keys.indexOf(key);
    last.current = key;
    const range = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    latest.current.onSelect(range, isSelected);
  }, []);
}
