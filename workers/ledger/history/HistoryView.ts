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
import { changesIn, type ListedEntry, type StoredChangeSet } from '../log/changeSets.ts';
import { LogReader, type ReaderDatabase } from '../log/LogReader.ts';
import { rememberLast } from '../rememberLast.ts';
import { ChangesReader } from './ChangesReader.ts';
import { ChangesSearch, type Found, foldCase, type Place } from './ChangesSearch.ts';
import { exportLines } from './exportLines.ts';
import type { ChangesById, KeyHistory, ListedLog } from './ListedLog.ts';

/** Change sets with no more changes are shown with them. */
const MAX_CHANGES_IN_ROW = 2;
/** So many entries are read without being asked for, so that a filter finds them here. */
const READ_AHEAD = 20_000;
/** More changes are no longer exported at once: a spreadsheet would not hold many more. */
const MAX_EXPORTED = 500_000;

/** A history as pages of rows; `LogHistoryApi` describes the methods. */
export class HistoryView<Entry extends ListedEntry, Change extends { readonly after: unknown }> {
  readonly log: LogReader<Entry>;
  readonly changes: ChangesReader<Entry, Change>;
  readonly #database: ReaderDatabase;
  readonly #listed: ListedLog<Entry, Change>;
  readonly #search: ChangesSearch<Entry, Change>;
  readonly #onRevision: (revision: number) => void;
  #revision = 0;
  readonly #lastFound = rememberLast<Found<Entry>>();
  readonly #lastOfKey = rememberLast<Promise<KeyHistory<Entry, Change>>>();
  #isReadingOn = false;
  #failure: unknown = null;

  /** `onRevision` is called when pages of a smaller revision read otherwise. */
  constructor(
    database: ReaderDatabase,
    listed: ListedLog<Entry, Change>,
    onRevision: (revision: number) => void,
  ) {
    this.log = new LogReader(database, listed, () => this.#renew());
    this.changes = new ChangesReader(database, listed);
    this.#database = database;
    this.#listed = listed;
    this.#search = new ChangesSearch(listed, this.changes);
    this.#onRevision = onRevision;
  }

  async page(query: HistoryQuery, from: number, to: number): Promise<HistoryPage<Change>> {
    const { log } = this;
    await log.begin();
    this.#throwFailure();
    const ofKey = await this.#ofKey(query);
    // After it: entries may have come meanwhile.
    const found = this.#find(ofKey?.changeSets ?? log.changeSets, query);
    const page = {
      from,
      found: found.changeSets.length,
      read: log.entries.length,
      total: log.total,
      isComplete: query.key !== null || log.isComplete,
      searched: this.#progressOf(query, found),
      people: peopleOf(log.changeSets),
      revision: this.#revision,
    };
    const rows = await this.#rowsOf(found.changeSets.slice(from, to), ofKey?.changes ?? null);
    // After the rows: a large read before would keep them waiting.
    if (query.key === null) this.#readOn(found, to);
    return { ...page, rows };
  }

  async changeSet(id: ChangeSetId, query: HistoryQuery, page: number): Promise<ChangeSetPage<Change>> {
    const entries = await this.log.ofChangeSet(id);
    const places = await this.#search.placesIn(entries, textOf(query));
    const pages = Math.max(1, Math.ceil(places.length / DATABASE_PAGE_SIZE));
    const shown = Math.min(Math.max(1, page), pages);
    const first = (shown - 1) * DATABASE_PAGE_SIZE;
    const lines = await this.#linesAt(entries, places.slice(first, first + DATABASE_PAGE_SIZE));
    const differs = this.#differs(entries);
    return { lines, page: shown, pages, found: places.length, parts: entries.length, differs };
  }

  async export(query: HistoryQuery): Promise<HistoryExport> {
    const { log } = this;
    const { key } = query;
    await log.begin();
    while (key === null && !log.isComplete && log.entries.length < MAX_EXPORTED) await log.readOlder();
    const ofKey = await this.#ofKey(query);
    const entries = (ofKey?.changeSets ?? log.changeSets)
      .filter((changeSet) => isOf(changeSet, query))
      .flatMap((changeSet) => changeSet.entries);
    const size = entries.reduce((sum, entry) => sum + changesIn(entry), 0);
    if (key === null && size > MAX_EXPORTED) return { kind: 'too-many', most: MAX_EXPORTED };
    const text = textOf(query);
    // Its changes come newest first.
    const parts = ofKey ? [new Map([...ofKey.changes].reverse())] : this.changes.inParts(entries);
    const isWanted = (change: Change) => this.#search.contains(change, text);
    return exportLines(entries, parts, this.#listed.cellsOf, isWanted, text === '');
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

  /** The history of one child, where it is asked for. */
  async #ofKey({ key }: HistoryQuery): Promise<KeyHistory<Entry, Change> | null> {
    if (key === null) return null;
    const { ofKey } = this.#listed;
    if (ofKey === undefined) return { changeSets: [], changes: new Map() };
    return this.#lastOfKey(`${this.log.total} ${key}`, () => ofKey(this.#database, key, this.log));
  }

  #find(changeSets: readonly StoredChangeSet<Entry>[], query: HistoryQuery): Found<Entry> {
    return this.#lastFound(JSON.stringify([this.#revision, query]), () => {
      const candidates = changeSets.filter((changeSet) => isOf(changeSet, query));
      return this.#search.find(candidates, textOf(query));
    });
  }

  #progressOf(query: HistoryQuery, { unread, changes }: Found<Entry>): HistoryPage['searched'] {
    if (textOf(query) === '') return null;
    const left = unread.reduce((sum, entry) => sum + changesIn(entry), 0);
    const isOver = this.log.isComplete && unread.length === 0;
    return { done: changes - left, of: changes, isOver: isOver || this.#search.isFull };
  }

  /** Reads what the page still wants, one read per request: the page asks again when it has come. */
  #readOn({ changeSets, unread }: Found<Entry>, wanted: number): void {
    if (this.#isReadingOn) return;
    const { isComplete, entries } = this.log;
    const isSearching = unread.length > 0 && !this.#search.isFull;
    const wantsOlder = !isComplete && (entries.length < READ_AHEAD || changeSets.length < wanted);
    if (!isSearching && !wantsOlder) return;
    this.#isReadingOn = true;
    const reading = isSearching ? this.#search.readSome(unread) : this.log.readOlder();
    const onEnd = (failure: unknown) => {
      this.#failure = failure;
      this.#isReadingOn = false;
      this.#renew();
    };
    reading.then(() => onEnd(null), onEnd);
  }

  async #rowsOf(
    changeSets: readonly StoredChangeSet<Entry>[],
    known: ChangesById<Change> | null,
  ): Promise<HistoryRow<Change>[]> {
    const isShort = (changeSet: StoredChangeSet<Entry>) => changesIn(changeSet) <= MAX_CHANGES_IN_ROW;
    const short = changeSets.filter(isShort).flatMap(({ entries }) => entries);
    const changes = known ?? (await this.changes.read(short));
    return changeSets.map((changeSet) =>
      this.#rowOf(changeSet, known || isShort(changeSet) ? changesOfChangeSet(changeSet, changes) : null),
    );
  }

  #differs(entries: readonly Entry[]): boolean {
    return entries.some(({ id }) => this.changes.differs(id));
  }

  #rowOf(
    { id, entries, set, removed }: StoredChangeSet<Entry>,
    changes: readonly Change[] | null,
  ): HistoryRow<Change> {
    const [newest] = entries;
    const { id: entry, seq, at, by, kind, note, expected, found } = newest;
    const to = entries.every((one) => one.to === newest.to) ? newest.to : null;
    const said = { entry, seq, at, by, kind, note, to, expected, found };
    const left = this.log.isOpen(newest) ? (newest.left ?? 0) : 0;
    const differs = this.#differs(entries);
    return { id, ...said, entries: entries.length, set, removed, changes, left, differs };
  }

  async #linesAt(entries: readonly Entry[], places: readonly Place[]): Promise<ChangeSetLine<Change>[]> {
    const wanted = new Set(places.map(({ part }) => part));
    const changes = await this.changes.read(entries.filter((_entry, part) => wanted.has(part)));
    return places.flatMap(({ part, place }) => {
      const entry = entries[part];
      const change = entry && changes.get(entry.id)?.[place];
      return change ? [{ change, entry: entry.id, part: part + 1, at: entry.at }] : [];
    });
  }
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
