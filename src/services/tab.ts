import { TAB_KEY } from '#contract/browserStorage.ts';
import type { Tab } from '#contract/ledger.ts';
import { newEntryId } from '#model/log/version.ts';

/**
 * This tab as the user `owner` (uid) knows it. Its id is in `sessionStorage`, which belongs to one tab and survives its
 * reloads; where that is forbidden, each page counts as a new tab.
 */
export function tabOf(owner: string): Tab {
  const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
  try {
    const stored = sessionStorage.getItem(TAB_KEY)?.split('\n');
    if (stored?.[0] === owner && stored[1]) return { id: stored[1], isNew: false };
    sessionStorage.setItem(TAB_KEY, `${owner}\n${id}`);
  } catch {
    // Forbidden storage.
  }
  return { id, isNew: true };
}
