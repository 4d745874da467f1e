import * as keyValues from 'idb-keyval';
import { isSerializedMappings, serializeMappings } from '#contract/serializedMappings.ts';
import type { UploadPlan } from '#contract/upload.ts';
import { answered } from './browserStorage.ts';
import {
  acquireSlot,
  hasSlot,
  leftOver,
  type SlotsInUse,
  type StoredWork,
  type TabMemory,
  type TabSlotLease,
  takeIfFree,
} from './uploadSlots.ts';
import { parseStored, tryStorage } from './webStorage.ts';

/** Where this browser stores the pending pairs of the Upload screen (specification, §3); see {@link keyOf}. */
const PAIRS_KEY = 'localMappings';
const UNFINISHED_KEY = 'unfinishedUpload';
/** More than this (UTF-16 units) goes to IndexedDB: localStorage is small, and blocks the page. */
const LARGE = 200_000;
const LOSS = 'This browser does not store the work of the Upload screen:';

/** No pairs at all. */
export const NO_PAIRS = serializeMappings([]);

/** The text of the box, with what is needed to read it again. */
type PendingText = {
  readonly text: string;
  /** A first line that names the columns counts as a pair. */
  readonly headerIsPair: boolean;
};

/** The browser's storage is full, switched off by its settings, or does not answer; `detail` tells developers why. */
type Refused = { readonly kind: 'refused'; readonly detail: string };

/** What this browser has stored. */
type StoredText = { readonly kind: 'none' } | (PendingText & { readonly kind: 'stored' }) | Refused;

/** Where it is refused, the text would be lost with the page. */
type SaveResult = { readonly kind: 'saved' } | Refused;

/** What localStorage holds. `text` is null where IndexedDB has it. */
type Entry = {
  readonly owner: string;
  readonly savedAt: string;
  readonly headerIsPair: boolean;
  readonly text: string | null;
};

// Each call rejects with a `TimeoutError` where IndexedDB does not answer in time.
const get = <T>(key: string) => answered(keyValues.get<T>(key));
const set = (key: string, value: unknown) => answered(keyValues.set(key, value));
const del = (key: string) => answered(keyValues.del(key));

type StoredUpload = UploadPlan & { readonly owner: string };

const opened = new Map<string, Promise<UploadStorage>>();

/** The storage of the user `owner` (uid) in this tab. */
export function uploadStorageOf(owner: string): Promise<UploadStorage> {
  const storage = opened.get(owner) ?? openUploadStorage(owner, tabMemory());
  opened.set(owner, storage);
  return storage;
}

/** The batch of the upload that the user has begun in this tab and not ended; null for none. */
export async function unfinishedUploadOf(owner: string): Promise<string | null> {
  // Else it would take the slot that another tab has left over, for nothing.
  if (!hasSlot(owner, tabMemory())) return null;
  return (await (await uploadStorageOf(owner)).readUnfinishedUpload())?.batch ?? null;
}

/** Opens the storage of one tab, which has `memory`: two tabs never get the same. */
export async function openUploadStorage(owner: string, memory: TabMemory | null): Promise<UploadStorage> {
  return new UploadStorage(owner, await acquireSlot(owner, slotsInUse(owner), memory));
}

/**
 * What one tab stores for the Upload screen: the text in the box, which has the pending pairs and all lines that are
 * none, and the upload that is under way.
 */
export class UploadStorage {
  readonly #unfinishedKey: string;
  /** Why what is stored could not be read: nothing is stored in its place then. */
  #unread: Refused | null = null;

  constructor(
    private readonly owner: string,
    private readonly held: TabSlotLease,
  ) {
    this.#unfinishedKey = keyOf(UNFINISHED_KEY, held.slot);
  }

  /** Stores a text in place of the one that was stored. A blank one: nothing is stored. */
  async save({ text, headerIsPair }: PendingText, now: Date): Promise<SaveResult> {
    const key = keyOf(PAIRS_KEY, this.held.slot);
    if (this.#unread !== null) return this.#unread;
    const isLarge = text.length > LARGE;
    // The owner comes first in the entry, so that even one that was cut off names the owner.
    const entry: Entry = {
      owner: this.owner,
      savedAt: now.toISOString(),
      headerIsPair,
      text: isLarge ? null : text,
    };
    return unlessRefused(async () => {
      if (text.trim() === '') await drop(key);
      else {
        if (isLarge) await saveLarge(key, text);
        // Last of the two, so that it never names a text that is not there.
        localStorage.setItem(key, JSON.stringify(entry));
        if (!isLarge) await unlessRefused(() => del(key));
      }
      return { kind: 'saved' };
    });
  }

  /** The text stored by this tab before a reload, or by one that is closed. */
  async read(): Promise<StoredText> {
    const stored = await readSlot(this.held.slot, this.owner);
    this.#unread = stored.kind === 'refused' ? stored : null;
    return stored;
  }

  /** The texts that closed tabs of this user have left over, the latest first. */
  async orphanedDrafts(): Promise<readonly StoredWork[]> {
    const { own } = slotsInUse(this.owner);
    return leftOver(own.filter(({ slot }) => slot !== this.held.slot));
  }

  /**
   * Hands texts that are left over to `take`; each is removed once that has answered true: it is stored elsewhere, or
   * nobody wants it. Those of other tabs, closed since the person was asked, stay.
   */
  async endOrphanedDrafts(
    asked: readonly StoredWork[],
    take: (text: string) => Promise<boolean>,
  ): Promise<void> {
    for (const { slot, savedAt } of asked) {
      const held = await takeIfFree(slot);
      if (held === null) continue;
      try {
        const isSame = slotsInUse(this.owner).own.some(
          (work) => work.slot === slot && work.savedAt === savedAt,
        );
        const stored = isSame ? await readSlot(slot, this.owner) : null;
        if (stored?.kind === 'stored' && (await take(stored.text))) await unlessRefused(() => dropSlot(slot));
      } finally {
        await held.release();
      }
    }
  }

  /** Notes an upload that begins. Without storage the upload cannot be resumed, no more. */
  async saveUnfinishedUpload({ pairs, skipped, batch }: UploadPlan): Promise<void> {
    const stored: StoredUpload = { owner: this.owner, pairs, skipped, batch };
    await unlessRefused(() => set(this.#unfinishedKey, stored));
  }

  /** The unfinished upload; null if there is none. */
  async readUnfinishedUpload(): Promise<UploadPlan | null> {
    const stored = await unlessRefused(() => get<StoredUpload>(this.#unfinishedKey));
    if (stored === undefined || 'kind' in stored || stored.owner !== this.owner) return null;
    const { pairs, skipped, batch } = stored;
    return isSerializedMappings(pairs) ? { pairs, skipped, batch } : null;
  }

  /** Removes the note of the unfinished upload. */
  async dropUnfinishedUpload(): Promise<void> {
    await unlessRefused(() => del(this.#unfinishedKey));
  }

  /** Lets another tab have this storage, as closing this one would. */
  close(): Promise<void> {
    return this.held.release();
  }
}

/** The first slot has the plain key, each other one adds its number. */
function keyOf(key: string, slot: number): string {
  return slot === 0 ? key : `${key}/${slot}`;
}

const tabMemory = (): TabMemory | null => tryStorage(LOSS, () => sessionStorage) ?? null;

/** The slots whose texts are of the user `owner`, or of others; none where the browser forbids to look. */
function slotsInUse(owner: string): SlotsInUse {
  const own: StoredWork[] = [];
  const foreign = new Set<number>();
  for (const [slot, raw] of storedEntries()) {
    if (isSomebodyElses(raw, owner)) foreign.add(slot);
    else own.push({ slot, savedAt: storedMembers(raw).savedAt ?? '' });
  }
  own.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  return { own, foreign };
}

function storedEntries(): [slot: number, raw: string][] {
  const read = () =>
    Object.keys(localStorage).flatMap((key) => {
      const [, , slot = '0'] = key.match(/^localMappings(\/(\d+))?$/) ?? [];
      const raw = key === keyOf(PAIRS_KEY, Number(slot)) ? localStorage.getItem(key) : null;
      return raw === null ? [] : [[Number(slot), raw] as [number, string]];
    });
  return tryStorage(LOSS, read) ?? [];
}

function readSlot(slot: number, owner: string): Promise<StoredText> {
  const key = keyOf(PAIRS_KEY, slot);
  return unlessRefused(async () => {
    const raw = localStorage.getItem(key);
    if (raw === null || isSomebodyElses(raw, owner)) return { kind: 'none' };
    const entry = storedMembers(raw);
    const text =
      entry.text === null
        ? await get<string>(key)
        : (entry.text ?? (await formerTextOf(key, raw, entry.pairs)));
    if (text === undefined) return { kind: 'none' };
    return { kind: 'stored', text: asText(text), headerIsPair: entry.headerIsPair === true };
  });
}

/**
 * The text of what a former version has stored: pairs, or, in IndexedDB, a list of keys, descriptions and accounts. What
 * no version has stored is its own text: the person sees it in the box, and nothing is lost.
 */
async function formerTextOf(key: string, raw: string, pairs: unknown): Promise<string> {
  if (isRows(pairs)) return pairs.map((pair) => pair.join('\t')).join('\n');
  const blob = (await get<{ pairs?: { blob?: unknown } }>(key))?.pairs?.blob;
  if (!(blob instanceof Blob)) return raw;
  const parts = JSON.parse(await blob.text()) as string[];
  const lines = Array.from({ length: parts.length / 3 }, (_, i) => parts.slice(3 * i + 1, 3 * i + 3));
  return lines.map((pair) => pair.join('\t')).join('\n');
}

/** What an entry has of today's form, and the pairs of a former one. */
function storedMembers(raw: string): Partial<Entry> & { readonly pairs?: unknown } {
  return (parseStored(raw) ?? {}) as Partial<Entry>;
}

const isRows = (pairs: unknown): pairs is readonly (readonly string[])[] =>
  Array.isArray(pairs) && pairs.every(Array.isArray);

const asText = (stored: unknown): string => (typeof stored === 'string' ? stored : JSON.stringify(stored));

async function saveLarge(key: string, text: string): Promise<void> {
  // The browser copies and compresses the text before it goes on (30 ms for 100,000 pairs): in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  await set(key, text);
}

async function dropSlot(slot: number): Promise<void> {
  await drop(keyOf(PAIRS_KEY, slot));
  await del(keyOf(UNFINISHED_KEY, slot));
}

async function drop(key: string): Promise<void> {
  localStorage.removeItem(key);
  await unlessRefused(() => del(key));
}

/** What is damaged names its owner all the same; nobody's is everybody's. */
function isSomebodyElses(raw: string, owner: string): boolean {
  return raw.includes('"owner"') && !raw.includes(`"owner":${JSON.stringify(owner)}`);
}

async function unlessRefused<T>(action: () => Promise<T>): Promise<T | Refused> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.warn(LOSS, error);
    return { kind: 'refused', detail: `${error.name}: ${error.message}` };
  }
}
