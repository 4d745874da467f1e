import { useEffect, useLayoutEffect, useRef } from 'react';

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether the key takes the last change back: Ctrl+Z, or Command+Z. */
export function isUndoKey(event: Key): boolean {
  return isKeyOfHistory(event) && event.key.toLowerCase() === 'z' && !event.shiftKey;
}

/** Undo and redo of browsers. */
function isKeyOfHistory({ key, ctrlKey, metaKey, altKey }: Key): boolean {
  return (ctrlKey || metaKey) && !altKey && (key.toLowerCase() === 'z' || key.toLowerCase() === 'y');
}

/** Attribute of an empty text field in which nothing has been typed: Ctrl+Z is not its own. */
export const NOTHING_TO_UNDO = 'data-nothing-to-undo';

/** Where Ctrl+Z is left alone. */
const OWN_UNDO = `input, textarea:not([${NOTHING_TO_UNDO}]), [role="dialog"]`;

/**
 * Calls `onUndo` at Ctrl+Z outside of text fields and dialogs. Left alone, browsers undo and redo in a text field, whatever
 * has the focus: a whole paste would go.
 * @param onUndo returns false to leave the key to the window
 * @param on what listens; the window is asked last, when no page has taken the key
 */
export function useUndoKey(onUndo: () => unknown, on: 'document' | 'window' = 'document'): void {
  const latest = useRef(onUndo);
  useLayoutEffect(() => {
    latest.current = onUndo;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKeyOfHistory(event) || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(OWN_UNDO)) return;
      if (isUndoKey(event) && latest.current() === false) return;
      event.preventDefault();
    };
    const target: GlobalEventHandlers = on === 'window' ? window : document;
    target.addEventListener('keydown', onKeyDown);
    return () => target.removeEventListener('keydown', onKeyDown);
  }, [on]);
}
