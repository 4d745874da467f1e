import { type HistoryEntry, readEntryChanges, readHistoryEntry } from '#model/history.ts';
import { hashOfEntry, isSameSum, sumOf } from '#model/listSum.ts';
import { type EntryId, readListVersion } from '#model/listVersion.ts';
import { CHANGES_BY_KEY_PATH, CHANGES_PATH, HISTORY_PATH, LIST_VERSION_PATH } from '#model/paths.ts';
import { storedMappings } from './listState.ts';
import { Branch, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

/** What was found on the way from the list as it is back to the beginning of its history. */
type VerifyReport = {
  readonly mappings: number;
  readonly entries: number;
  /** What the list was before cannot be said: number of the `outside` entry; null where the history goes back to 1. */
  readonly knownSince: number | null;
  /** What is wrong; empty: nothing. */
  readonly problems: readonly string[];
};

/** More problems than this are not listed. */
const MAX_PROBLEMS = 100;

/**
 * Goes back from the list as it is, entry by entry: what an entry says it wrote must be there, and what it says was
 * there before takes its place. Checks also the numbers, the chain of entries, the marks by key, and count and sum.
 */
export function verifyHistory(root: TreeNode | null): VerifyReport {
  return new Verification(root).run();
}

class Verification {
  readonly #root: TreeNode | null;
  /** The list before the entries gone back so far; null since it is not known. */
  #list: Map<string, unknown> | null;
  readonly #problems: string[] = [];
  readonly #seen = new Set<string>();
  #marks = 0;
  #knownSince: number | null = null;

  constructor(root: TreeNode | null) {
    this.#root = root;
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
      const entry = this.#goBack(id, seq);
      if (entry === null) break;
      id = entry.after;
    }
    this.#countAll(version.seq);
    return {
      mappings,
      entries: version.seq,
      knownSince: this.#knownSince,
      problems: this.#problems,
    };
  }

  /** Null when the chain ends here. */
  #goBack(id: EntryId, seq: number): HistoryEntry | null {
    const entry = readHistoryEntry(id, this.#plain([HISTORY_PATH, id]));
    if (entry === null) {
      this.#report(`Entry ${seq} (${id}) is missing`);
      return null;
    }
    this.#seen.add(id);
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
    const entry = readEntryChanges(id, this.#plain([CHANGES_PATH, id]));
    if (entry?.changes == null) {
      this.#report(`The changes of entry ${seq} (${id}) are missing`);
      return;
    }
    if (entry.seq !== seq) this.#report(`The changes of entry ${seq} (${id}) have the number ${entry.seq}`);
    const written = entry.changes.filter(({ after }) => after !== null).length;
    if (written !== set || entry.changes.length - written !== removed)
      this.#report(`Entry ${seq} (${id}) says ${set} set and ${removed} removed, and has other changes`);
    for (const { key, before, after } of entry.changes) {
      this.#marks++;
      if (this.#plain([CHANGES_BY_KEY_PATH, key, id]) !== seq)
        this.#report(`Entry ${seq} (${id}) has no mark at the mapping ${key}`);
      if (this.#list === null) continue;
      if (!isSameValue(this.#list.get(key) ?? null, after))
        this.#report(`The mapping ${key} is not what entry ${seq} (${id}) wrote`);
      if (before === null) this.#list.delete(key);
      else this.#list.set(key, before);
    }
  }

  /** Nothing may stand beside the chain. */
  #countAll(entries: number): void {
    for (const node of [HISTORY_PATH, CHANGES_PATH]) {
      for (const id of keysAt(this.#root, [node])) {
        if (!this.#seen.has(id)) this.#report(`${node}/${id} is not part of the history`);
      }
    }
    if (this.#seen.size < entries) return;
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

function keysAt(root: TreeNode | null, path: readonly string[]): readonly string[] {
  const node = nodeAt(root, path);
  return node instanceof Branch ? [...node.children.keys()] : [];
}

/** By their hash: the order of fields does not count. */
function isSameValue(a: unknown, b: unknown): boolean {
  return a === null || b === null ? a === b : hashOfEntry('', a) === hashOfEntry('', b);
}
