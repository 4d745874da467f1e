import { Group, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import { USAGE_REFRESH_MS } from '#model/limits.ts';
import { grouped } from '#model/text/figures.ts';
import { coverageText, usageMessages } from '#model/text/usageMessages.ts';
import { lastDays, matchesOf, USAGE_DAYS, type UsageStatistics } from '#model/usage.ts';
import { RetryAlert } from '../../ui/RetryAlert.tsx';
import { Section } from './Section.tsx';
import { UsageChart, UsageChartPlaceholder } from './UsageChart.tsx';

type Props = { adminData: AdminData };

/** How much all users classify: today, in total, and on each of the last 30 days. */
export function UsageSection({ adminData }: Props) {
  const { statistics, hasFailed, refresh } = useUsage(adminData);
  return (
    <Section title="Classifier Usage Statistics" flex="999 1 44rem">
      {hasFailed && <RetryAlert mb="xs" text={usageMessages.failed(statistics !== null)} onRetry={refresh} />}
      <Group align="start" gap="var(--s4) var(--s6)">
        <Group flex="1 1 10rem" align="end" gap="var(--s4) var(--s6)">
          <Figure label="Descriptions Today" value={countText(statistics?.daily.at(-1)?.count)} />
          <Figure label="Total Descriptions" value={countText(statistics?.total)} />
          <CoverageFigure daily={statistics?.daily ?? null} />
        </Group>
        {statistics && <UsageChart daily={statistics.daily} />}
        {!statistics && !hasFailed && <UsageChartPlaceholder />}
      </Group>
    </Section>
  );
}

/** The share of lines with a match in the last 7 days, beside that of the days before. */
function CoverageFigure({ daily }: { daily: UsageStatistics['daily'] | null }) {
  const recent = daily && matchesOf(daily.slice(-7));
  const value = recent === null ? UNKNOWN : coverageText(recent);
  const note = daily === null ? UNKNOWN : usageMessages.formerCoverage(matchesOf(daily.slice(0, -7)));
  return <Figure label={usageMessages.recentCoverage} value={value} note={note} />;
}

/** Stands for a figure that has not come yet, or that there is none of. */
const UNKNOWN = '–';

function countText(count: number | undefined): string {
  return count === undefined ? UNKNOWN : grouped(count);
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <dl>
      <Text component="dt" c="dimmed">
        {label}
      </Text>
      <Text component="dd" size="xl" fw={600} lts="-0.02em">
        {value}
      </Text>
      {note !== undefined && (
        <Text component="dd" size="xs" c="dimmed" m={0}>
          {note}
        </Text>
      )}
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
