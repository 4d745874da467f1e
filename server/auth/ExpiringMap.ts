/** With more entries than this the oldest are removed: an attacker must not fill the memory. */
const MAX_ENTRIES = 10_000;

/** Values that are there for a time. */
export class ExpiringMap<T> {
  /** In the order in which they expire. */
  private readonly entries = new Map<string, { readonly value: T; readonly expiresAt: number }>();

  /** @param lifetime and `now` in milliseconds */
  constructor(
    private readonly lifetime: number,
    private readonly now: () => number,
  ) {}

  set(key: string, value: T): void {
    this.makeRoom();
    this.entries.set(key, { value, expiresAt: this.now() + this.lifetime });
  }

  /** Undefined when there is none, or its time is over. */
  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.expiresAt > this.now() ? entry.value : undefined;
  }

  /** The value, which is gone afterwards. */
  take(key: string): T | undefined {
    const value = this.get(key);
    this.entries.delete(key);
    return value;
  }

  private makeRoom(): void {
    for (const [key, { expiresAt }] of this.entries) {
      if (expiresAt > this.now() && this.entries.size < MAX_ENTRIES) return;
      this.entries.delete(key);
    }
  }
}
