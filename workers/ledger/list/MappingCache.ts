import { del, delMany, get, keys, set } from 'idb-keyval';
import {
  FORMER_BOOKED_ROWS_KEY,
  MAPPING_CACHE_PREFIX,
  mappingCacheKey,
  setAsideKey,
} from '#contract/browserStorage.ts';
import { inTime } from '#contract/inTime.ts';
import {
  deserializeMappings,
  isSerializedMappings,
  type SerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import type { ListChecksum } from '#model/listChecksum.ts';
import { type EntryId, type ListVersion, NO_ENTRY } from '#model/log/version.ts';
import type { Mapping } from '#model/mapping.ts';
import type { Timing } from '../timing.ts';
import type { LegacyValue } from './legacyValues.ts';

/** A list is cached this long after its last change, in milliseconds: changes often come many in a row. */
const SAVE_AFTER_MS = 1_000;
/** Time-out of the cache, in milliseconds: a browser's storage may never answer. */
const TIMEOUT_MS = 2_000;
/** Number of the stored form; entries of another form are not read. */
const FORM = 5;

/** The mapping list as it was in `version`. */
export type MappingCacheEntry = {
  readonly version: Pick<ListVersion, 'id' | 'seq'>;
  readonly sum: ListChecksum;
  /** Entries whose stored value is not their mapping in the present form. */
  readonly former: readonly LegacyValue[];
  /** When it was saved, in milliseconds since 1970. */
  readonly cachedAt: number;
  readonly mappings: SerializedMappings;
};

/** A list to be cached. */
export type CachedList = Omit<MappingCacheEntry, 'cachedAt' | 'mappings'> & {
  readonly mappings: Iterable<Mapping>;
};

/** A list that was cached. */
type ReadList = Omit<MappingCacheEntry, 'mappings'> & { readonly mappings: readonly Mapping[] };

/** Where the mapping list of one user is cached. Every method rejects when the browser refuses. */
export type MappingStorage = {
  /** Null when there is none that can be used. */
  read(): Promise<MappingCacheEntry | null>;
  /** Resolves when it is stored. After a refusal the former entry may still be there. */
  write(entry: MappingCacheEntry): Promise<void>;
  delete(): Promise<void>;
};

/** The cached list: everything works without it, at the cost of a download at each visit. */
export class MappingCache {
  readonly #storage: MappingStorage;
  readonly #timing: Pick<Timing, 'after' | 'now'>;
  #cancelSave = () => {};

  constructor(storage: MappingStorage, timing: Pick<Timing, 'after' | 'now'>) {
    this.#storage = storage;
    this.#timing = timing;
  }

  /** Null when there is none that can be used, or the browser does not answer in time. */
  read(): Promise<ReadList | null> {
    return inTime(this.#readNow(), TIMEOUT_MS, this.#timing.after).catch(warn);
  }

  /** The id of its version; undefined where {@link read} has null. */
  async readId(): Promise<EntryId | undefined> {
    return (await inTime(this.#storage.read(), TIMEOUT_MS, this.#timing.after).catch(warn))?.version.id;
  }

  /** Saves what `listNow` returns a little later; null: nothing is to be saved then. */
  saveSoon(listNow: () => CachedList | null): void {
    this.#cancelSave();
    this.#cancelSave = this.#timing.after(SAVE_AFTER_MS, () => {
      const list = listNow();
      if (list !== null) void this.save(list);
    });
  }

  /** Resolves when the list is saved, or the browser has refused or not answered in time. */
  async save(list: CachedList): Promise<void> {
    const cachedAt = this.#timing.now().getTime();
    const entry = { ...list, cachedAt, mappings: serializeMappings(list.mappings) };
    await inTime(this.#storage.write(entry), TIMEOUT_MS, this.#timing.after).catch(warn);
  }

  /** Calls off a save that is still to come. */
  cancelSave(): void {
    this.#cancelSave();
  }

  delete(): void {
    this.#cancelSave();
    this.#storage.delete().catch(warn);
  }

  async #readNow(): Promise<ReadList | null> {
    const entry = await this.#storage.read();
    return entry && { ...entry, mappings: await deserializeMappings(entry.mappings) };
  }
}

function warn(error: unknown): null {
  console.warn('The mapping list is not cached in this browser:', error);
  return null;
}

/** Stores the list of the user `uid` in IndexedDB; reading it deletes the lists of other users, and what is obsolete. */
export function openMappingStorage(uid: string): MappingStorage {
  return storageAt(uid, mappingCacheKey(uid));
}

/** Stores the list that was set aside for the user `uid`, beside the one that is cached. */
export function openSetAsideStorage(uid: string): MappingStorage {
  return storageAt(uid, setAsideKey(uid));
}

function storageAt(uid: string, key: string): MappingStorage {
  return {
    async read() {
      await deleteOthers([mappingCacheKey(uid), setAsideKey(uid)]);
      return readCacheEntry(await get<unknown>(key));
    },
    write: (entry) => set(key, { form: FORM, ...entry }),
    delete: () => del(key),
  };
}

async function deleteOthers(ownKeys: readonly string[]): Promise<void> {
  const others = (await keys<IDBValidKey>()).filter(
    (key) =>
      key === FORMER_BOOKED_ROWS_KEY ||
      (typeof key === 'string' && key.startsWith(MAPPING_CACHE_PREFIX) && !ownKeys.includes(key)),
  );
  if (others.length > 0) await delMany(others);
}

/** Reads a stored entry; null for anything that is not a complete one in today's form. */
export function readCacheEntry(stored: unknown): MappingCacheEntry | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { form, ...entry } = stored as Partial<MappingCacheEntry & { form: number }>;
  if (form !== FORM || typeof entry.cachedAt !== 'number' || !isSerializedMappings(entry.mappings))
    return null;
  const { id, seq } = entry.version ?? {};
  if (typeof id !== 'string' || id === '' || id === NO_ENTRY || typeof seq !== 'number') return null;
  const { count, sum } = entry.sum ?? {};
  if (typeof count !== 'number' || typeof sum !== 'number' || !Array.isArray(entry.former)) return null;
  return entry as MappingCacheEntry;
}
