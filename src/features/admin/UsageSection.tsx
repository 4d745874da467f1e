import { Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import { USAGE_REFRESH_MS } from '#model/limits.ts';
import { grouped } from '#model/text/figures.ts';
import { lastDays, USAGE_DAYS, type UsageStatistics } from '#model/usage.ts';
import { RetryAlert } from '../../ui/RetryAlert.tsx';
import { Section } from './Section.tsx';
import { UsageChart, UsageChartPlaceholder } from './UsageChart.tsx';
import styles from './UsageSection.module.css';

type Props = { adminData: AdminData };

/** How much all users classify: today, in total, and on each of the last 30 days. */
export function UsageSection({ adminData }: Props) {
  const { statistics, hasFailed, refresh } = useUsage(adminData);
  return (
    <Section title="Classifier Usage Statistics">
      {hasFailed && (
        <RetryAlert
          mb="xs"
          text={`The usage counters cannot be read${statistics ? ' just now: these are from before' : ''}.`}
          onRetry={refresh}
        />
      )}
      <div className={styles['layout']}>
        <Figure label="Descriptions Today" count={statistics?.daily.at(-1)?.count} />
        <Figure label="Total Descriptions" count={statistics?.total} />
        {statistics && <UsageChart daily={statistics.daily} />}
        {!statistics && !hasFailed && <UsageChartPlaceholder />}
      </div>
    </Section>
  );
}

function Figure({ label, count }: { label: string; count: number | undefined }) {
  return (
    <dl className={styles['figure']}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <dd className={styles['count']}>{count === undefined ? '–' : grouped(count)}</dd>
    </dl>
  );
}

type Usage = {
  /** Null until the first answer. After a failure, those of before. */
  readonly statistics: UsageStatistics | null;
  readonly hasFailed: boolean;
  readonly refresh: () => void;
};

/** Usage of all users, read at once and again every 30 seconds; "today" moves on with the UTC day. */
function useUsage(adminData: AdminData): Usage {
  const [statistics, setStatistics] = useState<UsageStatistics | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const refresh = useCallback(async () => {
    try {
      setStatistics(await adminData.readUsage(lastDays(new Date(), USAGE_DAYS)));
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
