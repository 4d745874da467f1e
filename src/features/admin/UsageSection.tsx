import { Alert, Button, Group, Text } from '@mantine/core';
import type { AdminData } from '#contract/ledger.ts';
import { Section } from './Section.tsx';
import { UsageChart, UsageChartToCome } from './UsageChart.tsx';
import styles from './UsageSection.module.css';
import { useUsage } from './useUsage.ts';

type Props = { adminData: AdminData };

/** How much all users classify: today, in total, and on each of the last 30 days. */
export function UsageSection({ adminData }: Props) {
  const { statistics, hasFailed, refresh } = useUsage(adminData);
  return (
    <Section title="Classifier Usage Statistics">
      {hasFailed && (
        <Alert color="red" mb="xs">
          <Group justify="space-between">
            The usage counters cannot be read{statistics ? ' just now: these are from before' : ''}.
            <Button size="compact-sm" variant="default" onClick={refresh}>
              Retry
            </Button>
          </Group>
        </Alert>
      )}
      <div className={styles['layout']}>
        <Figure label="Descriptions Today" count={statistics?.daily.at(-1)?.count} />
        <Figure label="Total Descriptions" count={statistics?.total} />
        {statistics && <UsageChart daily={statistics.daily} />}
        {!statistics && !hasFailed && <UsageChartToCome />}
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
      <dd className={styles['count']}>{count === undefined ? '–' : count.toLocaleString('en-US')}</dd>
    </dl>
  );
}
