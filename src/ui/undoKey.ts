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

/** Attribute of a text field in which nothing has been typed since its text was put there: Ctrl+Z is not its own. */
export const NOTHING_TO_UNDO = 'data-nothing-to-undo';

/** Where Ctrl+Z is left alone. */
const OWN_UNDO = `input:not([type="radio"], [type="checkbox"]), textarea:not([${NOTHING_TO_UNDO}])`;

/**
 * Calls `onUndo` at Ctrl+Z outside of text fields and dialogs. Left alone, browsers undo and redo in a text field, whatever
 * has the focus, in a dialog too: a whole paste would go.
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
      const focused = event.target instanceof Element ? event.target : document.body;
      if (focused.closest(OWN_UNDO)) return;
      const isInDialog = focused.closest('[role="dialog"]') !== null;
      if (isUndoKey(event) && !isInDialog && latest.current() === false) return;
      event.preventDefault();
    };
    const target: GlobalEventHandlers = on === 'window' ? window : document;
    target.addEventListener('keydown', onKeyDown);
    return () => target.removeEventListener('keydown', onKeyDown);
  }, [on]);
}
