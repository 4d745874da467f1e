const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * When a user signed in last, in the words of the specification: `Never`, `Just now`, `Nm ago`, `Nh ago`,
 * `Nd ago` (under 7 days), otherwise `format` of the time (local date and time), or `Invalid date`.
 * A time slightly ahead, from a clock that runs fast, is `Just now`.
 */
export function lastLoginText(
  lastLogin: string | undefined,
  now: Date,
  format: (time: Date) => string = (time) => time.toLocaleString(),
): string {
  if (lastLogin === undefined || lastLogin === '') return 'Never';
  const time = new Date(lastLogin);
  const age = now.getTime() - time.getTime();
  if (Number.isNaN(age)) return 'Invalid date';
  if (age < MINUTE) return 'Just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d ago`;
  return format(time);
}
