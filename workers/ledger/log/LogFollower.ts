import type { EntryChanges } from '#model/history.ts';
import type { IntegrityMismatch } from '#model/integrityMismatch.ts';
import { isSameSum, type ListChecksum } from '#model/listChecksum.ts';
import type { HistoryUpdate, Log } from '#model/log/entry.ts';
import { type ListVersion, readListVersion } from '#model/log/version.ts';
import { type Child, failureOf, type LedgerDatabase, type WatchFailure } from '../database.ts';
import { EntrySender } from './EntrySender.ts';

/** An entry that is followed; `changes` is null where it has none, or does not say them. */
type FollowedEntry<Change> = Pick<EntryChanges, 'id' | 'seq'> & {
  readonly changes: readonly Change[] | null;
};

export type FollowedDatabase = Pick<
  LedgerDatabase,
  'watchValue' | 'watchConnection' | 'read' | 'readChildren' | 'update'
>;

/** A log, and how what is in memory of its node is filled. */
type FollowerOptions<Change> = {
  readonly database: FollowedDatabase;
  readonly log: Log;
  /**
   * The entries after one version up to a later one; null: the whole node must be read instead. Without it, it always is.
   */
  entriesBetween?(from: ListVersion, to: ListVersion): AsyncIterable<readonly FollowedEntry<Change>[] | null>;
  /** The server has sent the version of the log. */
  onAnswered?(): void;
  /**
   * Where the versions of the log say what the node amounts to: that of the one in memory, why nothing is appended where
   * the two differ, and what else is done then.
   */
  readonly checked?: {
    sum(): ListChecksum;
    readonly refusal: string;
    onMismatch(mismatch: IntegrityMismatch): void;
  };
  /** Resolves with what fills the node with what was cached, and returns the version of that; null for nothing. */
  restore?(): Promise<(() => ListVersion) | null>;
  /** Takes all children of the node; others are gone. */
  replace(children: readonly Child[]): void;
  /** Takes the changes of one entry. */
  apply(changes: readonly Change[]): void;
  /** The node is as the server has it. Called after every change. */
  onConfirmed(): void;
  /** The log is not followed any more. */
  onFailed(failure: WatchFailure): void;
};

type Waiting = { readonly resolve: (version: ListVersion) => void; readonly reject: (error: Error) => void };

/** A node that does not agree with its log may have been read in the middle of a change: it is read once more. */
const WHOLE_READS = 2;

/**
 * Loads the node that a log is of, follows the log, and appends to it. What was cached comes first, then the version of the
 * log. While the two versions are equal, nothing is downloaded. Of a later version the entries since are read; the whole
 * node is read where that does not lead to it. After a reconnect the same steps start from what is in memory.
 *
 * The confirmed version is the one whose state is in memory. Own entries are pending until the server has answered: their
 * versions do not count before.
 */
export class LogFollower<Change> {
  readonly #options: FollowerOptions<Change>;
  /** Number of starts so far: an answer that belongs to an earlier one is ignored. */
  #session = 0;
  readonly #ends: (() => void)[] = [];
  #mode: 'waiting' | 'catching-up' | 'in-step' | 'mismatch' = 'waiting';
  /** The one that the server has, as far as is known, unless it is pending; undefined until it is known. */
  #latest: ListVersion | undefined;
  /** Null while there is nothing in memory. */
  #confirmed: ListVersion | null = null;
  readonly #sender: EntrySender;
  #sent: ListVersion | null = null;
  readonly #waiting: Waiting[] = [];
  /** Why there is no confirmed version, and will be none by itself. */
  #failure: string | null = null;
  /** The whole node is asked for. After a reconnect the same question is answered. */
  #reading: Promise<readonly Child[]> | null = null;
  #mustRead = false;

  constructor(options: FollowerOptions<Change>) {
    this.#options = options;
    this.#sender = new EntrySender(options.database, options.log);
  }

  /** Starts with what was cached. */
  open(): void {
    this.#close();
    this.#confirmed = null;
    this.#reading = null;
    void this.#start(this.#session);
  }

  /** The version that is confirmed, where the server has no other one as far as is known; else null. */
  get confirmed(): ListVersion | null {
    return this.#mode === 'in-step' ? this.#confirmed : null;
  }

  /** The version that the log has where it does not agree with its node; else undefined. */
  get mismatched(): ListVersion | undefined {
    return this.#mode === 'mismatch' ? this.#latest : undefined;
  }

  /**
   * Resolves with the stored version once it is confirmed and nothing is pending: a change planned now and stored after it
   * was planned on the complete node. Rejects when the node cannot be read, and when it is not what its log says.
   */
  async version(): Promise<ListVersion> {
    await this.#sender.allAnswered();
    return this.#whenConfirmed();
  }

  async #whenConfirmed(): Promise<ListVersion> {
    if (this.#failure !== null) throw new Error(this.#failure);
    return this.confirmed ?? new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** The version after the entry that was sent last, until that is answered: another entry may follow it. */
  get pending(): ListVersion | null {
    const isPending = this.#sent !== null && this.#sender.isPending(this.#sent.id);
    return this.#mode === 'in-step' && isPending ? this.#sent : null;
  }

  /**
   * Sends an entry, which is stored if the stored version is the one that it names then: the confirmed one, or a pending
   * one, whose changes concern other keys. Resolves with false when somebody else's came first, rejects when the server
   * refuses for another reason.
   */
  async send(update: HistoryUpdate, changes: readonly Change[]): Promise<boolean> {
    const session = this.#session;
    const version = readListVersion(update[this.#options.log.version]);
    this.#sent = version;
    let isStored = false;
    try {
      isStored = await this.#sender.send(update, () => {
        if (session === this.#session) this.#onStored(version, changes);
      });
    } finally {
      this.#onVersion();
    }
    // The entry may have been found in the history only.
    if (isStored) await this.#whenConfirmed().catch(() => {});
    return isStored;
  }

  /** Reads the whole node, whatever its version: the owner of the database can change it without a new one. */
  reload(): void {
    if (this.#mode === 'waiting' || this.#latest === undefined) return;
    this.#mustRead = true;
    this.#catchUp();
  }

  async #start(session: number): Promise<void> {
    const fill = (await this.#options.restore?.()) ?? null;
    if (session !== this.#session) return;
    if (fill !== null) this.#confirmed = fill();
    this.#watchVersion();
  }

  #watchVersion(): void {
    const { database, log, onAnswered } = this.#options;
    let wasConnected = false;
    this.#ends.push(
      database.watchConnection((isConnected) => {
        if (wasConnected && !isConnected) this.#restart();
        wasConnected = isConnected;
      }),
      database.watchValue(
        log.version,
        (stored) => {
          this.#latest = readListVersion(stored);
          onAnswered?.();
          this.#onVersion();
        },
        (failure) => this.#fail(failure),
      ),
    );
  }

  /** The connection is lost: what the server has meanwhile is known when the version has been read again. */
  #restart(): void {
    this.#close();
    this.#watchVersion();
  }

  #close(): void {
    this.#session++;
    this.#endWatches();
  }

  #endWatches(): void {
    for (const end of this.#ends.splice(0)) end();
    this.#mode = 'waiting';
    this.#failure = null;
    this.#latest = undefined;
  }

  /** The server has stored the entry. Its event may wait until all of our own entries are answered. */
  #onStored(version: ListVersion, changes: readonly Change[]): void {
    // The event of somebody's next entry may be here already.
    if (version.seq > (this.#latest?.seq ?? 0)) this.#latest = version;
    if (this.#mode !== 'in-step' || this.#confirmed?.id !== version.parent) return;
    this.#options.apply(changes);
    this.#confirm({ ...version, sum: this.#sum() });
  }

  #onVersion(): void {
    if (this.#latest === undefined || this.#sender.isPending(this.#latest.id)) return;
    if (this.#mode === 'waiting' || this.#latest.id !== this.#confirmed?.id) this.#catchUp();
  }

  #catchUp(): void {
    if (this.#mode === 'catching-up') return;
    this.#mode = 'catching-up';
    this.#failure = null;
    const session = this.#session;
    this.#reach(session).catch((error: unknown) => {
      if (session === this.#session) this.#fail(failureOf(error));
    });
  }

  /** Brings what is in memory to the latest version, which may change meanwhile. */
  async #reach(session: number): Promise<void> {
    for (let reads = 0; !this.#isSynced(); ) {
      const isFollowed = !this.#mustRead && (await this.#follow(session));
      if (session !== this.#session) return;
      if (isFollowed) continue;
      if (reads >= WHOLE_READS && this.#confirmed?.id === this.#latest?.id) return this.#onMismatch();
      await this.#readWhole(session);
      if (session !== this.#session) return;
      reads++;
    }
    // With what only the version says: the entry before.
    if (this.#latest !== undefined) this.#confirm({ ...this.#latest, sum: this.#sum() });
  }

  #isSynced(): boolean {
    return !this.#mustRead && this.#isAt(this.#latest);
  }

  /** Whether the state in memory is that of the version. */
  #isAt({ id, sum }: Partial<ListVersion> = {}): boolean {
    const own = this.#sum();
    return this.#confirmed?.id === id && (!sum || !own || isSameSum(sum, own));
  }

  /** Applies the entries up to the latest version; false when the whole node must be read. */
  async #follow(session: number): Promise<boolean> {
    const [from, to] = [this.#confirmed, this.#latest];
    const { entriesBetween } = this.#options;
    if (!entriesBetween || from === null || to === undefined || from.id === to.id) return false;
    for await (const entries of entriesBetween(from, to)) {
      if (session !== this.#session || entries === null) return false;
      for (const entry of entries) this.#apply(entry);
    }
    return this.#isAt(to);
  }

  #apply({ id, seq, changes }: FollowedEntry<Change>): void {
    this.#options.apply(changes ?? []);
    this.#confirmed = { id, seq, parent: null, sum: this.#sum() };
  }

  /** The server answers in order: what comes has at least everything of the version that was the latest then. */
  async #readWhole(session: number): Promise<void> {
    const { database, log, replace } = this.#options;
    this.#mustRead = false;
    const reading = this.#reading ?? database.readChildren(log.changed);
    this.#reading = reading;
    const children = await reading.finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    if (session !== this.#session || this.#latest === undefined) return;
    replace(children);
    this.#confirmed = { ...this.#latest, sum: this.#sum() };
  }

  #confirm(version: ListVersion): void {
    this.#confirmed = version;
    this.#mode = 'in-step';
    this.#options.onConfirmed();
    for (const { resolve } of this.#waiting.splice(0)) resolve(version);
  }

  #onMismatch(): void {
    this.#mode = 'mismatch';
    const { checked } = this.#options;
    const expected = this.#latest?.sum;
    if (!checked || !expected) return;
    this.#rejectWaiting(checked.refusal);
    checked.onMismatch({ expected, found: checked.sum() });
  }

  #fail(failure: WatchFailure): void {
    this.#close();
    this.#rejectWaiting(failure.detail);
    this.#options.onFailed(failure);
  }

  #sum(): ListChecksum | null {
    return this.#options.checked?.sum() ?? null;
  }

  #rejectWaiting(detail: string): void {
    this.#failure = detail;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(detail));
  }
}
