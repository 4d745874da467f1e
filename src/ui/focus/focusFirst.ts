import { isFocusLost } from './focusPlace.ts';

/**
 * Gives the focus to what has `data-autofocus` in `area`, the content of a dialog, when it comes after the dialog has
 * opened: the UI library looks for it at the opening only. A person who is in the content by then is left alone.
 */
export function focusFirst(area: HTMLElement): (() => void) | undefined {
  if (area.querySelector('[data-autofocus]') !== null) return undefined;
  const observer = new MutationObserver(() => {
    const first = area.querySelector<HTMLElement>('[data-autofocus]');
    if (first === null) return;
    observer.disconnect();
    if (isFocusLost() || !area.contains(document.activeElement)) first.focus({ preventScroll: true });
  });
  observer.observe(area, { childList: true, subtree: true });
  return () => observer.disconnect();
}
