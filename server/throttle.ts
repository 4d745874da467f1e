/** Limits how often something may be tried per key (an account, an address), as a token bucket. */
export type Throttle = {
  /** Takes one try; false when there is none left. */
  take(key: string): boolean;
  /** Gives a try back, e.g. because the password was right. */
  giveBack(key: string): void;
};

type Limits = {
  /** Tries possible at once. */
  readonly burst: number;
  /** Milliseconds until a used try comes back. */
  readonly refill: number;
};

/** With more keys than this the full buckets are removed: an attacker must not fill the memory. */
const SWEEP_AT = 10_000;

/** @param now milliseconds */
export function createThrottle({ burst, refill }: Limits, now: () => number): Throttle {
  /** Per key, when the bucket will be full again; a key that is absent is full. */
  const fullAt = new Map<string, number>();

  const sweep = () => {
    for (const [key, time] of fullAt) if (time <= now()) fullAt.delete(key);
  };
  return {
    take: (key) => {
      if (fullAt.size >= SWEEP_AT) sweep();
      const latest = now() + burst * refill;
      const known = fullAt.get(key) ?? 0;
      // A later time than any try can lead to comes from a clock that was ahead and has been corrected.
      const next = Math.max(now(), known > latest ? 0 : known) + refill;
      if (next > latest) return false;
      fullAt.set(key, next);
      return true;
    },
    giveBack: (key) => {
      const time = fullAt.get(key);
      if (time !== undefined) fullAt.set(key, time - refill);
    },
  };
}
