import { LIST_VERSION_PATH, MAPPINGS_PATH } from './paths.ts';

/**
 * Names one state of the shared mapping list. Every change of the list stores a new one in the same update, which
 * the rules demand; names are made up at random and never come back, so that two equal ones mean equal lists.
 */
export type ListVersion = string & { readonly __brand: 'ListVersion' };

/** The version of a list that was last changed before there were versions. Says nothing about what is in it. */
export const NO_VERSION = 'none' as ListVersion;

/** How a version is stored. With `after`, the rules accept it only where that is the version until now. */
export type StoredListVersion = { readonly id: ListVersion; readonly after?: ListVersion };

const RANDOM_BYTES = 12;

/** @param fillRandomly e.g. `crypto.getRandomValues` */
export function newListVersion(fillRandomly: (bytes: Uint8Array<ArrayBuffer>) => unknown): ListVersion {
  const bytes = new Uint8Array(RANDOM_BYTES);
  fillRandomly(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') as ListVersion;
}

/** Reads what is stored at `gl_mappings_version`. */
export function readListVersion(stored: unknown): ListVersion {
  const id = typeof stored === 'object' && stored !== null && 'id' in stored ? stored.id : undefined;
  return typeof id === 'string' && id !== '' ? (id as ListVersion) : NO_VERSION;
}

/** An update from the root that changes entries of the list, by key, and with them its version; null removes. */
export function listUpdate(
  entries: Readonly<Record<string, unknown>>,
  version: StoredListVersion,
): Record<string, unknown> {
  const changes = Object.entries(entries).map(([key, entry]) => [`${MAPPINGS_PATH}/${key}`, entry]);
  return { ...Object.fromEntries(changes), [LIST_VERSION_PATH]: version };
}
