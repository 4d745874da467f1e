import { Box, Skeleton, Text } from '@mantine/core';
import { useId } from 'react';
import { grouped } from '#model/text/figures.ts';
import { coverageText, shareText, usageMessages } from '#model/text/usageMessages.ts';
import { type DailyUsage, matchesOf, type UsageStatistics } from '#model/usage.ts';
import layout from '../../ui/layout.module.css';
import table from '../../ui/table.module.css';
import styles from './UsageChart.module.css';

type Props = { daily: UsageStatistics['daily'] };

/** One bar per day, oldest first, in the width there is; the same figures as a table on demand. */
export function UsageChart({ daily }: Props) {
  const highest = Math.max(1, ...daily.map(({ count }) => count));
  const busiest = daily.find(({ count }) => count === highest);
  if (busiest === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {usageMessages.nothing(daily.length)}
      </Text>
    );
  }
  return (
    <figure className={styles['figure']}>
      <Text component="figcaption" size="sm" c="dimmed" className={styles['caption'] ?? ''}>
        {usageMessages.perDay(daily.length, busiest.count, busiest.day)}
      </Text>
      <Bars daily={daily} highest={highest} />
      <Coverage daily={daily} />
      <div className={`${layout['note']} ${layout['between']}`} aria-hidden="true">
        <span>{daily.at(0)?.day}</span>
        <span>{daily.at(-1)?.day}</span>
      </div>
      <Text size="sm" className={styles['trend'] ?? ''}>
        {usageMessages.trend(matchesOf(daily.slice(-7)), matchesOf(daily.slice(0, -7)))}
      </Text>
      <details className={`${layout['dense']} ${layout['quiet']}`}>
        <summary>Show as a table</summary>
        <DailyTable daily={daily} />
      </details>
    </figure>
  );
}

function Bars({ daily, highest }: Props & { highest: number }) {
  const pattern = useId();
  return (
    <svg
      className={styles['bars']}
      viewBox={`0 0 ${daily.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <pattern id={pattern} width="1" height="6" patternUnits="userSpaceOnUse">
          <rect width="1" height="6" fill="var(--attention-soft)" />
          <rect width="1" height="3" fill="var(--attention)" />
        </pattern>
      </defs>
      {daily.map((ofDay, i) => {
        const { day, count } = ofDay;
        const height = (100 * count) / highest;
        const unmatched = (100 * (ofDay.unmatched ?? 0)) / highest;
        return (
          <g key={day}>
            {/* The title belongs to the whole column, so that days with a low bar or none show it, too. */}
            <rect x={i} y={0} width={1} height={100} className={styles['column'] ?? ''}>
              <title>{`${day}: ${grouped(count)}, without a match: ${shareOn(ofDay)}`}</title>
            </rect>
            <rect x={i + 0.1} y={100 - height} width={0.8} height={height} fill="var(--accent)" />
            <rect x={i + 0.1} y={100 - unmatched} width={0.8} height={unmatched} fill={`url(#${pattern})`} />
          </g>
        );
      })}
    </svg>
  );
}

/** The share of lines with a match on each day that has figures, on an axis of its own from 0 to 100 %. */
function Coverage({ daily }: Props) {
  const points = daily.flatMap(({ count, unmatched }, i) =>
    count > 0 && unmatched !== null ? [`${i + 0.5},${(100 * unmatched) / count}`] : [],
  );
  return (
    <>
      <Text size="xs" c="dimmed">
        {usageMessages.coverage}
      </Text>
      <svg
        className={styles['coverage']}
        viewBox={`0 0 ${daily.length} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="var(--done)"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </>
  );
}

/** What is said of a day on which nothing was classified, is a dash. */
function shareOn(day: DailyUsage, textOf = shareText): string {
  return day.count === 0 ? '–' : textOf(matchesOf([day]));
}

function DailyTable({ daily }: Props) {
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th>Day (UTC)</th>
          <th className={table['number']}>Descriptions</th>
          <th className={table['number']}>With a match</th>
          <th className={table['number']}>Without a match</th>
        </tr>
      </thead>
      <tbody>
        {daily.toReversed().map((ofDay) => (
          <tr key={ofDay.day}>
            <td>{ofDay.day}</td>
            <td className={table['number']}>{grouped(ofDay.count)}</td>
            <td className={table['number']}>{shareOn(ofDay, coverageText)}</td>
            <td className={table['number']}>{shareOn(ofDay)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Placeholder of the chart's size, so that the sections below do not move when the chart appears. */
export function UsageChartPlaceholder() {
  return (
    <Skeleton className={styles['figure'] ?? ''} role="status" aria-label={usageMessages.loading}>
      <Text size="sm" className={styles['caption'] ?? ''}>
        &nbsp;
      </Text>
      <div className={styles['bars']} />
      <Text size="xs">&nbsp;</Text>
      <div className={styles['coverage']} />
      <div className={`${layout['note']} ${layout['between']}`}>&nbsp;</div>
      <Text size="sm" className={styles['trend'] ?? ''}>
        &nbsp;
      </Text>
      {/* As high as the closed table; a summary without words has no name. */}
      <Box className={layout['dense'] ?? ''} py="var(--s1)">
        &nbsp;
      </Box>
    </Skeleton>
  );
}
