import { del, get, set } from 'idb-keyval';
import { MAPPING_CACHE_PREFIX, mappingCacheKey } from '#contract/browserStorage.ts';
import { type ListVersion, NO_VERSION } from '#model/listVersion.ts';
import type { PackedText } from '#model/serializedMappings.ts';
import { deleteStored, overIndexedDb } from '../indexedDbStore.ts';

/** The mapping list as it was in `version`, or later. */
export type MappingCacheEntry = {
  readonly version: ListVersion;
  /** When it was read, in milliseconds since 1970. */
  readonly cachedAt: number;
  readonly mappings: PackedText;
};

/** Keeps the mapping list over a reload, for one user in this browser. */
export type MappingCache = {
  /** What was kept last; null for nothing that can be used. Rejects when the browser gives no storage. */
  read(): Promise<MappingCacheEntry | null>;
  /** Resolves when it is stored. Rejects when the browser refuses; what was kept before may then still be there. */
  keep(list: MappingCacheEntry): Promise<void>;
  drop(): Promise<void>;
};

/** Keeps nothing, where there is no IndexedDB. */
export const cachesNothing: MappingCache = {
  read: async () => null,
  keep: async () => {},
  drop: async () => {},
};

/** The form in which a list is kept; another one is not read. */
const FORM = 1;

/** Keeps the list of the user `uid` in IndexedDB, and takes away what others have left there. */
export function openMappingCache(uid: string): MappingCache {
  return overIndexedDb(() => listCacheAt(mappingCacheKey(uid)), cachesNothing);
}

function listCacheAt(ownKey: string): MappingCache {
  return {
    async read() {
      await deleteStored(MAPPING_CACHE_PREFIX, ownKey);
      return asKeptList(await get<unknown>(ownKey));
    },
    keep: (list) => set(ownKey, { form: FORM, ...list }),
    drop: () => del(ownKey),
  };
}

/** Null for anything that is not a whole list in today's form. */
export function asKeptList(stored: unknown): MappingCacheEntry | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { form, version, cachedAt, mappings } = stored as Partial<MappingCacheEntry & { form: number }>;
  if (form !== FORM || typeof cachedAt !== 'number') return null;
  if (typeof version !== 'string' || version === '' || version === NO_VERSION) return null;
  return isWhole(mappings) ? { version, cachedAt, mappings } : null;
}

function isWhole(mappings: Partial<PackedText> | undefined): mappings is PackedText {
  const { text, ends } = mappings ?? {};
  if (typeof text !== 'string' || !(ends instanceof Uint32Array) || ends.length % 3 !== 0) return false;
  return (ends.at(-1) ?? 0) === text.length && ends.every((end, i) => end >= (ends[i - 1] ?? 0));
}
