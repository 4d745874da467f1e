import type { AuthContext } from '../auth/authContext.ts';
import type { GuestKind, Resource } from './limits.ts';

/** What a guest needs of the budget. */
export type GuestBudget = {
  isGranted(auth: AuthContext): boolean;
  /** Counts what `guest` holds now, in place of what it held before. */
  recount(guest: QuotaClient): void;
  /** Makes others give way where a limit is passed; false when `guest` itself would have to. */
  makeRoom(guest: QuotaClient, resource: Resource): boolean;
  /** Whether one more write may wait. */
  mayBegin(guest: QuotaClient): boolean;
  mayWork(guest: QuotaClient): boolean;
  /** For measuring work. Milliseconds. */
  elapsed(): number;
  spend(guest: QuotaClient, ms: number): void;
  remove(guest: QuotaClient): void;
};

export type GuestOptions = {
  readonly budget: GuestBudget;
  readonly kind: GuestKind;
  /** The caller's address, as `callerOf` counts it. */
  readonly address: string;
  /** Ends what the guest stands for, at once. */
  readonly evict: () => void;
  /** Whether it is among the last to give way: its request has arrived whole and waits for the answer. */
  readonly isBusy?: () => boolean;
  /** Called when its session turns out to have a grant. */
  readonly onGranted?: () => void;
};

/**
 * One socket, stream, request or connection, and what it takes of the strangers' budget: nothing, as long as the
 * account has a grant.
 */
export class QuotaClient {
  readonly kind: GuestKind;
  readonly address: string;
  readonly #options: GuestOptions;
  readonly #budget: GuestBudget;
  #auth: AuthContext = null;
  #isStranger = true;
  #bytes = 0;
  #pending = 0;

  constructor(options: GuestOptions) {
    this.kind = options.kind;
    this.address = options.address;
    this.#options = options;
    this.#budget = options.budget;
  }

  get isStranger(): boolean {
    return this.#isStranger;
  }

  get auth(): AuthContext {
    return this.#auth;
  }

  /** Null when nobody is signed in. */
  get account(): string | null {
    return this.#auth?.uid ?? null;
  }

  /** Sets who is signed in. Their grant is looked up now, and at each {@link checkGrant}. */
  identify(auth: AuthContext): void {
    this.#auth = auth;
    this.#isStranger = true;
    this.checkGrant();
    this.#budget.recount(this);
    if (this.#isStranger) this.#budget.makeRoom(this, this.kind);
  }

  /** Looks up the grant again, which may have been given or withdrawn. Returns whether this is a stranger's. */
  checkGrant(): boolean {
    const isStranger = !this.#budget.isGranted(this.#auth);
    if (isStranger === this.#isStranger) return isStranger;
    this.#isStranger = isStranger;
    this.#budget.recount(this);
    if (!isStranger) this.#options.onGranted?.();
    return isStranger;
  }

  /** How much of a resource this takes of the budget. */
  amountOf(resource: Resource): number {
    if (!this.#isStranger) return 0;
    if (resource === 'bytes') return this.#bytes;
    if (resource === 'pending') return this.#pending;
    return resource === this.kind ? 1 : 0;
  }

  /** Sets the bytes that are held now. False: they are beyond the budget, and the caller ends this guest. */
  hold(bytes: number): boolean {
    if (bytes === this.#bytes) return true;
    const isMore = bytes > this.#bytes;
    this.#bytes = bytes;
    this.#budget.recount(this);
    return !isMore || !this.#isStranger || this.#budget.makeRoom(this, 'bytes');
  }

  /** Begins a write that waits for the disk, to be ended by {@link end}; false when the budget allows no more. */
  begin(): boolean {
    if (this.#isStranger && !this.#budget.mayBegin(this)) return false;
    this.#pending += 1;
    this.#budget.recount(this);
    return true;
  }

  end(): void {
    this.#pending -= 1;
    this.#budget.recount(this);
  }

  /** Whether there is processor time left. */
  mayWork(): boolean {
    return !this.#isStranger || this.#budget.mayWork(this);
  }

  /** Does `work`, which is synchronous, and counts its processor time. */
  measure<Result>(work: () => Result): Result {
    const began = this.#budget.elapsed();
    try {
      return work();
    } finally {
      if (this.#isStranger) this.#budget.spend(this, this.#budget.elapsed() - began);
    }
  }

  isBusy(): boolean {
    return this.#options.isBusy?.() ?? false;
  }

  evict(): void {
    this.leave();
    this.#options.evict();
  }

  /** Gives everything back: it has ended. */
  leave(): void {
    this.#budget.remove(this);
  }
}
