import { currentPlace, type FocusPlace, isFocusLost, isUsable, returnTo } from './focusPlace.ts';

/**
 * Keeps the focus in `area`, as a ref of its element: what is disabled for a while gets it back, and what goes away leaves
 * it to its neighbour (see {@link returnTo}). A person who has moved on meanwhile is left alone.
 */
export function keepFocus(area: HTMLElement | null): (() => void) | undefined {
  if (area === null) return undefined;
  const isInDialog = area.closest('[role="dialog"]') !== null;
  let place: FocusPlace | null = null;
  const mend = () => {
    if (place === null || !isFocusLost()) return;
    const lost = place;
    // Disabled for a while.
    if (lost.element.isConnected && !isUsable(lost.element)) return;
    place = null;
    returnTo(lost);
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    place = target instanceof HTMLElement && area.contains(target) ? currentPlace() : null;
  };
  const onFocusOut = ({ target }: FocusEvent) => {
    // Once what is being taken away is gone: that tells it from a place that was left.
    queueMicrotask(() => {
      const isLeft = target === place?.element && place !== null && isUsable(place.element);
      if (isLeft && document.hasFocus() && isFocusLost()) place = null;
    });
  };
  const observer = new MutationObserver(mend);
  observer.observe(area, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocusIn);
  area.addEventListener('focusout', onFocusOut);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    area.removeEventListener('focusout', onFocusOut);
    // The area itself goes, and no event says so. With a dialog, the focus goes to what opened that.
    if (!isInDialog) queueMicrotask(mend);
  };
}
