import { type KeyboardEvent, useCallback, useRef } from 'react';
import type { MappingRow } from '#contract/table.ts';
import type { MappingKey } from '#model/mapping.ts';

/** How many rows down an arrow key goes. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/**
 * Ticks and unticks rows of a page: with Shift, all rows from the one that was ticked or unticked last to this one. The
 * arrows go from box to box; with Shift they tick both. The functions returned stay the same.
 */
export function useRangeSelection(
  rows: readonly MappingRow[],
  onSelect: (keys: readonly MappingKey[], isSelected: boolean) => void,
) {
  const latest = useRef({ rows, onSelect });
  latest.current = { rows, onSelect };
  const last = useRef<MappingKey | null>(null);
  const select = useCallback((key: MappingKey, isSelected: boolean, isRange: boolean) => {
    const keys = latest.current.rows.map(({ mapping }) => mapping.key);
    const from = isRange && last.current !== null ? keys.indexOf(last.current) : -1;
    const to = keys.indexOf(key);
    last.current = key;
    const range = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    latest.current.onSelect(range, isSelected);
  }, []);

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const key = keyOf(event.target);
      if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const { rows: listed } = latest.current;
      if (event.key === ' ' && event.shiftKey) {
        event.preventDefault();
        return select(key, !isTicked(listed, key), true);
      }
      const step = STEPS.get(event.key);
      if (step === undefined) return;
      event.preventDefault();
      const next = listed[listed.findIndex(({ mapping }) => mapping.key === key) + step]?.mapping.key;
      if (next === undefined) return;
      if (event.shiftKey) {
        last.current = next;
        latest.current.onSelect([key, next], true);
      }
      boxOf(event.currentTarget, next)?.focus();
    },
    [select],
  );

  return { select, onKeyDown };
}

function isTicked(rows: readonly MappingRow[], key: MappingKey): boolean {
  return rows.some((row) => row.mapping.key === key && row.isSelected);
}

/** The mapping whose box an event happened in. */
function keyOf(target: EventTarget): MappingKey | undefined {
  return target instanceof HTMLElement ? (target.dataset['select'] as MappingKey | undefined) : undefined;
}

function boxOf(table: HTMLElement, key: MappingKey): HTMLElement | null {
  return table.querySelector<HTMLElement>(`[data-select="${CSS.escape(key)}"]`);
}
