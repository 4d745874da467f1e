import { onOneLine } from '#model/hiddenCharacters.ts';
import { changesNothing, readEntryChanges } from '#model/history.ts';
import { type ArchiveMark, readArchiveMark } from '#model/historyArchive.ts';
import { hashOfEntry, isSameSum, sumOf } from '#model/listChecksum.ts';
import { type Log, type LogChange, TAKEOVER } from '#model/log/entry.ts';
import { type EntryId, type ListVersion, readListVersion } from '#model/log/version.ts';
import { HISTORY_ARCHIVE_PATH } from '#model/paths.ts';
import type { ArchivedEntries, ArchivedEntry } from '../database/archivedHistory.ts';
import { storedChildren } from '../database/listState.ts';
import { keysAt, nodeAt, type TreeNode, toSharedPlain } from '../database/tree/node.ts';
import { ACCESS, type AnyEntry, CHART, LIST, type NamedLog } from './logs.ts';
import { SealChain } from './SealChain.ts';
import { areRetroactiveWrong, type SealsByPlace, type StoredSeal, sealOfMark } from './seals.ts';

/** What was found on the way from what a log's entries change, as it is, back to the beginning of the log. */
type LogReport = {
  readonly entries: number;
  /** Keys of children that nothing accounts for: no entry has changed, made or taken them over, and no sum counts them. */
  readonly unaccounted: readonly string[];
  /**
   * Children that nobody has changed since there is a history, and when it begins (milliseconds since 1970); null where that
   * is not known.
   */
  readonly older: { readonly count: number; readonly since: number } | null;
  /** What is wrong; empty: nothing. */
  readonly problems: readonly string[];
};

type ListReport = LogReport & {
  readonly mappings: number;
  /** What the list was before cannot be said: number of the `outside` entry; null where the history goes back to 1. */
  readonly knownSince: number | null;
  /** Number of the last entry that was moved to a file which was not given; null where all were read. */
  readonly archivedTo: number | null;
};

/** More problems than this are not listed. */
const MAX_PROBLEMS = 100;

/** What was found in all logs. */
export type LogReports = {
  readonly list: ListReport;
  readonly access: LogReport;
  readonly chart: LogReport;
  /** What is wrong in any of them. */
  readonly problems: readonly string[];
};

/**
 * Checks the histories of the list, of access and of the chart of accounts; see {@link Verification}.
 * @param seals as `readSeals` has them; a log without seals is checked without
 * @param archived entries of the list that were moved out of the data; without them its history ends at the mark that was
 *   left for them
 */
export function verifyLogs(
  root: TreeNode | null,
  seals: SealsByPlace = new Map(),
  archived: ArchivedEntries = [],
): LogReports {
  const list = new Verification(root, LIST, seals, archived).run();
  const access = new Verification(root, ACCESS, seals).run();
  const chart = new Verification(root, CHART, seals).run();
  const problems = [list, access, chart].flatMap((report) => report.problems);
  if (areRetroactiveWrong(seals))
    problems.push('Other seals are said to be older than their entries than were');
  return { list, access, chart, problems };
}

/** The keys of what nothing in a log accounts for; see {@link LogReport}. */
export function unaccountedBy(log: NamedLog, root: TreeNode | null): readonly string[] {
  return new Verification(root, log, new Map()).run().unaccounted;
}

/**
 * Goes back from the children as they are, entry by entry of their log: what an entry says it wrote must be there, and
 * what it says was there before takes its place. Checks also the numbers, the chain of entries, and, of the list, count and
 * sum. What nobody has changed since there is a log is not known by it.
 */
class Verification {
  readonly #root: TreeNode | null;
  readonly #named: NamedLog;
  readonly #log: Log;
  /** What there was before the entries gone back so far; null since it is not known. */
  #children: Map<string, unknown> | null;
  readonly #problems: string[] = [];
  readonly #seen = new Set<string>();
  #knownSince: number | null = null;
  /** Null: all entries are in the data. */
  readonly #archiveMark: ArchiveMark | null;
  readonly #archived: ReadonlyMap<string, ArchivedEntry>;
  readonly #seals: SealChain;
  readonly #sealsOfMark: readonly StoredSeal[];
  /** Whether something vouches for the children that no entry has changed. */
  #isVouched = false;
  #archivedTo: number | null = null;

  constructor(root: TreeNode | null, named: NamedLog, seals: SealsByPlace, archived: ArchivedEntries = []) {
    this.#root = root;
    this.#named = named;
    this.#log = named.log;
    this.#archiveMark = named === LIST ? readArchiveMark(this.#plain([HISTORY_ARCHIVE_PATH])) : null;
    this.#archived = new Map(archived.map((entry) => [entry.id, entry]));
    this.#seals = new SealChain(seals, named.log.seal, archived);
    this.#sealsOfMark = seals.get(HISTORY_ARCHIVE_PATH) ?? [];
    this.#children = new Map(storedChildren(root, named.log.changed));
  }

  run(): ListReport {
    const mappings = this.#children?.size ?? 0;
    const version = readListVersion(this.#plain([this.#log.version]));
    this.#checkVersion(version);
    let id = version.id;
    let since: number | null = null;
    for (let seq = version.seq; seq >= 1; seq--) {
      if (seq === this.#archiveMark?.seq) this.#checkArchiveMark(this.#archiveMark, id);
      if (this.#isArchived(seq) && !this.#archived.has(id)) {
        this.#passArchive(seq, id);
        break;
      }
      const entry = this.#goBack(id, seq);
      if (entry === null) break;
      id = entry.parent;
      if (seq === 1) since = entry.at;
    }
    this.#checkOlder();
    this.#findOthers();
    return {
      mappings,
      entries: version.seq,
      unaccounted: this.#isVouched ? [] : [...(this.#children?.keys() ?? [])],
      knownSince: this.#knownSince,
      archivedTo: this.#archivedTo,
      older: since === null || this.#children === null ? null : { count: this.#children.size, since },
      problems: this.#problems,
    };
  }

  #checkVersion(version: ListVersion): void {
    this.#isVouched = version.sum !== null;
    if (this.#named === LIST && version.seq > 0 && version.sum === null && this.#seals.isSealed)
      this.#report('The version does not say what the list amounts to');
    if (version.sum !== null && this.#children !== null && !isSameSum(version.sum, sumOf(this.#children))) {
      const { count, sum } = sumOf(this.#children);
      this.#report(
        `The list amounts to ${count} mappings and the sum ${sum}, by its version to ${version.sum.count} and ${version.sum.sum}`,
      );
    }
    const newest = this.#named.read(version.id, this.#plain([this.#log.history, version.id]));
    if (newest !== null && newest.parent !== version.parent)
      this.#report(`The version${this.#ofLog()} follows another entry than the newest entry does`);
    const beyond = this.#seals.beyond(version.seq);
    if (beyond !== null)
      this.#report(`The seals${this.#ofLog()} go to entry ${beyond}, the entries to ${version.seq}`);
  }

  /** Null when the chain ends here. */
  #goBack(id: EntryId, seq: number): AnyEntry | null {
    const isArchived = this.#isArchived(seq);
    const stored = isArchived ? this.#archived.get(id)?.history : this.#plain([this.#log.history, id]);
    const changes = this.#log.changes === this.#log.history ? null : this.#changesOf(id, seq);
    const entry = this.#named.read(id, stored);
    if (entry === null) {
      this.#report(`Entry ${seq} (${id})${this.#ofLog()} is missing`);
      return null;
    }
    if (!isArchived) this.#seen.add(id);
    const fault = this.#seals.faultAt(seq, { id, history: stored, changes }, isArchived);
    if (fault !== null) this.#report(`${capitalised(this.#name(id, seq))} ${fault}`);
    if (entry.seq !== seq) this.#report(`${capitalised(this.#name(id, seq))} has the number ${entry.seq}`);
    if (entry.kind === TAKEOVER) this.#passTakeover(entry);
    if (entry.kind === 'outside') this.#passOutside(entry);
    else if (changesNothing(entry.kind)) this.#checkCounts(entry, []);
    else this.#takeBack(entry, changes ?? stored);
    return entry;
  }

  #passOutside({ id, seq, found }: AnyEntry): void {
    const isKnown = this.#children !== null;
    if (this.#children !== null && (found === null || !isSameSum(found, sumOf(this.#children))))
      this.#report(`Entry ${seq} (${id}) found another list than the later entries begin with`);
    this.#children = null;
    if (isKnown) this.#knownSince = seq;
  }

  /** What was there before is not known by the log, but what it amounted to. */
  #passTakeover({ id, seq, found }: AnyEntry): void {
    this.#isVouched = true;
    if (this.#children !== null && (found === null || !isSameSum(found, sumOf(this.#children))))
      this.#report(`${capitalised(this.#name(id, seq))} took over other ${this.#named.children} than these`);
  }

  /** Since a server has sealed the data, everything in them is in an entry, or was taken over. */
  #checkOlder(): void {
    const older = this.#children?.size ?? 0;
    if (older === 0 || this.#isVouched || !this.#seals.isSealed || this.#archivedTo !== null) return;
    const are = older === 1 ? `${older} ${this.#named.child} is` : `${older} ${this.#named.children} are`;
    this.#report(`${are} in no entry${this.#ofLog()}`);
  }

  #takeBack(entry: AnyEntry, stored: unknown): void {
    const { id, seq } = entry;
    const name = this.#name(id, seq);
    const read = readEntryChanges(id, stored);
    if (read?.changes == null) {
      this.#report(`The changes of ${name} are missing`);
      return;
    }
    // Changes within the entry have its number.
    if (this.#log.changes !== this.#log.history && read.seq !== seq)
      this.#report(`The changes of ${name} have the number ${read.seq}`);
    this.#checkCounts(entry, read.changes);
    for (const [index, { key, before, after }] of read.changes.entries()) {
      const place = `the ${this.#named.child} of change ${index + 1}`;
      if (this.#children === null) continue;
      if (!isSameValue(this.#children.get(key) ?? null, after))
        this.#report(`${capitalised(place)} in ${name} is not what it wrote`);
      if (before === null) this.#children.delete(key);
      else this.#children.set(key, before);
    }
  }

  #checkCounts({ id, seq, set, removed }: AnyEntry, changes: readonly LogChange[]): void {
    if (set === undefined || removed === undefined) return;
    const written = changes.filter(({ after }) => after !== null).length;
    if (written !== set || changes.length - written !== removed)
      this.#report(`Entry ${seq} (${id}) says ${set} set and ${removed} removed, and has other changes`);
  }

  #changesOf(id: EntryId, seq: number): unknown {
    return this.#isArchived(seq) ? this.#archived.get(id)?.changes : this.#plain([this.#log.changes, id]);
  }

  #isArchived(seq: number): boolean {
    return this.#archiveMark !== null && seq <= this.#archiveMark.seq;
  }

  /** The entries that are here must begin with what the archive ended with. */
  #checkArchiveMark({ id, seq, sum }: ArchiveMark, found: EntryId): void {
    const seal = this.#sealsOfMark.find((each) => each.seq === seq);
    const hash = sealOfMark(this.#seals.at(seq), this.#plain([HISTORY_ARCHIVE_PATH]));
    if (this.#seals.isSealed && seal?.hash !== hash)
      this.#report('The mark of the archive is not what was sealed');
    if (id !== found)
      this.#report(`The history goes back to entry ${seq} (${found}), the archive ends with ${id}`);
    if (this.#children !== null && sum !== null && !isSameSum(sum, sumOf(this.#children)))
      this.#report(`The entries after the archive begin with another list than it ends with (entry ${seq})`);
  }

  #passArchive(seq: number, id: EntryId): void {
    this.#archivedTo = seq;
    if (this.#archived.size > 0 && seq === this.#archiveMark?.seq)
      this.#report(`The archive does not hold entry ${seq} (${id}), the last one that was moved`);
  }

  /** Nothing may stand beside the chain. */
  #findOthers(): void {
    const { history, changes } = this.#log;
    for (const place of new Set([history, changes])) {
      for (const id of keysAt(this.#root, [place])) {
        if (!this.#seen.has(id)) this.#report(`${place}/${id} is not part of the history`);
      }
    }
  }

  /** What an entry is called inside of a sentence. */
  #name(id: EntryId, seq: number): string {
    return `${this.#named.title === null ? '' : 'the '}entry ${seq} (${id})${this.#ofLog()}`;
  }

  #ofLog(): string {
    const { title } = this.#named;
    return title === null ? '' : ` of the ${title}`;
  }

  #plain(path: readonly string[]): unknown {
    return toSharedPlain(nodeAt(this.#root, path));
  }

  #report(problem: string): void {
    if (this.#problems.length >= MAX_PROBLEMS) return;
    // An id may be any text in data that were written past the app.
    this.#problems.push(onOneLine(problem));
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** By their hash: the order of fields does not count. */
function isSameValue(a: unknown, b: unknown): boolean {
  return a === null || b === null ? a === b : hashOfEntry('', a) === hashOfEntry('', b);
}
