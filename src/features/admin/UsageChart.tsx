import { Skeleton, Table, Text } from '@mantine/core';
import type { UsageStatistics } from '#model/usage.ts';
import styles from './UsageChart.module.css';

type Props = { daily: UsageStatistics['daily'] };

/** One bar per day, oldest first, in the width there is; the same figures as a table on demand. */
export function UsageChart({ daily }: Props) {
  const highest = Math.max(1, ...daily.map(({ count }) => count));
  const busiest = daily.find(({ count }) => count === highest);
  if (busiest === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Nothing was classified in the last {daily.length} days.
      </Text>
    );
  }
  return (
    <figure className={styles['figure']}>
      <Text component="figcaption" size="sm" c="dimmed" className={styles['caption'] ?? ''}>
        Descriptions per day, last {daily.length} days (most: {busiest.count.toLocaleString('en-US')} on{' '}
        {busiest.day})
      </Text>
      <Bars daily={daily} highest={highest} />
      <div className={styles['days']} aria-hidden="true">
        <span>{daily.at(0)?.day}</span>
        <span>{daily.at(-1)?.day}</span>
      </div>
      <details className={styles['details']}>
        <summary>Show as a table</summary>
        <DailyTable daily={daily} />
      </details>
    </figure>
  );
}

function Bars({ daily, highest }: Props & { highest: number }) {
  return (
    <svg
      className={styles['bars']}
      viewBox={`0 0 ${daily.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {daily.map(({ day, count }, i) => {
        const height = (100 * count) / highest;
        return (
          <g key={day}>
            {/* The title belongs to the whole column, so that days with a low bar or none show it, too. */}
            <rect x={i} y={0} width={1} height={100} className={styles['column'] ?? ''}>
              <title>{`${day}: ${count.toLocaleString('en-US')}`}</title>
            </rect>
            <rect x={i + 0.1} y={100 - height} width={0.8} height={height} className={styles['bar'] ?? ''} />
          </g>
        );
      })}
    </svg>
  );
}

function DailyTable({ daily }: Props) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day (UTC)</Table.Th>
          <Table.Th ta="right">Descriptions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {daily.toReversed().map(({ day, count }) => (
          <Table.Tr key={day}>
            <Table.Td>{day}</Table.Td>
            <Table.Td ta="right">{count.toLocaleString('en-US')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Placeholder of the chart's size, so that the sections below do not move when the chart appears. */
export function UsageChartPlaceholder() {
  return (
    <Skeleton className={styles['figure'] ?? ''} role="status" aria-label="The usage statistics are loading">
      <Text size="sm" className={styles['caption'] ?? ''}>
        &nbsp;
      </Text>
      <div className={styles['bars']} />
      <div className={styles['days']}>&nbsp;</div>
      <div className={styles['details']}>&nbsp;</div>
    </Skeleton>
  );
}
