import type { EntryId } from '#model/log/version.ts';
import { changesIn, type ListedEntry } from '../log/changeSets.ts';
import type { ChangesById, ChangesDatabase, ListedLog } from './ListedLog.ts';

/** Changes that one read may bring: some 500 kB. */
const CHANGES_PER_READ = 2_500;
/** Changes that are remembered. */
const MAX_REMEMBERED = 20_000;

/** Reads what entries of a log changed. Entries that follow each other come in one read. */
export class ChangesReader<Entry extends ListedEntry, Change extends { readonly after: unknown }> {
  readonly #readRun: (run: readonly Entry[]) => Promise<ChangesById<Change>>;
  readonly #remembered = new Map<EntryId, readonly Change[] | null>();
  #rememberedChanges = 0;
  readonly #differing = new Set<EntryId>();

  constructor(database: ChangesDatabase, { readRun }: Pick<ListedLog<Entry, Change>, 'readRun'>) {
    this.#readRun = async (run) => {
      const changes = await readRun(database, run);
      this.#compare(run, changes);
      return changes;
    };
  }

  /** The changes of all these entries, which are remembered: rows on screen are asked for again and again. */
  async read(entries: readonly Entry[]): Promise<ChangesById<Change>> {
    const unknown = entries.filter(({ id }) => !this.#remembered.has(id));
    const known = entries.map(({ id }) => [id, this.#remembered.get(id) ?? null] as const);
    const parts = await Promise.all(runsOf(unknown).map((run) => this.#readRun(run)));
    for (const part of parts) this.#remember(part);
    return new Map([...known, ...parts.flatMap((part) => [...part])]);
  }

  /** The same, one read after another, oldest entries first. While one is worked on, the next one is under way. */
  async *inParts(entries: readonly Entry[]): AsyncGenerator<ChangesById<Change>> {
    const runs = runsOf(entries);
    let next = this.#readRun(runs[0] ?? []);
    for (let i = 0; i < runs.length; i++) {
      const part = await next;
      next = this.#readRun(runs[i + 1] ?? []);
      // The next turn awaits it, unless the caller stops reading.
      next.catch(() => {});
      yield part;
    }
  }

  /** Whether the changes of the entry are not as many as it says, as far as they have been read. */
  differs(id: EntryId): boolean {
    return this.#differing.has(id);
  }

  #compare(run: readonly Entry[], changesById: ChangesById<Change>): void {
    for (const { id, set, removed } of run) {
      const changes = changesById.get(id);
      const written = changes?.filter(({ after }) => after !== null).length;
      if (changes && (written !== set || changes.length - written !== removed)) this.#differing.add(id);
    }
  }

  #remember(changesById: ChangesById<Change>): void {
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
function runsOf<Entry extends ListedEntry>(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = [];
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
