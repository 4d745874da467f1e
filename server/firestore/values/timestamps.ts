import { FIRST_SECOND, LAST_SECOND, readTime, type TimeParts } from '../../scalars/times.ts';
import { invalid } from '../status.ts';

/**
 * A point in time as whole microseconds since 1970, Firestore's resolution. Until the year 2255 that is a safe
 * integer; user data may lie outside, so `TimestampValue`s keep seconds and microseconds apart.
 */
export type Micros = number;

/** Reads a time as {@link readTime} does. Throws INVALID_ARGUMENT. */
export function parseTimestamp(input: unknown): TimeParts {
  const time = typeof input === 'string' ? readTime(input) : null;
  if (time !== null) return time;
  throw invalid(
    `${JSON.stringify(input)?.slice(0, 40)} is not an RFC 3339 timestamp of the years 1 to 9999.`,
  );
}

/** RFC 3339 in UTC with exactly six digits, so that equal times are equal texts. */
export function formatTimestamp({ seconds, micros }: TimeParts): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`;
}

export function formatMicros(time: Micros): string {
  return formatTimestamp({ seconds: Math.floor(time / 1e6), micros: time % 1e6 });
}

/** The first and the last time that there is a text for. */
export const FIRST_TIME = formatTimestamp({ seconds: FIRST_SECOND, micros: 0 });
export const LAST_TIME = formatTimestamp({ seconds: LAST_SECOND, micros: 999_999 });
