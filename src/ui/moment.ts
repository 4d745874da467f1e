const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Day and time of day, in the time zone of the browser: `2 Mar 2026, 14:05`. `at`: milliseconds since 1970. */
export function momentOf(at: number): string {
  return MOMENT.format(at);
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** The day, in the time zone of the browser: `2 Mar 2026`. */
export function dayOfMoment(at: number): string {
  return DAY.format(at);
}

const EXACT_MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** Day and time to the second, with the time zone: `2 Mar 2026, 14:05:09 UTC`. */
export function exactMomentOf(at: number): string {
  return EXACT_MOMENT.format(at);
}
