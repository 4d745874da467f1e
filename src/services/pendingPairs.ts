import { del, get, set } from 'idb-keyval';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import {
  deserializeMappings,
  isSerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';

/** Where the pending pairs of the Upload screen are kept in this browser (specification, §3). */
const STORAGE_KEY = 'localMappings';
/** More than this (bytes) goes to IndexedDB: localStorage is small, and blocks the page. */
const LARGE = 200_000;

/** No pairs at all. */
export const NO_PAIRS = serializeMappings([]);

/** What this browser kept for a person. */
export type KeptPairs =
  | { readonly kind: 'none' }
  | { readonly kind: 'kept'; readonly savedAt: Date; readonly pairs: SerializedMappings }
  /** Something is there that this version cannot read, and nothing says that it is somebody else's. */
  | { readonly kind: 'unreadable'; readonly raw: string }
  /** The browser's settings forbid to look. */
  | { readonly kind: 'unavailable'; readonly detail: string };

/** `detail` tells developers why the pairs would be lost with the page. */
export type KeepResult = { readonly kind: 'kept' } | { readonly kind: 'failed'; readonly detail: string };

/** What localStorage holds: the pairs themselves, or a note that IndexedDB has them. */
type Stored = {
  readonly owner: string;
  readonly savedAt: string;
  readonly pairs: readonly (readonly [description: string, glAccount: string])[] | 'in-indexed-db';
};

/** Keeps the pairs of the person `owner` (uid) over reloads, in place of what was kept. No pairs: nothing is kept. */
export async function keepPendingPairs(
  owner: string,
  pairs: SerializedMappings,
  now: Date,
): Promise<KeepResult> {
  try {
    if (pairs.size === 0) await dropPendingPairs();
    else if (pairs.blob.size > LARGE) await keepLarge(owner, pairs, now);
    else await keepSmall(owner, pairs, now);
    return { kind: 'kept' };
  } catch (error) {
    // Storage full, or switched off by the browser's settings.
    if (error instanceof DOMException) return { kind: 'failed', detail: `${error.name}: ${error.message}` };
    throw error;
  }
}

/** What was kept for `owner`; nothing, if it is somebody else's. */
export async function readPendingPairs(owner: string): Promise<KeptPairs> {
  try {
    const raw = localStorage.getItem(STORAGE_KEY);
    if (raw === null) return { kind: 'none' };
    const stored = readStored(raw);
    if (stored === null) return isSomebodyElses(raw, owner) ? { kind: 'none' } : { kind: 'unreadable', raw };
    if (stored.owner !== owner) return { kind: 'none' };
    const pairs =
      stored.pairs === 'in-indexed-db'
        ? await readLarge(stored.savedAt)
        : serializeMappings(stored.pairs.map(toMapping));
    if (pairs === undefined) return { kind: 'none' };
    return isSerializedMappings(pairs)
      ? { kind: 'kept', savedAt: new Date(stored.savedAt), pairs }
      : { kind: 'unreadable', raw: JSON.stringify(pairs) };
  } catch (error) {
    if (error instanceof DOMException) {
      return { kind: 'unavailable', detail: `${error.name}: ${error.message}` };
    }
    throw error;
  }
}

/** Forgets the kept pairs, whoever's they are. */
export async function dropPendingPairs(): Promise<void> {
  localStorage.removeItem(STORAGE_KEY);
  await del(STORAGE_KEY);
}

async function keepSmall(owner: string, parcel: SerializedMappings, now: Date): Promise<void> {
  const mappings = await deserializeMappings(parcel);
  const pairs = mappings.map(({ description, glAccount }) => [description, glAccount] as const);
  write({ owner, savedAt: now.toISOString(), pairs });
  await del(STORAGE_KEY);
}

/** The note is written last, so that it never names pairs that are not there. */
async function keepLarge(owner: string, pairs: SerializedMappings, now: Date): Promise<void> {
  const savedAt = now.toISOString();
  await set(STORAGE_KEY, { savedAt, pairs });
  write({ owner, savedAt, pairs: 'in-indexed-db' });
}

/** Undefined when the pairs are of another time than the note: another tab was in between. */
async function readLarge(savedAt: string): Promise<unknown> {
  const kept = await get<{ readonly savedAt: string; readonly pairs: unknown }>(STORAGE_KEY);
  return kept?.savedAt === savedAt ? kept.pairs : undefined;
}

function write(stored: Stored): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
}

/** Null for what is damaged or of another version. */
function readStored(raw: string): Stored | null {
  try {
    const stored: unknown = JSON.parse(raw);
    return isStored(stored) ? stored : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The owner is written first, so that even a text that was cut off names them. */
function isSomebodyElses(raw: string, owner: string): boolean {
  return raw.includes('"owner"') && !raw.includes(`"owner":${JSON.stringify(owner)}`);
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  const { owner, savedAt, pairs } = value as Partial<Record<keyof Stored, unknown>>;
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
