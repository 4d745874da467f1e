import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { MappingKey } from '#model/mapping.ts';

/** A button of a row. */
export type RowButton = 'edit' | 'delete';

/** Where the focus goes when its place disappears: the first of these rows that is listed. */
type Wish = { readonly keys: readonly MappingKey[]; readonly button: RowButton };

/**
 * Keeps keyboard and screen reader in place when the row or the button that had the focus disappears: another row gets
 * the focus, or the heading of the screen if none of the wanted rows is listed.
 */
export function useRowFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const want = useCallback((keys: readonly MappingKey[], button: RowButton) => setWish({ keys, button }), []);
  /** The user has moved on: rows that come back later do not take the focus from them. */
  const forget = useCallback(() => setWish(null), []);
  const toHeading = useCallback(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return useMemo(() => ({ heading, wish, want, forget, toHeading }), [wish, want, forget, toHeading]);
}

/** The row, of those listed, that is to take the focus, and with which button. */
export function useFocusedRow(
  { wish, toHeading }: Pick<ReturnType<typeof useRowFocus>, 'wish' | 'toHeading'>,
  listed: readonly MappingKey[],
): { readonly key: MappingKey; readonly button: RowButton } | null {
  const key = wish?.keys.find((wanted) => listed.includes(wanted));
  const isLost = wish !== null && key === undefined;
  const rows = listed.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row with the focus may disappear later than it is known to.
  useEffect(() => {
    if (isLost) toHeading();
  }, [isLost, rows, toHeading]);
  return wish && key !== undefined ? { key, button: wish.button } : null;
}

/** The rows beside `gone`: the next one, then the one before. */
export function neighboursOf(gone: MappingKey, listed: readonly MappingKey[]): MappingKey[] {
  const at = listed.indexOf(gone);
  return [listed[at + 1], listed[at - 1]].filter((key) => key !== undefined);
}
