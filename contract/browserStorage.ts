/** Keys in IndexedDB of drafts (texts of the Classifier screen with their row edits) begin with this. */
export const DRAFT_PREFIX = 'classifier-work/';

/** Keys of the drafts of the user `uid` begin with this. */
export function draftsPrefix(uid: string): string {
  return `${DRAFT_PREFIX}${uid}/`;
}

/** Keys of one draft: its text, and what was done to its rows. */
export type DraftKeys = { readonly text: string; readonly notes: string };

export function draftKeys(uid: string, tab: string): DraftKeys {
  const prefix = `${draftsPrefix(uid)}${tab}`;
  return { text: `${prefix}/text`, notes: `${prefix}/notes` };
}

/** Key of the moment at which the user `uid` last cleared the text of a tab. */
export function draftsClearedKey(uid: string): string {
  return `draft-cleared/${uid}`;
}

/** Key in `sessionStorage` of the name that the tab has for its user: see tab.ts. */
export const TAB_KEY = 'tab';

/** Keys in IndexedDB of the runs of the user `uid` that the usage counters may not have yet begin with this. */
export function unsentRunsPrefix(uid: string): string {
  return `unsent-usage/${uid}/`;
}

/** Key in `sessionStorage`, which belongs to one tab, of the row of the Database screen that is being edited. */
export const ROW_EDIT_KEY = 'database-row-edit';

/** Key in `sessionStorage` of the names of the groups of unmatched lines that were skipped. */
export const SKIPPED_GROUPS_KEY = 'skipped-groups';

/** Keys in IndexedDB of what people made of likely accounts begin with this. */
export const GUESS_CHOICES_PREFIX = 'guess-choices/';

/** Key of what the user `uid` made of likely accounts. */
export function guessChoicesKey(uid: string): string {
  return `${GUESS_CHOICES_PREFIX}${uid}`;
}

/** Key in IndexedDB under which earlier versions kept numbers of the rows of exported journals; it is deleted. */
export const FORMER_BOOKED_ROWS_KEY = 'booked-rows';

/** Keys in IndexedDB of remembered access begin with this. */
export const OWN_ACCESS_PREFIX = 'own-access/';

/** Key of the access that the database confirmed last for the user `uid`. */
export function ownAccessKey(uid: string): string {
  return `${OWN_ACCESS_PREFIX}${uid}`;
}

/** Key in IndexedDB of what a change set of the user `uid` is to change, and name of the lock while a tab makes it. */
export function changePlanKey(uid: string, batch: string): string {
  return `change-plan/${uid}/${batch}`;
}

/** Keys in IndexedDB of cached mapping lists begin with this. */
export const MAPPING_CACHE_PREFIX = 'mapping-list/';

/** Key of the mapping list that was cached for the user `uid`. */
export function mappingCacheKey(uid: string): string {
  return `${MAPPING_CACHE_PREFIX}${uid}`;
}

/** Key of the list that was set aside for the user `uid`; it is deleted with the cached one. */
export function setAsideKey(uid: string): string {
  return `${mappingCacheKey(uid)}/set-aside`;
}

/** Key of the newest entry of the list that this browser saw on a backend. It has no content, and stays after Logout. */
export function lastSeenKey(backend: string): string {
  return `last-seen/${backend}`;
}
