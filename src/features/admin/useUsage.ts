import { useCallback, useEffect, useState } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import { USAGE_REFRESH_MS } from '#model/limits.ts';
import { lastDays, type UsageStatistics } from '#model/usage.ts';

const DAYS_SHOWN = 30;

type Usage = {
  /** Null until the first answer. After a failure, those of before. */
  readonly statistics: UsageStatistics | null;
  readonly hasFailed: boolean;
  readonly refresh: () => void;
};

/** Usage of all users, read at once and again every 30 seconds; "today" moves on with the UTC day. */
export function useUsage(adminData: AdminData): Usage {
  const [statistics, setStatistics] = useState<UsageStatistics | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const refresh = useCallback(async () => {
    try {
      setStatistics(await adminData.readUsage(lastDays(new Date(), DAYS_SHOWN)));
      setFailed(false);
    } catch (error) {
      console.error(error);
      setFailed(true);
    }
  }, [adminData]);
  useEffect(() => {
    refresh();
    const timer = setInterval(refresh, USAGE_REFRESH_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return { statistics, hasFailed, refresh };
}
