/** A point in time: whole seconds since 1970, and the microseconds of that second. */
export type TimeParts = { readonly seconds: number; readonly micros: number };

const RFC3339 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;
/** Seconds of 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: the years that RFC 3339 and Firestore have. */
export const FIRST_SECOND = -62_135_596_800;
export const LAST_SECOND = 253_402_300_799;

/**
 * Reads RFC 3339 of the years 1 to 9999 (in UTC) with up to nine digits of a second; digits beyond the microsecond are
 * dropped. Null for what is no such time: `Date.parse` alone takes 30 February for 1 March.
 */
export function readTime(text: string): TimeParts | null {
  const [, local, fraction = '', sign, hours = '0', minutes = '0'] = RFC3339.exec(text) ?? [];
  const asUtc = Date.parse(`${local}Z`);
  const exists = !Number.isNaN(asUtc) && new Date(asUtc).toISOString().slice(0, 19) === local;
  const offset = Number(hours) * 3600 + Number(minutes) * 60;
  const seconds = asUtc / 1000 - (sign === '-' ? -offset : offset);
  const isOffset = Number(hours) < 24 && Number(minutes) < 60;
  if (!exists || !isOffset || seconds < FIRST_SECOND || seconds > LAST_SECOND) return null;
  return { seconds, micros: Number(fraction.padEnd(6, '0').slice(0, 6)) };
}
