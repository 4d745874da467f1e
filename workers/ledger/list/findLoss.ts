import type { HistoryLoss } from '#contract/ledger.ts';
import { readBehindEntry } from '#model/history.ts';
import { readSeal, type Seal, shortSeal } from '#model/log/seal.ts';
import type { EntryId, ListVersion } from '#model/log/version.ts';
import { BEHIND_PATH, HISTORY_PATH, LIST_SEAL_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';
import { isKnown } from '../log/entriesBetween.ts';
import { readChanges } from '../log/readEntries.ts';
import type { SeenEntry } from './lastSeenStorage.ts';

/** What the server is asked with. */
export type LossOptions = {
  readonly database: Pick<LedgerDatabase, 'read' | 'readChildren' | 'serverTime'>;
  /** Whether the person is an admin, and with it may read seals and entries. */
  isAdmin(): boolean;
  /** Whether the server makes seals. */
  readonly hasSeals: boolean;
};

/** Whether the server's history still has what was seen, whose version is another one; null: it has. */
export async function findMissing(
  { database, isAdmin }: LossOptions,
  seen: SeenEntry,
  version: ListVersion,
): Promise<HistoryLoss | null> {
  const isBehind = version.seq < seen.seq;
  if (!isBehind) {
    if (await isKnown(database, seen)) return null;
    // The server has none with this number where old entries were moved to an archive.
    if ((await readChanges(database, seen.seq, seen.seq)).length === 0) return null;
  }
  const isCut = isBehind && isAdmin() && (await isOlder(database, version.id, seen.at));
  const from = seen.missed?.from ?? (isCut ? version.seq + 1 : null);
  return { kind: 'missing', from, seq: seen.seq, at: seen.at };
}

/** Whether an entry was made before a moment: later ones are of another history than that which was seen then. */
async function isOlder(database: LossOptions['database'], id: EntryId, at: number): Promise<boolean> {
  const madeAt = await database.read(`${HISTORY_PATH}/${id}/at`);
  return typeof madeAt === 'number' && madeAt <= at;
}

/** Compares the seal that was seen with that of the same entry; `seal` is the one to remember from now on. */
export async function findAltered(
  { database, isAdmin, hasSeals }: LossOptions,
  { seal }: SeenEntry,
): Promise<{ readonly loss: HistoryLoss | null; readonly seal: SeenEntry['seal'] }> {
  const newest = hasSeals && isAdmin() ? readSeal(await database.read(LIST_SEAL_PATH)) : null;
  if (newest === null) return { loss: null, seal };
  const hash = seal && newest.seq >= seal.seq ? await hashAt(database, seal.seq, newest) : null;
  if (!seal || typeof hash !== 'string' || hash === seal.hash)
    return { loss: null, seal: { ...newest, at: database.serverTime() } };
  return { loss: { kind: 'altered', from: null, seq: seal.seq, at: seal.at, seal: shortSeal(seal) }, seal };
}

function hashAt(database: LossOptions['database'], seq: number, newest: Seal): unknown {
  return seq === newest.seq ? newest.hash : database.read(`${LIST_SEAL_PATH}/${seq}`);
}

/**
 * The newest entry of kind `behind`, and whether it was made after what was seen; null for none. Where clocks differ, one that
 * was not there when the loss was found says so as well.
 */
export async function findBehind(
  { database }: LossOptions,
  { seq, missed }: SeenEntry,
  { at }: HistoryLoss,
): Promise<{ readonly id: EntryId; readonly isAcknowledgement: boolean } | null> {
  const behind = readBehindEntry(await database.read(BEHIND_PATH));
  if (behind === null) return null;
  const isNew = missed !== undefined && behind.id !== missed.behind;
  return { id: behind.id, isAcknowledgement: behind.at > at || behind.seq > seq || isNew };
}
