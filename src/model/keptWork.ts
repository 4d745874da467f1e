/** All keys in IndexedDB of what is kept of the Classifier screen begin with this. */
export const KEPT_WORK_PREFIX = 'classifier-work/';

/** Where the text of the user `uid` is kept. */
export function keptTextKey(uid: string): string {
  return `${KEPT_WORK_PREFIX}${uid}/text`;
}

/** Where the row edits of that text are kept. */
export function keptNotesKey(uid: string): string {
  return `${KEPT_WORK_PREFIX}${uid}/notes`;
}
