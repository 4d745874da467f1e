import { SKIPPED_GROUPS_KEY } from '#contract/browserStorage.ts';
import { parseStored, tryStorage } from './webStorage.ts';

const LOSS = 'The groups that were skipped are not stored in this browser:';

/** The names of the groups that were skipped in this tab; they stay until the tab is closed or Logout. */
export function readSkipped(): ReadonlySet<string> {
  const stored = parseStored(tryStorage(LOSS, () => sessionStorage.getItem(SKIPPED_GROUPS_KEY)));
  return new Set(Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []);
}

/** Without storage they are skipped until the page is left. */
export function saveSkipped(names: ReadonlySet<string>): void {
  tryStorage(LOSS, () => sessionStorage.setItem(SKIPPED_GROUPS_KEY, JSON.stringify([...names])));
}
