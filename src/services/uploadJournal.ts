import { del, get, set } from 'idb-keyval';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import { isSerializedMappings } from '#contract/serializedMappings.ts';

const STORAGE_KEY = 'unfinishedUpload';

/** An upload that has begun: what it adds, so that it can be resumed with the same outcome after the tab was closed. */
export type UploadJournal = {
  /** The pairs that were new when it began. */
  readonly pairs: SerializedMappings;
  /** Pairs that existed already when it began. */
  readonly skipped: number;
};

type Stored = UploadJournal & { readonly owner: string };

/** Notes an upload of the person `owner` (uid) in this browser. Without storage it cannot be resumed, no more. */
export async function keepJournal(owner: string, { pairs, skipped }: UploadJournal): Promise<void> {
  await whereStorageIs(() => set(STORAGE_KEY, { owner, pairs, skipped } satisfies Stored));
}

/** The unfinished upload of `owner`; null if there is none. */
export async function readJournal(owner: string): Promise<UploadJournal | null> {
  const stored = await whereStorageIs(() => get<Stored>(STORAGE_KEY));
  return stored?.owner === owner && isSerializedMappings(stored.pairs)
    ? { pairs: stored.pairs, skipped: stored.skipped }
    : null;
}

/** Forgets the unfinished upload, whoever's it is. */
export async function dropJournal(): Promise<void> {
  await whereStorageIs(() => del(STORAGE_KEY));
}

async function whereStorageIs<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.warn('The unfinished upload is not kept in this browser:', error);
    return undefined;
  }
}
