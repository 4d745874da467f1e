/** More entries than this are a flood; the oldest then give way. */
const MAX_ENTRIES = 10_000;

/** Values to be taken once, within a time. */
export class ExpiringMap<T> {
  /** In the order in which they expire. */
  private readonly entries = new Map<string, { readonly value: T; readonly expiresAt: number }>();
  private readonly lifetime: number;
  private readonly now: () => number;

  /** @param lifetime and `now` in milliseconds */
  constructor(lifetime: number, now: () => number) {
    this.lifetime = lifetime;
    this.now = now;
  }

  set(key: string, value: T): void {
    this.makeRoom();
    this.entries.set(key, { value, expiresAt: this.now() + this.lifetime });
  }

  /** The value, which is gone afterwards; undefined when there is none, or its time is over. */
  take(key: string): T | undefined {
    const entry = this.entries.get(key);
    this.entries.delete(key);
    return entry !== undefined && entry.expiresAt > this.now() ? entry.value : undefined;
  }

  private makeRoom(): void {
    for (const [key, { expiresAt }] of this.entries) {
      if (expiresAt > this.now() && this.entries.size < MAX_ENTRIES) return;
      this.entries.delete(key);
    }
  }
}
