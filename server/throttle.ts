type Limits = {
  /** Tries possible at once. */
  readonly burst: number;
  /** Milliseconds until a used try comes back. */
  readonly refill: number;
};

/** With more keys than this the full buckets are removed, and if need be the oldest: an attacker must not fill the memory. */
const MAX_KEYS = 20_000;

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Limits how often something may be tried per key (an account, an address), as a token bucket.
 * @param now milliseconds
 */
export function createThrottle({ burst, refill }: Limits, now: () => number) {
  /** Per key, when the bucket will be full again; a key that is absent is full. The key used last comes last. */
  const fullAt = new Map<string, number>();

  const makeRoom = () => {
    for (const [key, time] of fullAt) if (time <= now()) fullAt.delete(key);
    // A quarter at once: sweeping at every try would take the processor's time.
    for (const key of fullAt.keys()) {
      if (fullAt.size <= (MAX_KEYS * 3) / 4) return;
      fullAt.delete(key);
    }
  };
  return {
    /** Takes one try; false when there is none left. */
    take(key: string): boolean {
      if (fullAt.size >= MAX_KEYS) makeRoom();
      const latest = now() + burst * refill;
      const known = fullAt.get(key) ?? 0;
      // A later time than any try can lead to comes from a clock that was ahead and has been corrected.
      const next = Math.max(now(), known > latest ? 0 : known) + refill;
      if (next > latest) return false;
      fullAt.delete(key);
      fullAt.set(key, next);
      return true;
    },
    /** Gives a try back, e.g. because the password was right. */
    refund(key: string): void {
      const time = fullAt.get(key);
      if (time !== undefined) fullAt.set(key, time - refill);
    },
    /** Gives all tries of the keys that begin so back. */
    clear(prefix: string): void {
      for (const key of fullAt.keys()) if (key.startsWith(prefix)) fullAt.delete(key);
    },
  };
}
