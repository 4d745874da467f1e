/** The day of a moment, in the time zone of the browser, for people: `Monday, 2 March 2026`. */
export function dayOf(at: number): string {
  return DAY.format(at);
}

/** The time of day: `14:05`. */
export function timeOf(at: number): string {
  return TIME.format(at);
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
