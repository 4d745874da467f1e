/** All keys in IndexedDB of what is kept of the Classifier screen begin with this. */
export const KEPT_WORK_PREFIX = 'classifier-work/';

/** Where the text of the user `uid` is kept. */
export function draftTextKey(uid: string): string {
  return `${KEPT_WORK_PREFIX}${uid}/text`;
}

/** Where the row edits of that text are kept. */
export function draftNotesKey(uid: string): string {
  return `${KEPT_WORK_PREFIX}${uid}/notes`;
}

/** All keys in IndexedDB of remembered access begin with this. */
export const OWN_ACCESS_PREFIX = 'own-access/';

/** Where the access is kept that the database confirmed last for the user `uid`. */
export function ownAccessKey(uid: string): string {
  return `${OWN_ACCESS_PREFIX}${uid}`;
}

/** All keys in IndexedDB of mapping lists kept over a reload begin with this. */
export const KEPT_LIST_PREFIX = 'mapping-list/';

/** Where the mapping list is kept that the user `uid` has read. */
export function keptListKey(uid: string): string {
  return `${KEPT_LIST_PREFIX}${uid}`;
}
