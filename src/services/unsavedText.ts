import { tryStorage } from './webStorage.ts';

/** In `sessionStorage`, which belongs to one tab, survives its reloads, and can be written while the page goes away. */
const STORAGE_KEY = 'classifier-left';
const LOSS = 'The text in the box is not stored for a reload:';

/** `isCounted`: whether it is in the usage counters. */
type LeftText = { readonly text: string; readonly isCounted: boolean };

/**
 * Stores the text that the user `owner` (uid) has in the Classifier's box as the page goes away: the draft itself is
 * saved a moment after a paste, and a reload may come sooner. A text that is too long for the browser is not stored.
 */
export function saveUnsavedText(owner: string, { text, isCounted }: LeftText): void {
  tryStorage(LOSS, () => {
    if (text === '') sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, `${firstLine(owner, isCounted)}${text}`);
  });
}

/** The text that `owner` left in this tab; empty if there is none. Whoever's it is, it is stored no more. */
export function restoreUnsavedText(owner: string): LeftText {
  const stored = tryStorage(LOSS, takeStored) ?? '';
  for (const isCounted of [true, false]) {
    const first = firstLine(owner, isCounted);
    if (stored.startsWith(first)) return { text: stored.slice(first.length), isCounted };
  }
  return { text: '', isCounted: false };
}

function takeStored(): string | null {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  return stored;
}

function firstLine(owner: string, isCounted: boolean): string {
  return `${owner}${isCounted ? ' counted' : ''}\n`;
}
