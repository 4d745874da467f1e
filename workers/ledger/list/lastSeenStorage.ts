import { get, update } from 'idb-keyval';
import { lastSeenKey } from '#contract/browserStorage.ts';
import { inTime } from '#contract/inTime.ts';
import type { BackendSettings } from '#model/backend.ts';
import type { Seal } from '#model/log/seal.ts';
import type { EntryId } from '#model/log/version.ts';
import type { Timing } from '../timing.ts';

/** An entry of the list's history that a browser has seen on the server. */
export type SeenEntry = {
  readonly id: EntryId;
  readonly seq: number;
  /** When the server had it, by the server's clock, in milliseconds since 1970. */
  readonly at: number;
  /** Of admins, where the server makes seals: the newest, and when the server had it. */
  readonly seal?: (Seal & { readonly at: number }) | undefined;
  /**
   * Since the server has been known not to have it: the first entry that is missing, as far as an admin has found out, and
   * the newest entry of kind `behind` that there was then.
   */
  readonly missed?: { readonly from: number | null; readonly behind: EntryId | null };
};

/** Where it is remembered; a browser that stores nothing remembers it as long as the page is open. */
export type LastSeenStorage = {
  read(): Promise<SeenEntry | null>;
  /** Stores it in place of `former`; another tab may have stored a newer one meanwhile, which then stays. */
  write(entry: SeenEntry, former: SeenEntry | null): void;
};

/** What it takes to read it. */
export type LastSeenAccess = {
  readonly lastSeenStorage: LastSeenStorage;
  readonly timing: Pick<Timing, 'after'>;
};

/** Time-out of reading it, in milliseconds: a browser's storage may never answer. */
const READ_TIMEOUT_MS = 2_000;

/** What the browser has seen in any of its tabs; null where it does not say so. */
export function readLastSeen({ lastSeenStorage, timing }: LastSeenAccess): Promise<SeenEntry | null> {
  return inTime(lastSeenStorage.read(), READ_TIMEOUT_MS, timing.after).catch(warn);
}

/** Without it everything works, but a loss may go unnoticed. */
export function warn(error: unknown): null {
  console.warn('Last seen:', error);
  return null;
}

/** Remembers it in IndexedDB: for all users of a backend, since it has no content and the list is the same for all. */
export function openLastSeenStorage(backend: BackendSettings): LastSeenStorage {
  // Our own server is the page's, and so has its storage.
  const key = lastSeenKey(backend.kind === 'embedded' ? backend.kind : backend.databaseURL);
  return {
    read: async () => (await get<SeenEntry>(key)) ?? null,
    write(entry, former) {
      const isNewer = (stored: SeenEntry) => stored.id !== former?.id && stored.seq > entry.seq;
      update<SeenEntry>(key, (stored) => (stored && isNewer(stored) ? stored : entry)).catch(warn);
    },
  };
}
