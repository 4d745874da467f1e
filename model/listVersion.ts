import { isReadableKey, utf8Length } from './keyProblem.ts';
import type { MappingKey } from './mapping.ts';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from './paths.ts';

/**
 * Names one state of the shared mapping list. Every change of the list stores a new one in the same update, which
 * the rules demand; names are made up at random and never come back, so that two equal ones mean equal lists.
 */
export type ListVersion = string & { readonly __brand: 'ListVersion' };

/** The version of a list that was last changed before there were versions. Says nothing about what is in it. */
export const NO_VERSION = 'none' as ListVersion;

/**
 * How a version is stored. With `after`, the rules accept it only where that is the version until now; with `keys`,
 * only if all entries that change with it are among them.
 */
export type StoredListVersion = {
  readonly id: ListVersion;
  readonly after?: ListVersion;
  readonly keys?: Readonly<Record<string, true>>;
};

/** A version as it is read. `keys`: all that changed since the version `after`; null when the version does not name them. */
export type ListStep = {
  readonly id: ListVersion;
  readonly after: ListVersion | null;
  readonly keys: readonly MappingKey[] | null;
};

/** A change of more entries does not name them: whoever does not follow the list reads it anew. */
const MAX_NAMED_KEYS = 20;

/**
 * Longer keys cannot be named, though they can be stored: the place of the name is longer than that of the mapping,
 * and the SDK refuses places of more than 768 bytes (it counts one for the root).
 */
const MAX_NAMED_BYTES = 768 - 1 - `${LIST_VERSION_PATH}/keys/`.length;

const RANDOM_BYTES = 12;

/** @param fillRandomly e.g. `crypto.getRandomValues` */
export function newListVersion(fillRandomly: (bytes: Uint8Array<ArrayBuffer>) => unknown): ListVersion {
  const bytes = new Uint8Array(RANDOM_BYTES);
  fillRandomly(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') as ListVersion;
}

/** Reads what is stored at `gl_mappings_version`. */
export function readListStep(stored: unknown): ListStep {
  const { id, after, keys } = fieldsOf(stored);
  if (!isVersion(id)) return { id: NO_VERSION, after: null, keys: null };
  const named = Object.entries(fieldsOf(keys)).flatMap(([key, isNamed]) => (isNamed === true ? [key] : []));
  return {
    id,
    after: isVersion(after) ? after : null,
    keys: named.length > 0 ? (named as MappingKey[]) : null,
  };
}

/** Keys that look like numbers come as an array, in which those that are missing are null. */
function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
}

function isVersion(value: unknown): value is ListVersion {
  return typeof value === 'string' && value !== '';
}

/**
 * An update from the root that changes entries of the list, by key, and with them its version, which names them if
 * they are few and can be named; null removes.
 */
export function listUpdate(
  entries: Readonly<Record<string, unknown>>,
  version: Pick<StoredListVersion, 'id' | 'after'>,
): Record<string, unknown> {
  const keys = Object.keys(entries);
  const stored: StoredListVersion =
    keys.length <= MAX_NAMED_KEYS && keys.every(canBeNamed)
      ? { ...version, keys: Object.fromEntries(keys.map((key) => [key, true] as const)) }
      : version;
  const changes = keys.map((key) => [`${MAPPINGS_PATH}/${key}`, entries[key]]);
  return { ...Object.fromEntries(changes), [LIST_VERSION_PATH]: stored };
}

/** A name is a key in what the SDK sends and receives. */
function canBeNamed(key: string): boolean {
  return isReadableKey(key) && utf8Length(key) <= MAX_NAMED_BYTES;
}
