import { SKIPPED_GROUPS_KEY } from '#contract/browserStorage.ts';

/** The names of the groups that were skipped in this tab; they stay until the tab is closed or Logout. */
export function readSkipped(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(SKIPPED_GROUPS_KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []);
  } catch (error) {
    console.warn('The groups that were skipped are not known:', error);
    return new Set();
  }
}

/** Without storage they are skipped until the page is left. */
export function saveSkipped(names: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(SKIPPED_GROUPS_KEY, JSON.stringify([...names]));
  } catch (error) {
    console.warn('The groups that were skipped are not stored in this browser:', error);
  }
}
