import { useEffect, useState } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import { utcDay } from '#model/day.ts';
import type { Email } from '#model/email.ts';
import { USAGE_REFRESH_MS } from '#model/limits.ts';
import type { UsageCounts } from '#model/usage.ts';

/** Scrolling rests this long before the rows on screen are asked for. Milliseconds. */
const SETTLE_MS = 120;

/**
 * Usage of the users on screen, and of those who have been: reading all of a large list every 30 seconds would
 * cost two reads each.
 */
export function useUserUsage(
  adminData: AdminData,
  emails: readonly Email[],
): ReadonlyMap<Email, UsageCounts> {
  const [counts, setCounts] = useState<ReadonlyMap<Email, UsageCounts>>(new Map());
  const key = emails.join('\n');
  useEffect(() => {
    if (key === '') return;
    const wanted = key.split('\n') as Email[];
    let isOver = false;
    const read = async () => {
      try {
        const usage = await adminData.readUserUsage(wanted, utcDay(new Date()));
        if (isOver) return;
        setCounts((known) => {
          const next = new Map(known);
          for (const [i, email] of wanted.entries()) {
            const found = usage[i];
            if (found) next.set(email, found);
          }
          return next;
        });
      } catch (error) {
        // The section above says that the counters cannot be read, and offers to try again.
        console.warn('The counters of the users on screen cannot be read:', error);
      }
    };
    const first = setTimeout(read, SETTLE_MS);
    const timer = setInterval(read, USAGE_REFRESH_MS);
    return () => {
      isOver = true;
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [adminData, key]);
  return counts;
}
