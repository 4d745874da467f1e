import { type EntryId, newEntryId } from '#model/log/version.ts';

/** A new id, at random. */
export function newId(): EntryId {
  return newEntryId((bytes) => crypto.getRandomValues(bytes));
}
