import {
  changesNothing,
  type EntryChanges,
  type HistoryEntry,
  type MappingChange,
  readEntryChanges,
} from '#model/history.ts';
import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { CHANGES_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';
import { type ChangesById, type ChangesSource, changesIn } from './listedLogs.ts';
import { readableChange } from './readableChange.ts';

/** Changes that one read may bring: some 500 kB. */
const CHANGES_PER_READ = 2_500;
/** Changes that are remembered. */
const MAX_REMEMBERED = 20_000;

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
    const children =
      first === last
        ? [[first.id, await this.#database.read(`${CHANGES_PATH}/${first.id}`)] as const]
        : await this.#database.readChildren(CHANGES_PATH, {
            orderBy: 'seq',
            startAt: first.seq,
            endAt: last.seq,
          });
    const entries = children.flatMap(([id, stored]) => readEntryChanges(id, stored) ?? []);
    this.#compare(run, entries);
    const found = new Map(entries.map(({ id, changes }) => [id, changes?.map(readableChange) ?? null]));
    return new Map(run.map(({ id, kind }) => [id, found.get(id) ?? (changesNothing(kind) ? [] : null)]));
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
