/** A key, or two keys one after the other (`g c`), that run a command while no text field has the focus. */
export type Shortcut = {
  /** Under this name the browser keeps that it is turned off. */
  readonly id: string;
  readonly keys: string;
  readonly label: string;
};

/** Shows all shortcuts. Works when all others are turned off; it can be turned off by itself. */
export const LIST: Shortcut = { id: 'list', keys: '?', label: 'Show this list' };

/** What may be pressed: only keys alone, which neither browsers nor screen readers take for themselves. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return null;
  if (event.key === 'Delete') return event.key;
  if (event.key.length !== 1) return null;
  const isLetter = event.key.toLowerCase() !== event.key.toUpperCase();
  if (!isLetter) return event.key;
  return event.shiftKey ? null : event.key.toLowerCase();
}

const TAKES_LETTERS = [
  'textarea',
  'select',
  'input:not([type="checkbox"], [type="radio"], [type="button"])',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="menu"]',
  '[role="listbox"]',
  '[role="combobox"]',
].join(', ');

/** Whether letters mean something else where the focus is, or a dialog is open. */
export function isTaken(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(TAKES_LETTERS) !== null) return true;
  return document.querySelector('[role="dialog"]') !== null;
}

const STORAGE_KEY = 'shortcuts-off';
/** In place of an id: all of them. */
export const ALL = '*';

/** Which shortcuts this browser has turned off; none where it stores nothing. */
export function readTurnedOff(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  } catch {
    // Storage is blocked, or another program has written this entry.
    return new Set();
  }
}

export function storeTurnedOff(ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...ids]));
  } catch (error) {
    console.warn('The choice of shortcuts will be gone with the page:', error);
  }
}
