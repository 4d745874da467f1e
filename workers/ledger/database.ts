import { detailOf } from '#model/detailOf.ts';

/** Why a watch ended: the rules refused it, or something else, described in `detail`. */
export type WatchFailure = { readonly kind: 'refused' | 'broken'; readonly detail: string };

/** Which children of a place are read: by the value at `orderBy` below them, in its order. */
export type ChildQuery = {
  readonly orderBy: 'seq' | 'batch';
  /** Included. */
  readonly startAt?: number;
  readonly endAt?: number;
  readonly equalTo?: string;
  readonly limitToLast?: number;
};

/** A child of a place, by key, with its value as it is stored. */
export type Child = readonly [key: string, value: unknown];

/** In an update: adds to the number that is stored, on the server. */
export function increment(by: number) {
  return { '.sv': { increment: by } };
}

/** Values by path; null removes. All of them are written, or none. */
export type Changes = Readonly<Record<string, unknown>>;

/**
 * What the ledger needs of the Realtime Database; every watch returns its end. What is watched, read and written waits until
 * the connection acts for the person that it was opened for: the server would refuse it before.
 */
export type LedgerDatabase = {
  watchValue(
    path: string,
    onValue: (value: unknown) => void,
    onFailure: (failure: WatchFailure) => void,
  ): () => void;
  /** Reads a value once. Rejects when the server refuses; waits while it cannot be reached. */
  read(path: string): Promise<unknown>;
  /** Reads the children of a place once, or those that `query` selects, in its order. Rejects as `read` does. */
  readChildren(path: string, query?: ChildQuery): Promise<readonly Child[]>;
  /** Calls `onChange` with whether the server can be reached, now and after each change. */
  watchConnection(onChange: (isConnected: boolean) => void): () => void;
  /** The server's clock, as far as it is known, in milliseconds since 1970. */
  serverTime(): number;
  /** Rejects when the server refuses; waits while it cannot be reached. */
  update(changes: Changes): Promise<void>;
  /** Resolves or rejects as soon as the server answers, whatever the answer; waits while it cannot be reached. */
  ping(): Promise<unknown>;
  /** Tries to connect at once instead of after the growing pause. */
  reconnect(): void;
  /** The address whose WebSockets something on the way does not let through, while ordinary requests pass; else null. */
  findBlockedSockets(): Promise<string | null>;
};

/** Whether an error of a read or a write says that the rules refused it. */
export function isRefusal(error: unknown): boolean {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  return /permission[_ ]denied/i.test(`${code} ${message}`);
}

export function failureOf(error: unknown): WatchFailure {
  return { kind: isRefusal(error) ? 'refused' : 'broken', detail: detailOf(error) };
}

/**
 * The same database, which shows nothing as stored before the server has it. The SDK sends the events of our own updates
 * at once, long before a server that cannot be reached accepts or refuses them. Here the events of a path that is being
 * written are deferred until the update has ended; then each listener gets the last of them.
 */
export function suppressOptimisticEvents(database: LedgerDatabase): LedgerDatabase {
  const deferred = new DeferredEvents();
  return {
    ...database,
    watchValue: (path, onValue, onFailure) =>
      database.watchValue(path, (value) => deferred.deliver(path, onValue, () => onValue(value)), onFailure),
    async update(changes) {
      const release = deferred.hold(Object.keys(changes));
      try {
        await database.update(changes);
      } finally {
        // Before the caller goes on: it expects to find its change.
        release();
      }
    },
  };
}

/** The same database, which calls `begin` for each request, and what that returns once it is answered or given up. */
export function observeRequests(database: LedgerDatabase, begin: () => () => void): LedgerDatabase {
  const observe = <T>(send: () => Promise<T>): Promise<T> => {
    const end = begin();
    return send().finally(end);
  };
  return {
    ...database,
    read: (path) => observe(() => database.read(path)),
    readChildren: (path, query) => observe(() => database.readChildren(path, query)),
    update: (changes) => observe(() => database.update(changes)),
    watchValue(path, onValue, onFailure) {
      const end = begin();
      const endWatch = database.watchValue(
        path,
        (value) => {
          end();
          onValue(value);
        },
        (failure) => {
          end();
          onFailure(failure);
        },
      );
      return () => {
        end();
        endWatch();
      };
    },
  };
}

/** Events of paths that are being written. */
class DeferredEvents {
  /** The number of updates that write a path. */
  readonly #writes = new Map<string, number>();
  /** The last event of a path for each listener. */
  readonly #events = new Map<string, Map<unknown, () => void>>();

  /** Calls `notify` now, or once the path is not being written any more. */
  deliver(path: string, listener: unknown, notify: () => void): void {
    if (!this.#writes.has(path)) {
      notify();
      return;
    }
    const events = this.#events.get(path) ?? new Map<unknown, () => void>();
    this.#events.set(path, events.set(listener, notify));
  }

  /** Defers the events of these paths until the returned function is called. */
  hold(paths: readonly string[]): () => void {
    for (const path of paths) this.#writes.set(path, (this.#writes.get(path) ?? 0) + 1);
    return () => {
      for (const path of paths) this.#release(path);
    };
  }

  #release(path: string): void {
    const others = (this.#writes.get(path) ?? 1) - 1;
    if (others > 0) {
      this.#writes.set(path, others);
      return;
    }
    this.#writes.delete(path);
    const events = this.#events.get(path);
    this.#events.delete(path);
    for (const notify of events?.values() ?? []) notify();
  }
}
