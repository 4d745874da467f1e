/** A place that had the focus: the element, and where it and what it is in stood among their neighbours, inside out. */
export type FocusPlace = {
  readonly element: HTMLElement;
  readonly steps: readonly Step[];
};

type Step = { readonly child: Element; readonly parent: Element; readonly index: number };

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Whether nothing has the focus: what had it is gone or disabled. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || !isUsable(activeElement);
}

/** Whether an element can take the focus as it is now. */
export function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled');
}

/** The place that has the focus; of an item of a menu, which closes, that of its button. Null: none has it. */
export function currentPlace(): FocusPlace | null {
  const { activeElement, body } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === body) return null;
  const button = activeElement.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '';
  return placeOf(document.getElementById(button) ?? activeElement);
}

function placeOf(element: HTMLElement): FocusPlace {
  const steps: Step[] = [];
  for (let child: Element = element; child.parentElement !== null; child = child.parentElement) {
    const parent = child.parentElement;
    steps.push({ child, parent, index: [...parent.children].indexOf(child) });
  }
  return { element, steps };
}

/**
 * Gives the focus back to a place that had it. Where its element is gone: to the row or item that has taken the place of
 * its own, or the last one, else to the list, else to the heading of what is there now, or the nearest one. Does nothing when something has the focus.
 */
export function returnTo(place: FocusPlace | null): void {
  if (!isFocusLost()) return;
  if (place !== null && takesFocus(place.element)) return;
  for (const step of place?.steps ?? []) if (isNear(step, place?.element as HTMLElement)) return;
  const main = document.getElementById('main');
  if (main !== null) takesFocus(main);
}

/** Looks for a place beside `child`, which was in `parent`; returns whether it has taken the focus. */
function isNear({ child, parent, index }: Step, lost: HTMLElement): boolean {
  if (!parent.isConnected) return false;
  const beside = child.isConnected ? undefined : (parent.children[index] ?? parent.lastElementChild);
  if (beside) {
    const isItem = child.matches('li, tr') && beside.tagName === child.tagName;
    if (isItem ? takesItem(beside, orderIn(child, lost)) : takesHeading(beside)) return true;
  }
  const isList = parent.hasAttribute('tabindex') && parent.id !== 'main' && parent.childElementCount > 0;
  return (isList && takesFocus(parent)) || takesHeading(parent);
}

/** Which of the places of its row had the focus. */
function orderIn(row: Element, lost: HTMLElement): number {
  return [...row.querySelectorAll(FOCUSABLE)].indexOf(lost);
}

/** An item that takes the focus itself does; of another, the place that was lost in its neighbour, or the first one. */
function takesItem(item: Element, order: number): boolean {
  if (item.hasAttribute('tabindex')) return takesFocus(item);
  const places = [...item.querySelectorAll(FOCUSABLE)];
  return [places[order], ...places].some((one) => one !== undefined && takesFocus(one));
}

/** The heading in `area`, or the button that it is. */
function takesHeading(area: Element): boolean {
  const heading = area.querySelector('h1, h2');
  if (heading === null) return false;
  const button = heading.querySelector(FOCUSABLE);
  if (button !== null) return takesFocus(button);
  if (!heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1');
  return takesFocus(heading);
}

function takesFocus(element: Element): boolean {
  if (!(element instanceof HTMLElement) || !isUsable(element)) return false;
  element.focus({ preventScroll: true });
  if (document.activeElement !== element) return false;
  element.scrollIntoView({ block: 'nearest' });
  return true;
}
