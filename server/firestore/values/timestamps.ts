import { invalid } from '../status.ts';

/**
 * A point in time as whole microseconds since 1970, Firestore's resolution. Until the year 2255 that is a safe
 * integer; user data may lie outside, so `TimestampValue`s keep seconds and microseconds apart.
 */
export type Micros = number;

type TimestampParts = { readonly seconds: number; readonly micros: number };

const RFC3339 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;
/** Seconds of 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: the years that a timestamp may have. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/**
 * Parses RFC 3339 of the years 1 to 9999 (in UTC) with up to nine digits of a second; digits beyond the microsecond are
 * dropped, as Firestore does. `Date.parse` alone takes 30 February for 1 March.
 */
export function parseTimestamp(text: string): TimestampParts {
  const [, local, fraction = '', sign, hours = '0', minutes = '0'] = RFC3339.exec(text) ?? [];
  const asUtc = Date.parse(`${local}Z`);
  const exists = !Number.isNaN(asUtc) && new Date(asUtc).toISOString().slice(0, 19) === local;
  const offset = Number(hours) * 3600 + Number(minutes) * 60;
  const seconds = asUtc / 1000 - (sign === '-' ? -offset : offset);
  const isOffset = Number(hours) < 24 && Number(minutes) < 60;
  if (!exists || !isOffset || seconds < FIRST_SECOND || seconds > LAST_SECOND)
    throw invalid(`"${text.slice(0, 40)}" is not an RFC 3339 timestamp of the years 1 to 9999.`);
  return { seconds, micros: Number(fraction.padEnd(6, '0').slice(0, 6)) };
}

/** A time in microseconds. Throws INVALID_ARGUMENT for finer ones: they would be taken for another time. */
export function parseMicros(text: string): Micros {
  if (/\.\d{6}0*[1-9]/.test(text)) throw invalid(`"${text.slice(0, 40)}" is finer than a microsecond.`);
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
