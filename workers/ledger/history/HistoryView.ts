import type {
  ChangeSetId,
  ChangeSetLine,
  ChangeSetPage,
  HistoryExport,
  HistoryPage,
  HistoryQuery,
  HistoryRow,
} from '#contract/history.ts';
import { DATABASE_PAGE_SIZE } from '#model/limits.ts';
import type { Author } from '#model/log/author.ts';
import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { ChangesSearch, contains, foldCase } from './ChangesSearch.ts';
import type { StoredChangeSet } from './changeSets.ts';
import { exportLines } from './exportLines.ts';
import type { HistoryEntries } from './HistoryEntries.ts';
import { type ChangesById, changesIn, type ListedEntry, type ListedLog } from './listedLogs.ts';

/** Change sets with no more changes are shown with them. */
const MAX_CHANGES_IN_ROW = 2;
/** So many entries are read without being asked for, so that a filter finds them here. */
const READ_AHEAD = 20_000;
/** More changes are no longer exported at once: a spreadsheet would not hold many more. */
const MAX_EXPORTED = 500_000;

/** What a query finds, and the entries that a search for its text has still to read. */
type Found<Entry extends ListedEntry> = {
  readonly changeSets: readonly StoredChangeSet<Entry>[];
  readonly unread: readonly Entry[];
  readonly changes: number;
};

/** The history of one child of the node. */
type OfKey<Entry extends ListedEntry, Change> = (key: MappingKey) => Promise<{
  readonly changeSets: readonly StoredChangeSet<Entry>[];
  readonly changes: ReadonlyMap<EntryId, Change>;
}>;

type ViewOptions<Entry extends ListedEntry, Change> = {
  readonly listed: ListedLog<Entry, Change>;
  readonly entries: HistoryEntries<Entry, Change>;
  /** Null: the log does not find what became of one child. */
  readonly ofKey: OfKey<Entry, Change> | null;
  /** Called when pages of a smaller revision read otherwise. */
  onRevision(revision: number): void;
};

/** A history as pages of rows; `LogHistoryApi` describes the methods. */
export class HistoryView<Entry extends ListedEntry, Change> {
  readonly #entries: HistoryEntries<Entry, Change>;
  readonly #listed: ListedLog<Entry, Change>;
  readonly #ofKey: OfKey<Entry, Change> | null;
  readonly #search: ChangesSearch<Entry, Change>;
  #revision = 0;
  readonly #onRevision: (revision: number) => void;
  #found: { readonly of: string; readonly found: Found<Entry> } | null = null;
  #isReadingOn = false;
  #failure: unknown = null;

  constructor({ listed, entries, ofKey, onRevision }: ViewOptions<Entry, Change>) {
    this.#onRevision = onRevision;
    this.#entries = entries;
    this.#listed = listed;
    this.#ofKey = ofKey;
    this.#search = new ChangesSearch(listed);
    entries.onChange(() => this.#renew());
  }

  async page(query: HistoryQuery, from: number, to: number): Promise<HistoryPage<Change>> {
    const { log } = this.#entries;
    await log.begin();
    this.#throwFailure();
    const changeSets = await this.#changeSetsOf(query);
    const found = this.#find(changeSets, query);
    const page = {
      from,
      found: found.changeSets.length,
      read: log.size,
      total: log.total,
      isComplete: query.key !== null || log.isComplete,
      searched: this.#progressOf(query, found),
      people: peopleOf(log.changeSets),
      revision: this.#revision,
    };
    const rows = await this.#rowsOf(found.changeSets.slice(from, to), query);
    // After the rows: a large read before would keep them waiting.
    if (query.key === null) this.#readOn(found, to);
    return { ...page, rows };
  }

  async changeSet(id: ChangeSetId, query: HistoryQuery, page: number): Promise<ChangeSetPage<Change>> {
    const entries = await this.#entries.ofChangeSet(id);
    const places = await this.#placesIn(entries, query);
    const pages = Math.max(1, Math.ceil(places.length / DATABASE_PAGE_SIZE));
    const shown = Math.min(Math.max(1, page), pages);
    const first = (shown - 1) * DATABASE_PAGE_SIZE;
    const lines = await this.#linesAt(entries, places.slice(first, first + DATABASE_PAGE_SIZE));
    const differs = this.#differs(entries);
    return { lines, page: shown, pages, found: places.length, parts: entries.length, differs };
  }

  async export(query: HistoryQuery): Promise<HistoryExport> {
    const { log } = this.#entries;
    await log.begin();
    while (query.key === null && !log.isComplete && log.size < MAX_EXPORTED) await log.readOlder();
    const changeSets = await this.#changeSetsOf(query);
    const entries = changeSets
      .filter((changeSet) => isOf(changeSet, query))
      .flatMap((changeSet) => changeSet.entries);
    const size =
      query.key === null ? entries.reduce((sum, entry) => sum + changesIn(entry), 0) : entries.length;
    if (size > MAX_EXPORTED) return { kind: 'too-many', most: MAX_EXPORTED };
    const text = textOf(query);
    const { textsOf, keyOf } = this.#listed;
    const isWanted = (change: Change) =>
      query.key === null ? contains(textsOf(change), text) : keyOf(change) === query.key;
    return exportLines(entries, this.#listed, isWanted, text === '');
  }

  #renew(): void {
    this.#revision++;
    this.#onRevision(this.#revision);
  }

  #throwFailure(): void {
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
  }

  async #changeSetsOf({ key }: HistoryQuery): Promise<readonly StoredChangeSet<Entry>[]> {
    return key === null ? this.#entries.log.changeSets : ((await this.#ofKey?.(key))?.changeSets ?? []);
  }

  #find(changeSets: readonly StoredChangeSet<Entry>[], query: HistoryQuery): Found<Entry> {
    const of = JSON.stringify([this.#revision, query]);
    if (this.#found?.of === of) return this.#found.found;
    const found = this.#select(changeSets, query);
    this.#found = { of, found };
    return found;
  }

  #select(changeSets: readonly StoredChangeSet<Entry>[], query: HistoryQuery): Found<Entry> {
    const candidates = changeSets.filter((changeSet) => isOf(changeSet, query));
    const text = textOf(query);
    if (text === '') return { changeSets: candidates, unread: [], changes: 0 };
    return {
      changeSets: candidates.filter(({ entries }) =>
        entries.some((entry) => this.#search.matches(entry, text)),
      ),
      unread: candidates.flatMap(({ entries }) => entries.filter((entry) => !this.#search.has(entry))),
      changes: candidates.reduce((sum, changeSet) => sum + changesIn(changeSet), 0),
    };
  }

  #progressOf(query: HistoryQuery, { unread, changes }: Found<Entry>): HistoryPage['searched'] {
    if (textOf(query) === '') return null;
    const left = unread.reduce((sum, entry) => sum + changesIn(entry), 0);
    const isOver = this.#entries.log.isComplete && unread.length === 0;
    return { done: changes - left, of: changes, isOver: isOver || this.#search.isFull };
  }

  /** Reads what the page still wants, one read per request: the page asks again when it has come. */
  #readOn({ changeSets, unread }: Found<Entry>, wanted: number): void {
    if (this.#isReadingOn) return;
    const { log } = this.#entries;
    const isSearching = unread.length > 0 && !this.#search.isFull;
    const wantsOlder = !log.isComplete && (log.size < READ_AHEAD || changeSets.length < wanted);
    if (!isSearching && !wantsOlder) return;
    this.#isReadingOn = true;
    void this.#readStep(isSearching ? unread : null);
  }

  async #readStep(unread: readonly Entry[] | null): Promise<void> {
    try {
      await (unread === null ? this.#entries.log.readOlder() : this.#search.readSome(unread));
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#isReadingOn = false;
      this.#renew();
    }
  }

  async #rowsOf(
    changeSets: readonly StoredChangeSet<Entry>[],
    { key }: HistoryQuery,
  ): Promise<HistoryRow<Change>[]> {
    if (key !== null) {
      const changes = (await this.#ofKey?.(key))?.changes ?? new Map<EntryId, Change>();
      return changeSets.map((changeSet) => ({
        ...this.#rowOf(changeSet, changeSet.entries.flatMap(({ id }) => changes.get(id) ?? []).reverse()),
        // What is left says the newest entry of all, which may be about other mappings.
        left: 0,
      }));
    }
    const few = changeSets.filter((changeSet) => changesIn(changeSet) <= MAX_CHANGES_IN_ROW);
    const changes = await this.#listed.changes.read(few.flatMap(({ entries }) => entries));
    return changeSets.map((changeSet) =>
      this.#rowOf(changeSet, few.includes(changeSet) ? changesOfChangeSet(changeSet, changes) : null),
    );
  }

  #differs(entries: readonly Entry[]): boolean {
    return entries.some(({ id }) => this.#listed.changes.differs(id));
  }

  #rowOf(
    { id, entries, set, removed }: StoredChangeSet<Entry>,
    changes: readonly Change[] | null,
  ): HistoryRow<Change> {
    const [newest] = entries;
    const { id: entry, seq, at, by, kind, note, expected, found } = newest;
    const to = entries.every((one) => one.to === newest.to) ? newest.to : null;
    const said = { entry, seq, at, by, kind, note, to, expected, found };
    const left = this.#entries.log.isOpen(newest) ? (newest.left ?? 0) : 0;
    return {
      id,
      ...said,
      entries: entries.length,
      set,
      removed,
      changes,
      left,
      differs: this.#differs(entries),
    };
  }

  /** The changes of a change set that a search finds, or all of them, by entry and place in it. */
  async #placesIn(entries: readonly Entry[], query: HistoryQuery): Promise<readonly Place[]> {
    const text = textOf(query);
    if (text === '') return entries.flatMap((entry, part) => placesUpTo(changesIn(entry), part));
    await this.#search.readAll(entries);
    return entries.flatMap((entry, part) =>
      this.#search.placesOf(entry, text).map((place) => ({ part, place })),
    );
  }

  async #linesAt(entries: readonly Entry[], places: readonly Place[]): Promise<ChangeSetLine<Change>[]> {
    const wanted = new Set(places.map(({ part }) => part));
    const changes = await this.#listed.changes.read(entries.filter((_entry, part) => wanted.has(part)));
    return places.flatMap(({ part, place }) => {
      const entry = entries[part];
      const change = entry && changes.get(entry.id)?.[place];
      return change ? [{ change, entry: entry.id, part: part + 1, at: entry.at }] : [];
    });
  }
}

/** The place of a change: in the entry of that number, counted from 0. */
type Place = { readonly part: number; readonly place: number };

function placesUpTo(count: number, part: number): Place[] {
  return Array.from({ length: count }, (_unused, place) => ({ part, place }));
}

function isOf({ entries: [newest] }: StoredChangeSet, { person, kind, from, to }: HistoryQuery): boolean {
  if (person !== null && newest.by.uid !== person) return false;
  if (kind !== null && newest.kind !== kind) return false;
  return (from === null || newest.at >= from) && (to === null || newest.at < to);
}

/** The text that is searched for; blank for none. The history of one mapping is not searched. */
function textOf({ text, key }: HistoryQuery): string {
  return key === null ? foldCase(text.trim()) : '';
}

function changesOfChangeSet<Change>(
  { entries }: StoredChangeSet,
  changes: ChangesById<Change>,
): readonly Change[] {
  return entries.toReversed().flatMap(({ id }) => changes.get(id) ?? []);
}

function peopleOf(changeSets: readonly StoredChangeSet[]): readonly Author[] {
  return [...new Map(changeSets.map(({ entries: [{ by }] }) => [by.uid, by])).values()];
}
