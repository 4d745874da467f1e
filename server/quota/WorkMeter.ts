type Allowance = { readonly burst: number; readonly share: number };

/** With more keys than this those that owe nothing are removed: an attacker must not fill the memory. */
const SWEEP_AT = 10_000;

/** Processor time used per key (an account, an address), which comes back at a steady share. Milliseconds. */
export class WorkMeter {
  readonly #allowance: Allowance;
  readonly #now: () => number;
  /** Per key, when everything will have come back. */
  readonly #clearAt = new Map<string, number>();

  constructor(allowance: Allowance, now: () => number) {
    this.#allowance = allowance;
    this.#now = now;
  }

  spend(key: string, ms: number): void {
    if (this.#clearAt.size >= SWEEP_AT) this.#sweep();
    this.#clearAt.set(key, this.#now() + (this.used(key) + ms) / this.#allowance.share);
  }

  /** What has been spent and has not come back. */
  used(key: string): number {
    const { burst, share } = this.#allowance;
    const used = ((this.#clearAt.get(key) ?? 0) - this.#now()) * share;
    // Far more than anybody can have spent comes from a clock that was ahead and has been corrected.
    return used > 0 && used < 100 * burst ? used : 0;
  }

  isUsedUp(key: string): boolean {
    return this.used(key) >= this.#allowance.burst;
  }

  #sweep(): void {
    for (const [key, time] of this.#clearAt) if (time <= this.#now()) this.#clearAt.delete(key);
  }
}
