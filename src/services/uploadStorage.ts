import { del, get, set } from 'idb-keyval';
import type { UploadPlan } from '#contract/upload.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import {
  deserializeMappings,
  isSerializedMappings,
  type SerializedMappings,
  serializeMappings,
} from '#model/serializedMappings.ts';

/** Where this browser stores the pending pairs of the Upload screen (specification, §3). */
const PAIRS_KEY = 'localMappings';
const UNFINISHED_KEY = 'unfinishedUpload';
/** More than this (UTF-16 units) goes to IndexedDB: localStorage is small, and blocks the page. */
const LARGE = 200_000;

/** No pairs at all. */
export const NO_PAIRS = serializeMappings([]);

/** What this browser has stored for a person. */
type PendingPairs =
  | { readonly kind: 'none' }
  | { readonly kind: 'stored'; readonly savedAt: Date; readonly pairs: SerializedMappings }
  /** Something is there that this version cannot read, and nothing says that it is somebody else's. */
  | { readonly kind: 'unreadable'; readonly raw: string }
  /** The browser's settings forbid to look. */
  | { readonly kind: 'unavailable'; readonly detail: string };

/** `detail` tells developers why the pairs would be lost with the page. */
type SaveResult = { readonly kind: 'saved' } | { readonly kind: 'failed'; readonly detail: string };

/** What localStorage holds: the pairs themselves, or a note that IndexedDB has them. */
type StoredPairs = {
  readonly owner: string;
  readonly savedAt: string;
  readonly pairs: readonly (readonly [description: string, glAccount: string])[] | 'in-indexed-db';
};

type StoredUpload = UploadPlan & { readonly owner: string };

/** Stores the pairs of the person `owner` (uid) in place of what was stored. No pairs: nothing is stored. */
export async function savePendingPairs(
  owner: string,
  pairs: SerializedMappings,
  now: Date,
): Promise<SaveResult> {
  try {
    if (pairs.size === 0) await dropPendingPairs();
    else if (pairs.text.length > LARGE) await saveLarge(owner, pairs, now);
    else await saveSmall(owner, pairs, now);
    return { kind: 'saved' };
  } catch (error) {
    // Storage full, or switched off by the browser's settings.
    if (error instanceof DOMException) return { kind: 'failed', detail: `${error.name}: ${error.message}` };
    throw error;
  }
}

/** The pairs stored for `owner`; none, if they are somebody else's. */
export async function readPendingPairs(owner: string): Promise<PendingPairs> {
  try {
    const raw = localStorage.getItem(PAIRS_KEY);
    if (raw === null) return { kind: 'none' };
    const stored = parseStored(raw);
    if (stored === null) return isSomebodyElses(raw, owner) ? { kind: 'none' } : { kind: 'unreadable', raw };
    if (stored.owner !== owner) return { kind: 'none' };
    const pairs =
      stored.pairs === 'in-indexed-db'
        ? await readLarge(stored.savedAt)
        : serializeMappings(stored.pairs.map(toMapping));
    if (pairs === undefined) return { kind: 'none' };
    return isSerializedMappings(pairs)
      ? { kind: 'stored', savedAt: new Date(stored.savedAt), pairs }
      : { kind: 'unreadable', raw: await rawTextOf(pairs) };
  } catch (error) {
    if (error instanceof DOMException) {
      return { kind: 'unavailable', detail: `${error.name}: ${error.message}` };
    }
    throw error;
  }
}

/** Removes the stored pairs, whoever's they are. */
export async function dropPendingPairs(): Promise<void> {
  localStorage.removeItem(PAIRS_KEY);
  await del(PAIRS_KEY);
}

/** Notes an upload of the person `owner` (uid) that begins. Without storage the upload cannot be resumed, no more. */
export async function saveUnfinishedUpload(owner: string, { pairs, skipped }: UploadPlan): Promise<void> {
  await ifStorageWorks(() => set(UNFINISHED_KEY, { owner, pairs, skipped } satisfies StoredUpload));
}

/** The unfinished upload of `owner`; null if there is none. */
export async function readUnfinishedUpload(owner: string): Promise<UploadPlan | null> {
  const stored = await ifStorageWorks(() => get<StoredUpload>(UNFINISHED_KEY));
  return stored?.owner === owner && isSerializedMappings(stored.pairs)
    ? { pairs: stored.pairs, skipped: stored.skipped }
    : null;
}

/** Removes the note of the unfinished upload, whoever's it is. */
export async function dropUnfinishedUpload(): Promise<void> {
  await ifStorageWorks(() => del(UNFINISHED_KEY));
}

async function saveSmall(owner: string, serialized: SerializedMappings, now: Date): Promise<void> {
  const mappings = deserializeMappings(serialized);
  const pairs = mappings.map(({ description, glAccount }) => [description, glAccount] as const);
  write({ owner, savedAt: now.toISOString(), pairs });
  await del(PAIRS_KEY);
}

/** The note is written last, so that it never names pairs that are not there. */
async function saveLarge(owner: string, pairs: SerializedMappings, now: Date): Promise<void> {
  const savedAt = now.toISOString();
  await set(PAIRS_KEY, { savedAt, pairs });
  write({ owner, savedAt, pairs: 'in-indexed-db' });
}

/** Undefined when the pairs are of another time than the note: another tab was in between. */
async function readLarge(savedAt: string): Promise<unknown> {
  const stored = await get<{ readonly savedAt: string; readonly pairs: unknown }>(PAIRS_KEY);
  return stored?.savedAt === savedAt ? stored.pairs : undefined;
}

/** What cannot be read, as text. Former versions stored a `Blob` of JSON. */
async function rawTextOf(stored: unknown): Promise<string> {
  const { blob } = (stored ?? {}) as { readonly blob?: unknown };
  return blob instanceof Blob ? blob.text() : JSON.stringify(stored);
}

/** The owner comes first in the text, so that even a text that was cut off names the owner. */
function write(stored: StoredPairs): void {
  localStorage.setItem(PAIRS_KEY, JSON.stringify(stored));
}

/** Null for what is damaged or of another version. */
function parseStored(raw: string): StoredPairs | null {
  try {
    const stored: unknown = JSON.parse(raw);
    return isStoredPairs(stored) ? stored : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isSomebodyElses(raw: string, owner: string): boolean {
  return raw.includes('"owner"') && !raw.includes(`"owner":${JSON.stringify(owner)}`);
}

function isStoredPairs(value: unknown): value is StoredPairs {
  if (typeof value !== 'object' || value === null) return false;
  const { owner, savedAt, pairs } = value as Partial<Record<keyof StoredPairs, unknown>>;
  const isDated = typeof savedAt === 'string' && !Number.isNaN(Date.parse(savedAt));
  return typeof owner === 'string' && isDated && (pairs === 'in-indexed-db' || isPairList(pairs));
}

function isPairList(pairs: unknown): boolean {
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
  return Array.isArray(pairs) && pairs.every(isPair);
}

function toMapping([description, glAccount]: readonly [string, string]): Mapping {
  return { key: mappingKey(description), description, glAccount };
}

async function ifStorageWorks<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.warn('The unfinished upload is not stored in this browser:', error);
    return undefined;
  }
}
