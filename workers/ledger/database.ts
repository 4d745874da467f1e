/** Why a watch ended: the rules said no, or something else, told in `detail`. */
export type WatchFailure = { readonly kind: 'refused' | 'broken'; readonly detail: string };

/** News of the children of one place. `loaded` follows the last child that was there at the beginning. */
export type ChildrenListener = {
  set(key: string, value: unknown): void;
  removed(key: string): void;
  loaded(): void;
  failed(failure: WatchFailure): void;
};

/** In an update: adds to the number that is stored, on the server. */
export class Increment {
  readonly by: number;
  constructor(by: number) {
    this.by = by;
  }
}

/** Values by path; null removes. All of them are written, or none. */
export type Changes = Readonly<Record<string, unknown>>;

/** What the ledger needs of the Realtime Database; every watch returns its end. */
export type LedgerDatabase = {
  /** Resolves when this connection acts for the person it was opened for; only then may one watch or write. */
  readonly signedIn: Promise<void>;
  watchChildren(path: string, listener: ChildrenListener): () => void;
  watchValue(
    path: string,
    onValue: (value: unknown) => void,
    onFailure: (failure: WatchFailure) => void,
  ): () => void;
  /** Reads a value once. Rejects when the server refuses. */
  read(path: string): Promise<unknown>;
  /** Tells whether the server can be reached, now and after each change. */
  watchConnection(onChange: (isConnected: boolean) => void): () => void;
  /** Rejects when the server refuses; waits while it cannot be reached. */
  update(changes: Changes): Promise<void>;
  /** Resolves or rejects as soon as the server answers, whatever it says; waits while it cannot be reached. */
  ping(): Promise<unknown>;
  /** Tries to connect at once instead of after the growing pause. */
  reconnect(): void;
};
