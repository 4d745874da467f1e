import { createHash } from 'node:crypto';
import type Database from 'libsql';
import { LIST_LOG } from '#model/history.ts';
import { readArchiveMark } from '#model/historyArchive.ts';
import type { Log } from '#model/log/entry.ts';
import { readSeal, type Seal } from '#model/log/seal.ts';
import { readListVersion } from '#model/log/version.ts';
import { HISTORY_ARCHIVE_PATH, HISTORY_PATH } from '#model/paths.ts';
import { canonicalJson } from '../database/tree/canonicalJson.ts';
import { type Change, nodeAfter } from '../database/tree/changes.ts';
import { childOf, fromPlain, nodeAt, type TreeNode, toPlain } from '../database/tree/node.ts';
import { migrate, tablesIn } from '../store/migrations.ts';
import type { Store } from '../store/store.ts';
import { LOGS } from './logs.ts';

/**
 * `log` is the place of the newest seal, or of the archive mark, which has one too; `late` is when an entry was sealed that
 * had been stored before, or null.
 */
const CREATE_SEALS = `
  CREATE TABLE log_seals (log TEXT, seq INTEGER, hash TEXT NOT NULL, late INTEGER, PRIMARY KEY (log, seq)) STRICT, WITHOUT ROWID`;

const SEAL_PLACES: ReadonlySet<string> = new Set(LOGS.map(({ log }) => log.seal));

/** Whether the newest seal of a log is here. It is no row of its own: the table of seals has it. */
export function isSealPlace(place: string | undefined): boolean {
  return place !== undefined && SEAL_PLACES.has(place);
}

/** A seal as it is stored. */
export type StoredSeal = Seal & {
  /** When it was made, in milliseconds since 1970, where the entry was older than its seal; else null. */
  readonly late: number | null;
};

/**
 * The seal of an entry: SHA-256 over the seal before it (blank for none), a line feed, and the canonical JSON of the id, the
 * entry, and its changes (null where they are in the entry).
 */
export function sealOf(former: string, id: string, entry: unknown, changes: unknown): string {
  const text = `${former}\n[${JSON.stringify(id)},${canonicalJson(entry)},${canonicalJson(changes)}]`;
  return createHash('sha256').update(text).digest('hex');
}

/** The newest seals after an update, which follow those in `root`: one for each log of which it stores an entry. */
export function sealsAfter(root: TreeNode | null, update: readonly Change[]): readonly Change[] {
  return LOGS.flatMap(({ log }) => {
    if (!update.some(({ path: [place] }) => place === log.version)) return [];
    const { id, seq } = readListVersion(toPlain(nodeAfter(root, update, [log.version])));
    if (seq === 0 || id === childOf(nodeAt(root, [log.version]), 'id')) return [];
    const entry = nodeAfter(root, update, [log.history, id]);
    if (entry === null) return [];
    const changes = isApart(log) ? nodeAfter(root, update, [log.changes, id]) : null;
    return [sealChange(log, { seq, hash: sealOf(newestIn(root, log)?.hash ?? '', id, entry, changes) })];
  });
}

/** The seal of an entry of the tree. */
function sealOfStored(former: string, root: TreeNode | null, log: Log, id: string): string {
  const changes = isApart(log) ? nodeAt(root, [log.changes, id]) : null;
  return sealOf(former, id, nodeAt(root, [log.history, id]), changes);
}

/** The seal of an archive mark as it is stored, upon that of the last archived entry. */
export function sealOfMark(former: string, mark: unknown): string {
  return sealOf(former, HISTORY_ARCHIVE_PATH, mark, null);
}

/** Seals by the place of the newest of their log; the archive mark and {@link LATE} have one each. */
export type SealsByPlace = ReadonlyMap<string, readonly StoredSeal[]>;

/**
 * Says in the place of a log which seals are late: that is no part of a seal, which stays the same when a history is sealed
 * again.
 */
const LATE = 'late';

/** Null where none is. */
function digestOfRetroactive(seals: SealsByPlace): string | null {
  const late = [...seals].flatMap(([place, all]) =>
    all.flatMap((seal) => (seal.late === null ? [] : [[place, seal.seq, seal.late]])),
  );
  return late.length === 0 ? null : createHash('sha256').update(JSON.stringify(late)).digest('hex');
}

/** Whether other seals are late than those that were made late. */
export function areRetroactiveWrong(seals: SealsByPlace): boolean {
  const [said] = seals.get(LATE) ?? [];
  return (said?.hash ?? null) !== digestOfRetroactive(seals) || (said !== undefined && said.seq !== 0);
}

/** Whether the changes of a log are beside its entries. */
const isApart = ({ history, changes }: Log) => changes !== history;

function sealChange(log: Log, { seq, hash }: Seal): Change {
  return { path: [log.seal], value: fromPlain({ seq, hash }) };
}

function newestIn(root: TreeNode | null, log: Log): Seal | null {
  return readSeal(toPlain(nodeAt(root, [log.seal])));
}

/** The seals of all logs in a data folder; the newest is part of the tree. */
export class SealTable {
  private readonly store: Store;
  private readonly put;

  constructor(store: Store) {
    migrate(store, 'seals', [CREATE_SEALS]);
    this.store = store;
    this.put = store.db.prepare('INSERT OR REPLACE INTO log_seals VALUES (?, ?, ?, ?)');
  }

  /** Stores the newest seals that are among changes of the tree. Belongs into a transaction. */
  save(changes: readonly Change[], late: number | null = null): void {
    for (const { path, value } of changes) {
      const seal = isSealPlace(path[0]) ? readSeal(toPlain(value)) : null;
      if (seal !== null) this.put.run([path[0], seal.seq, seal.hash, late]);
    }
  }

  /** Puts the seals back that archived entries had; their mark has none any more. Belongs into a transaction. */
  unarchive(seals: readonly Seal[]): void {
    for (const { seq, hash } of seals) this.put.run([LIST_LOG.seal, seq, hash, null]);
    this.store.db.prepare('DELETE FROM log_seals WHERE log = ?').run([HISTORY_ARCHIVE_PATH]);
    this.recordRetroactive();
  }

  private sealMark(seq: number, mark: unknown): void {
    const former = this.at(LIST_LOG.seal, seq)?.hash ?? '';
    this.put.run([HISTORY_ARCHIVE_PATH, seq, sealOfMark(former, mark), null]);
  }

  private recordRetroactive(): void {
    const digest = digestOfRetroactive(readSeals(this.store.db));
    this.store.db.prepare('DELETE FROM log_seals WHERE log = ?').run([LATE]);
    if (digest !== null) this.put.run([LATE, 0, digest, null]);
  }

  /** The seal of an entry, or undefined. */
  at(log: string, seq: number): StoredSeal | undefined {
    const read = this.store.db.prepare('SELECT seq, hash, late FROM log_seals WHERE log = ? AND seq = ?');
    return read.get([log, seq]) as StoredSeal | undefined;
  }

  /**
   * Seals the entries that have none, in their order: those of a folder that was never sealed, or that somebody stored past
   * the server; and an archive mark that has none.
   * @returns the newest seals
   */
  catchUp(root: TreeNode | null, now: number): readonly Change[] {
    const seals = LOGS.map(({ log }) => {
      const made: Change[] = [];
      const newest = newestIn(root, log);
      let former = newest?.hash ?? '';
      for (const { id, seq } of entriesAfter(root, log, newest?.seq ?? archivedTo(root, log))) {
        former = sealOfStored(former, root, log, id);
        made.push(sealChange(log, { seq, hash: former }));
      }
      return made;
    });
    const mark = toPlain(nodeAt(root, [HISTORY_ARCHIVE_PATH]));
    const seq = readArchiveMark(mark)?.seq ?? 0;
    const isMarkSealed = seq === 0 || this.at(HISTORY_ARCHIVE_PATH, seq) !== undefined;
    if (isMarkSealed && seals.every((made) => made.length === 0)) return [];
    this.store.transaction(() => {
      for (const made of seals) this.save(made, now);
      if (!isMarkSealed) this.sealMark(seq, mark);
      this.recordRetroactive();
    });
    return seals.flatMap((made) => made.slice(-1));
  }
}

type EntryName = { readonly id: string; readonly seq: number };

/** The number of the last entry that was moved out of the data; 0 for none. */
export function archivedTo(root: TreeNode | null, log: Log): number {
  if (log.history !== HISTORY_PATH) return 0;
  return readArchiveMark(toPlain(nodeAt(root, [HISTORY_ARCHIVE_PATH])))?.seq ?? 0;
}

/** The entries after a number, oldest first, as far as they are there. */
function entriesAfter(root: TreeNode | null, log: Log, sealed: number): readonly EntryName[] {
  const found: EntryName[] = [];
  const version = readListVersion(toPlain(nodeAt(root, [log.version])));
  let id: string = version.id;
  for (let { seq } = version; seq > sealed; seq--) {
    const entry = nodeAt(root, [log.history, id]);
    // Missing: the rest of the chain cannot be found, and `verify` says so.
    if (entry === null) break;
    found.push({ id, seq });
    id = String(childOf(entry, 'after'));
  }
  return found.reverse();
}

/** The seals of the logs that have any, by what messages call the logs; oldest first. */
export type NamedSeals = readonly { readonly name: string; readonly seals: readonly StoredSeal[] }[];

/** What {@link readSeals} has found, by names. */
export function namedSeals(seals: SealsByPlace): NamedSeals {
  return LOGS.map(({ log, name }) => ({ name, seals: seals.get(log.seal) ?? [] })).filter(
    (named) => named.seals.length > 0,
  );
}

/** All seals in an open database, by the place of the newest, or as {@link SealsByPlace} says; nothing where it was never sealed. */
export function readSeals(db: Database.Database): Map<string, readonly StoredSeal[]> {
  if (!tablesIn(db).includes('log_seals')) return new Map();
  const rows = db.prepare('SELECT log, seq, hash, late FROM log_seals ORDER BY log, seq').all([]);
  const places = [...LOGS.map(({ log }) => log.seal), HISTORY_ARCHIVE_PATH, LATE];
  const seals = new Map<string, StoredSeal[]>(places.map((place) => [place, []]));
  for (const { log, ...seal } of rows as (StoredSeal & { readonly log: string })[])
    seals.get(log)?.push(seal);
  return seals;
}

/** The newest seals of a log in an open database, newest first. */
function lastSeals(db: Database.Database, log: Log, limit: number): readonly StoredSeal[] {
  if (!tablesIn(db).includes('log_seals')) return [];
  const read = db.prepare('SELECT seq, hash, late FROM log_seals WHERE log = ? ORDER BY seq DESC LIMIT ?');
  return read.all([log.seal, limit]) as StoredSeal[];
}

/** The newest seal of each log in an open database, by what messages call the logs. */
export function newestSealsIn(db: Database.Database): NamedSeals {
  return LOGS.map(({ log, name }) => ({ name, seals: lastSeals(db, log, 1) }));
}

/** The same as changes of the tree. */
export function newestSeals(db: Database.Database): readonly Change[] {
  return LOGS.flatMap(({ log }) => lastSeals(db, log, 1).map((seal) => sealChange(log, seal)));
}

/** Which entries were sealed late at that moment, in words; blank for none. */
export function sealedRetroactivelyAt(db: Database.Database, late: number): string {
  const read = db.prepare(
    'SELECT min(seq) AS first, max(seq) AS last FROM log_seals WHERE log = ? AND late = ?',
  );
  return LOGS.flatMap(({ log, name }) => {
    const { first, last } = read.get([log.seal, late]) as { first: number | null; last: number };
    return first === null ? [] : [`${name}: entries ${first} to ${last}`];
  }).join(', ');
}

/** Whether the newest seal of a log, if it has one, is that of its entry: one hash, where `verify` computes all. */
export function holdsNewestSeal(db: Database.Database, root: TreeNode | null, log: Log): boolean {
  const [newest, former] = lastSeals(db, log, 2);
  if (newest === undefined) return true;
  const [entry] = entriesAfter(root, log, newest.seq - 1);
  if (entry?.seq !== newest.seq) return false;
  const before = former?.seq === newest.seq - 1 ? former.hash : '';
  return sealOfStored(before, root, log, entry.id) === newest.hash;
}
