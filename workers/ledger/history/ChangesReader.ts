import {
  changesNothing,
  type EntryChanges,
  type HistoryEntry,
  type KeyChange,
  type MappingChange,
  readEntryChanges,
} from '#model/history.ts';
import { fieldsOf } from '#model/log/entry.ts';
import type { EntryId } from '#model/log/version.ts';
import { type MappingKey, readMapping } from '#model/mapping.ts';
import { CHANGES_BY_KEY_PATH, CHANGES_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';
import { changeSetsOf, changesIn } from '../log/changeSets.ts';
import type { LogReader } from '../log/LogReader.ts';
import { readChanges } from '../log/readEntries.ts';
import type { ChangesById, ChangesSource, KeyHistory } from './ListedLog.ts';

/** Changes that one read may bring: some 500 kB. */
const CHANGES_PER_READ = 2_500;
/** Changes that are remembered. */
const MAX_REMEMBERED = 20_000;
/** Entries of one mapping that are shown, the newest ones. */
const MAX_OF_KEY = 1_000;

/** Reads what entries of the list's history changed. Entries that follow each other come in one read. */
export class ChangesReader implements ChangesSource<HistoryEntry, MappingChange> {
  readonly #database: Pick<LedgerDatabase, 'read' | 'readChildren'>;
  readonly #remembered = new Map<EntryId, readonly MappingChange[] | null>();
  #rememberedChanges = 0;
  readonly #differing = new Set<EntryId>();

  constructor(database: Pick<LedgerDatabase, 'read' | 'readChildren'>) {
    this.#database = database;
  }

  /** The changes of all these entries, which are remembered: rows on screen are asked for again and again. */
  async read(entries: readonly HistoryEntry[]): Promise<ChangesById<MappingChange>> {
    const unknown = entries.filter(({ id }) => !this.#remembered.has(id));
    const known = entries.map(({ id }) => [id, this.#remembered.get(id) ?? null] as const);
    const parts = await Promise.all(runsOf(unknown).map((run) => this.#readRun(run)));
    for (const part of parts) this.#remember(part);
    return new Map([...known, ...parts.flatMap((part) => [...part])]);
  }

  /** The same, one read after another, oldest entries first. While one is worked on, the next one is under way. */
  async *inParts(entries: readonly HistoryEntry[]): AsyncGenerator<ChangesById<MappingChange>> {
    const runs = runsOf(entries);
    let next = this.#readRun(runs[0]);
    for (let i = 0; i < runs.length; i++) {
      const part = await next;
      next = this.#readRun(runs[i + 1]);
      // The next turn awaits it, unless the caller stops reading.
      next.catch(() => {});
      yield part;
    }
  }

  /** The change that an entry made to one mapping; null for none. */
  async readOne(id: EntryId, key: MappingKey): Promise<MappingChange | null> {
    const stored = await this.#database.read(`${CHANGES_PATH}/${id}/changes/${key}`);
    const [change] = readEntryChanges(id, { seq: 1, changes: { [key]: stored } })?.changes ?? [];
    return change ? readableChange(change) : null;
  }

  /** The history of one mapping, by the marks of its key. */
  async ofKey(
    key: MappingKey,
    log: Pick<LogReader<HistoryEntry>, 'entry'>,
  ): Promise<KeyHistory<HistoryEntry, MappingChange>> {
    const marks = fieldsOf(await this.#database.read(`${CHANGES_BY_KEY_PATH}/${key}`));
    const ids = Object.entries(marks as Readonly<Record<EntryId, number>>)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_OF_KEY)
      .map(([id]) => id as EntryId);
    const [entries, made] = await Promise.all([
      Promise.all(ids.map((id) => log.entry(id))),
      Promise.all(ids.map((id) => this.readOne(id, key))),
    ]);
    // What is left says the newest entry of all, which may be about other mappings.
    const ofKey = entries.flatMap((entry) => (entry ? { ...entry, left: null } : []));
    return {
      changeSets: changeSetsOf(ofKey),
      changes: new Map(ids.map((id, i) => [id, made[i] ? [made[i]] : []])),
    };
  }

  /** Whether the changes of the entry are not as many as it says, as far as they have been read. */
  differs(id: EntryId): boolean {
    return this.#differing.has(id);
  }

  #compare(run: readonly HistoryEntry[], read: readonly EntryChanges[]): void {
    const changesById = new Map(read.map(({ id, changes }) => [id, changes]));
    for (const { id, set, removed } of run) {
      const changes = changesById.get(id);
      const written = changes?.filter(({ after }) => after !== null).length;
      if (changes && (written !== set || changes.length - written !== removed)) this.#differing.add(id);
    }
  }

  async #readRun(run: readonly HistoryEntry[] = []): Promise<ChangesById<MappingChange>> {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const entries =
      first === last
        ? await this.#readEntry(first.id)
        : await readChanges(this.#database, first.seq, last.seq);
    this.#compare(run, entries);
    const found = new Map(entries.map(({ id, changes }) => [id, changes?.map(readableChange) ?? null]));
    return new Map(run.map(({ id, kind }) => [id, found.get(id) ?? (changesNothing(kind) ? [] : null)]));
  }

  async #readEntry(id: EntryId): Promise<readonly EntryChanges[]> {
    const entry = readEntryChanges(id, await this.#database.read(`${CHANGES_PATH}/${id}`));
    return entry === null ? [] : [entry];
  }

  #remember(changesById: ChangesById<MappingChange>): void {
    for (const [id, changes] of changesById) {
      this.#remembered.set(id, changes);
      this.#rememberedChanges += 1 + (changes?.length ?? 0);
    }
    if (this.#rememberedChanges <= MAX_REMEMBERED) return;
    this.#remembered.clear();
    this.#rememberedChanges = 0;
  }
}

/** Runs of entries without a gap, oldest first, that one read brings. */
function runsOf(entries: readonly HistoryEntry[]): HistoryEntry[][] {
  const runs: HistoryEntry[][] = [];
  let room = 0;
  for (const entry of entries.toSorted((a, b) => a.seq - b.seq)) {
    const run = runs.at(-1);
    const size = 1 + changesIn(entry);
    room -= size;
    if (run !== undefined && room >= 0 && run.at(-1)?.seq === entry.seq - 1) run.push(entry);
    else {
      runs.push([entry]);
      room = CHANGES_PER_READ - size;
    }
  }
  return runs;
}

/** A change of the history as it reads: a former form as the mapping that it stood for. */
function readableChange({ key, before, after }: KeyChange): MappingChange {
  const mappingOf = (stored: unknown) => (stored === null ? null : readMapping(key, stored));
  return { key, before: mappingOf(before), after: mappingOf(after) };
}
