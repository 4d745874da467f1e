/** A day in UTC as `YYYY-MM-DD`. */
export type Day = string & { readonly __brand: 'Day' };

/** The UTC day that holds `instant`. */
export function utcDay(instant: Date): Day {
  return instant.toISOString().slice(0, 10) as Day;
}

/** Milliseconds from `instant` until the next UTC midnight. */
export function millisToNextDay(instant: Date): number {
  const next = Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate() + 1);
  return next - instant.getTime();
}
