import { type HistoryEntry, readEntryChanges, readHistoryEntry } from '#model/history.ts';
import { type ArchiveMark, readArchiveMark } from '#model/historyArchive.ts';
import { hashOfEntry, isSameSum, sumOf } from '#model/listSum.ts';
import { type EntryId, readListVersion } from '#model/log/version.ts';
import {
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_ARCHIVE_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
} from '#model/paths.ts';
import type { ArchivedEntries, ArchivedEntry } from './historyFile.ts';
import { storedMappings } from './listState.ts';
import { keysAt, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

/** What was found on the way from the list as it is back to the beginning of its history. */
type VerifyReport = {
  readonly mappings: number;
  readonly entries: number;
  /** What the list was before cannot be said: number of the `outside` entry; null where the history goes back to 1. */
  readonly knownSince: number | null;
  /** Number of the last entry that was moved to a file which was not given; null where all were read. */
  readonly archivedTo: number | null;
  /** What is wrong; empty: nothing. */
  readonly problems: readonly string[];
};

/** More problems than this are not listed. */
const MAX_PROBLEMS = 100;

/**
 * Goes back from the list as it is, entry by entry: what an entry says it wrote must be there, and what it says was
 * there before takes its place. Checks also the numbers, the chain of entries, the marks by key, and count and sum.
 * @param archived entries that were moved out of the data; without them it ends at the mark that was left for them
 */
export function verifyHistory(root: TreeNode | null, archived: ArchivedEntries = []): VerifyReport {
  return new Verification(root, archived).run();
}

class Verification {
  readonly #root: TreeNode | null;
  /** The list before the entries gone back so far; null since it is not known. */
  #list: Map<string, unknown> | null;
  readonly #problems: string[] = [];
  readonly #seen = new Set<string>();
  #marks = 0;
  #knownSince: number | null = null;
  /** Null: all entries are in the data. */
  readonly #archiveMark: ArchiveMark | null;
  readonly #archived: ReadonlyMap<string, ArchivedEntry>;
  #archivedTo: number | null = null;

  constructor(root: TreeNode | null, archived: ArchivedEntries) {
    this.#root = root;
    this.#archiveMark = readArchiveMark(this.#plain([HISTORY_ARCHIVE_PATH]));
    this.#archived = new Map(archived.map((entry) => [entry.id, entry]));
    this.#list = new Map(storedMappings(root));
  }

  run(): VerifyReport {
    const mappings = this.#list?.size ?? 0;
    const version = readListVersion(toPlain(nodeAt(this.#root, [LIST_VERSION_PATH])));
    if (version.sum !== null && this.#list !== null && !isSameSum(version.sum, sumOf(this.#list))) {
      const { count, sum } = sumOf(this.#list);
      this.#report(
        `The list amounts to ${count} mappings and the sum ${sum}, by its version to ${version.sum.count} and ${version.sum.sum}`,
      );
    }
    let id = version.id;
    for (let seq = version.seq; seq >= 1; seq--) {
      if (seq === this.#archiveMark?.seq) this.#checkArchiveMark(this.#archiveMark, id);
      if (this.#isArchived(seq) && !this.#archived.has(id)) {
        this.#passArchive(seq, id);
        break;
      }
      const entry = this.#goBack(id, seq);
      if (entry === null) break;
      id = entry.after;
    }
    this.#countAll(version.seq);
    return {
      mappings,
      entries: version.seq,
      knownSince: this.#knownSince,
      archivedTo: this.#archivedTo,
      problems: this.#problems,
    };
  }

  /** Null when the chain ends here. */
  #goBack(id: EntryId, seq: number): HistoryEntry | null {
    const isArchived = this.#isArchived(seq);
    const entry = readHistoryEntry(
      id,
      isArchived ? this.#archived.get(id)?.history : this.#plain([HISTORY_PATH, id]),
    );
    if (entry === null) {
      this.#report(`Entry ${seq} (${id}) is missing`);
      return null;
    }
    if (!isArchived) this.#seen.add(id);
    if (entry.seq !== seq) this.#report(`Entry ${seq} (${id}) has the number ${entry.seq}`);
    if (entry.kind === 'outside') this.#passOutside(entry);
    else this.#takeBack(entry);
    return entry;
  }

  #passOutside({ id, seq, found }: HistoryEntry): void {
    const isKnown = this.#list !== null;
    if (this.#list !== null && (found === null || !isSameSum(found, sumOf(this.#list))))
      this.#report(`Entry ${seq} (${id}) found another list than the later entries begin with`);
    this.#list = null;
    if (isKnown) this.#knownSince = seq;
  }

  #takeBack({ id, seq, set, removed }: HistoryEntry): void {
    const entry = readEntryChanges(id, this.#changesOf(id, seq));
    if (entry?.changes == null) {
      this.#report(`The changes of entry ${seq} (${id}) are missing`);
      return;
    }
    if (entry.seq !== seq) this.#report(`The changes of entry ${seq} (${id}) have the number ${entry.seq}`);
    const written = entry.changes.filter(({ after }) => after !== null).length;
    if (written !== set || entry.changes.length - written !== removed)
      this.#report(`Entry ${seq} (${id}) says ${set} set and ${removed} removed, and has other changes`);
    for (const { key, before, after } of entry.changes) {
      this.#checkMarkByKey(key, id, seq);
      if (this.#list === null) continue;
      if (!isSameValue(this.#list.get(key) ?? null, after))
        this.#report(`The mapping ${key} is not what entry ${seq} (${id}) wrote`);
      if (before === null) this.#list.delete(key);
      else this.#list.set(key, before);
    }
  }

  #changesOf(id: EntryId, seq: number): unknown {
    return this.#isArchived(seq) ? this.#archived.get(id)?.changes : this.#plain([CHANGES_PATH, id]);
  }

  #checkMarkByKey(key: string, id: EntryId, seq: number): void {
    if (this.#isArchived(seq)) return;
    this.#marks++;
    if (this.#plain([CHANGES_BY_KEY_PATH, key, id]) !== seq)
      this.#report(`Entry ${seq} (${id}) has no mark at the mapping ${key}`);
  }

  #isArchived(seq: number): boolean {
    return this.#archiveMark !== null && seq <= this.#archiveMark.seq;
  }

  /** The entries that are here must begin with what the archive ended with. */
  #checkArchiveMark({ id, seq, sum }: ArchiveMark, found: EntryId): void {
    if (id !== found)
      this.#report(`The history goes back to entry ${seq} (${found}), the archive ends with ${id}`);
    if (this.#list !== null && sum !== null && !isSameSum(sum, sumOf(this.#list)))
      this.#report(`The entries after the archive begin with another list than it ends with (entry ${seq})`);
  }

  #passArchive(seq: number, id: EntryId): void {
    this.#archivedTo = seq;
    if (this.#archived.size > 0 && seq === this.#archiveMark?.seq)
      this.#report(`The archive does not hold entry ${seq} (${id}), the last one that was moved`);
  }

  /** Nothing may stand beside the chain. */
  #countAll(entries: number): void {
    for (const node of [HISTORY_PATH, CHANGES_PATH]) {
      for (const id of keysAt(this.#root, [node])) {
        if (!this.#seen.has(id)) this.#report(`${node}/${id} is not part of the history`);
      }
    }
    if (this.#seen.size < entries - (this.#archiveMark?.seq ?? 0)) return;
    const marks = keysAt(this.#root, [CHANGES_BY_KEY_PATH]).reduce(
      (sum, key) => sum + keysAt(this.#root, [CHANGES_BY_KEY_PATH, key]).length,
      0,
    );
    if (marks !== this.#marks) this.#report(`There are ${marks} marks by key for ${this.#marks} changes`);
  }

  #plain(path: readonly string[]): unknown {
    return toPlain(nodeAt(this.#root, path));
  }

  #report(problem: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem);
  }
}

/** By their hash: the order of fields does not count. */
function isSameValue(a: unknown, b: unknown): boolean {
  return a === null || b === null ? a === b : hashOfEntry('', a) === hashOfEntry('', b);
}
