import type { AuthContext } from '../auth/authContext.ts';
import type { Level, QuotaClientKind, Resource } from './limits.ts';

/** What a client needs of the quota. */
export type QuotaOwner = {
  isGranted(auth: AuthContext): boolean;
  /** Counts what `client` holds now, in place of what it held before. */
  recount(client: QuotaClient): void;
  /** Evicts others where a limit is passed; false when `client` itself would have to go. */
  makeRoom(client: QuotaClient, resource: Resource): boolean;
  /** Whether one more write may wait. */
  mayBegin(client: QuotaClient): boolean;
  mayWork(client: QuotaClient): boolean;
  /** For measuring work. Milliseconds. */
  elapsed(): number;
  spend(client: QuotaClient, ms: number): void;
  remove(client: QuotaClient): void;
};

export type QuotaClientOptions = {
  readonly quota: QuotaOwner;
  readonly kind: QuotaClientKind;
  /** The caller's address, as `callerOf` counts it. */
  readonly address: string;
  /** Ends what the client stands for, at once. */
  readonly evict: () => void;
  /** Whether it is among the last to be evicted: its request has arrived whole and waits for the answer. */
  readonly isBusy?: () => boolean;
  /** Called when its session turns out to have a grant. */
  readonly onGranted?: () => void;
};

/**
 * One socket, stream, request or connection, and what it takes of the quota: nothing, as long as the
 * account has a grant.
 */
export class QuotaClient {
  readonly kind: QuotaClientKind;
  readonly address: string;
  readonly #options: QuotaClientOptions;
  readonly #quota: QuotaOwner;
  #auth: AuthContext = null;
  #isUnprivileged = true;
  #bytes = 0;
  #pending = 0;

  constructor(options: QuotaClientOptions) {
    this.kind = options.kind;
    this.address = options.address;
    this.#options = options;
    this.#quota = options.quota;
  }

  get isUnprivileged(): boolean {
    return this.#isUnprivileged;
  }

  get auth(): AuthContext {
    return this.#auth;
  }

  /** Null when nobody is signed in. */
  get account(): string | null {
    return this.#auth?.uid ?? null;
  }

  /** Under which name it is counted at a level; null where nobody is signed in. */
  nameAt(level: Level): string | null {
    return level === 'process' ? '' : this[level];
  }

  /** Sets who is signed in. Their grant is looked up now, and at each {@link checkGrant}. */
  identify(auth: AuthContext): void {
    this.#auth = auth;
    this.#isUnprivileged = true;
    this.checkGrant();
    this.#quota.recount(this);
    if (this.#isUnprivileged) this.#quota.makeRoom(this, this.kind);
  }

  /** Looks up the grant again, which may have been given or withdrawn. Returns whether it is unprivileged. */
  checkGrant(): boolean {
    const isUnprivileged = !this.#quota.isGranted(this.#auth);
    if (isUnprivileged === this.#isUnprivileged) return isUnprivileged;
    this.#isUnprivileged = isUnprivileged;
    this.#quota.recount(this);
    if (!isUnprivileged) this.#options.onGranted?.();
    return isUnprivileged;
  }

  /** How much of a resource this takes of the quota. */
  amountOf(resource: Resource): number {
    if (!this.#isUnprivileged) return 0;
    if (resource === 'bytes') return this.#bytes;
    if (resource === 'pending') return this.#pending;
    return resource === this.kind ? 1 : 0;
  }

  /** Sets the bytes that are held now. False: they are beyond the quota, and the caller ends this client. */
  hold(bytes: number): boolean {
    if (bytes === this.#bytes) return true;
    const isMore = bytes > this.#bytes;
    this.#bytes = bytes;
    this.#quota.recount(this);
    return !isMore || !this.#isUnprivileged || this.#quota.makeRoom(this, 'bytes');
  }

  /** Begins a write that waits for the disk, to be ended by {@link end}; false when the quota allows no more. */
  begin(): boolean {
    if (this.#isUnprivileged && !this.#quota.mayBegin(this)) return false;
    this.#pending += 1;
    this.#quota.recount(this);
    return true;
  }

  end(): void {
    this.#pending -= 1;
    this.#quota.recount(this);
  }

  /** Whether there is processor time left. */
  mayWork(): boolean {
    return !this.#isUnprivileged || this.#quota.mayWork(this);
  }

  /** Does `work`, which is synchronous, and counts its processor time. */
  measure<Result>(work: () => Result): Result {
    const began = this.#quota.elapsed();
    try {
      return work();
    } finally {
      if (this.#isUnprivileged) this.#quota.spend(this, this.#quota.elapsed() - began);
    }
  }

  isBusy(): boolean {
    return this.#options.isBusy?.() ?? false;
  }

  evict(): void {
    this.release();
    this.#options.evict();
  }

  /** Gives everything back: it has ended. */
  release(): void {
    this.#quota.remove(this);
  }
}
