const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit', timeZoneName: 'short' } as const;

/** What puts milliseconds since 1970 into words, in the time zone of the browser. */
function formatter(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', options);
  return (at) => format.format(at);
}

/** Day and time of day: `2 Mar 2026, 14:05`. */
export const momentOf = formatter(MINUTE);

/** The day: `2 Mar 2026`. */
export const dayOfMoment = formatter(DAY);

/** Day and time to the second, with the time zone: `2 Mar 2026, 14:05:09 UTC`. */
export const exactMomentOf = formatter(SECOND);

/** The day of the week, too: `Monday, 2 March 2026`. */
export const longDayOf = formatter({ dateStyle: 'full' });

/** The time of day: `14:05`. */
export const timeOf = formatter({ hour: '2-digit', minute: '2-digit' });
