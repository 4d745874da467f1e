/** All keys in IndexedDB of mapping lists kept over a reload begin with this. */
export const KEPT_LIST_PREFIX = 'mapping-list/';

/** Where the mapping list is kept that the user `uid` has read. */
export function keptListKey(uid: string): string {
  return `${KEPT_LIST_PREFIX}${uid}`;
}
