import { invalid } from '../status.ts';

/**
 * A point in time as whole microseconds since 1970, Firestore's resolution. Until the year 2255 that is a safe
 * integer; user data may lie outside, so `TimestampValue`s keep seconds and microseconds apart.
 */
export type Micros = number;

type TimestampParts = { readonly seconds: number; readonly micros: number };

const RFC3339 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;

/** Parses RFC 3339 with up to nine digits of a second; digits beyond the microsecond are dropped. */
export function parseTimestamp(text: string): TimestampParts {
  const [, whole, fraction = '', zone] = RFC3339.exec(text) ?? [];
  const milliseconds = Date.parse(`${whole}${zone}`);
  if (whole === undefined || Number.isNaN(milliseconds)) {
    throw invalid(`"${text.slice(0, 40)}" is not an RFC 3339 timestamp.`);
  }
  return { seconds: milliseconds / 1000, micros: Number(fraction.padEnd(6, '0').slice(0, 6)) };
}

export function parseMicros(text: string): Micros {
  const { seconds, micros } = parseTimestamp(text);
  return seconds * 1e6 + micros;
}

/** RFC 3339 in UTC with exactly six digits, so that equal times are equal texts. */
export function formatTimestamp({ seconds, micros }: TimestampParts): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`;
}

export function formatMicros(time: Micros): string {
  return formatTimestamp({ seconds: Math.floor(time / 1e6), micros: time % 1e6 });
}
