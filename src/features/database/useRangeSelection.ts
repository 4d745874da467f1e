import { type KeyboardEvent, useCallback, useRef } from 'react';
import type { MappingKey } from '#model/mapping.ts';
import { rangeOf } from '../../ui/withToggled.ts';

/** How many rows down an arrow key goes. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/**
 * Selects rows of a page by their boxes: with Shift, all from the box that was used last to this one. The arrows go from box
 * to box; with Shift they select both. The functions returned stay the same.
 */
export function useRangeSelection(onSelect: (keys: readonly MappingKey[], isSelected: boolean) => void) {
  const latest = useRef(onSelect);
  latest.current = onSelect;
  const last = useRef<MappingKey | null>(null);
  const select = useCallback((box: HTMLInputElement, isSelected: boolean, isRange: boolean) => {
    const keys = boxesAround(box).map(keyOf);
    const from = isRange ? last.current : null;
    last.current = keyOf(box);
    latest.current(rangeOf(keys, from, keyOf(box)), isSelected);
  }, []);

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const { target: box, key, shiftKey } = event;
      if (!isBox(box) || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = STEPS.get(key);
      const isRange = key === ' ' && shiftKey;
      if (step === undefined && !isRange) return;
      event.preventDefault();
      if (isRange) return select(box, !box.checked, true);
      const boxes = boxesAround(box);
      const next = boxes[boxes.indexOf(box) + (step ?? 0)];
      if (next !== undefined && shiftKey) {
        last.current = keyOf(next);
        latest.current([keyOf(box), keyOf(next)], true);
      }
      next?.focus();
    },
    [select],
  );

  return { select, onKeyDown };
}

const isBox = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.dataset['select'] !== undefined;

const keyOf = (box: HTMLInputElement) => box.dataset['select'] as MappingKey;

/** The boxes of the page, in the order of its rows. */
const boxesAround = (box: HTMLInputElement) => [
  ...(box.closest('tbody')?.querySelectorAll<HTMLInputElement>('[data-select]') ?? []),
];
