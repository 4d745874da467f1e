/** The day of a moment, in the time zone of the browser, for people: `Monday, 2 March 2026`. */
export function dayOf(at: number): string {
  return DAY.format(at);
}

/** The time of day: `14:05`. */
export function timeOf(at: number): string {
  return TIME.format(at);
}

/** Day and time to the second, with the time zone. */
export function momentOf(at: number): string {
  return MOMENT.format(at);
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
