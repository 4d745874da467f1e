import { Skeleton, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { grouped } from '#model/text/figures.ts';
import { coverageText, shareText, usageMessages } from '#model/text/usageMessages.ts';
import { type DailyUsage, matchesOf, type UsageStatistics } from '#model/usage.ts';
import layout from '../../ui/layout.module.css';
import bars from '../../ui/SegmentBar.module.css';
import { Dot } from '../../ui/SegmentBar.tsx';
import table from '../../ui/table.module.css';
import { type Axis, countAxis, coverageAxis } from './axes.ts';
import styles from './UsageChart.module.css';

type Props = { daily: UsageStatistics['daily'] };

/** One bar per day, oldest first, in the width there is; the same figures as a table on demand. */
export function UsageChart({ daily }: Props) {
  const highest = Math.max(1, ...daily.map(({ count }) => count));
  const busiest = daily.find(({ count }) => count === highest);
  if (busiest === undefined) {
    return (
      <Text c="dimmed" flex="999 1 30rem">
        {usageMessages.nothing(daily.length)}
      </Text>
    );
  }
  return (
    <figure className={styles['figure']}>
      <figcaption className={`${layout['between']} ${layout['note']}`}>
        <span>{usageMessages.perDay(daily.length, busiest.count, busiest.day)}</span>
        <Legend />
      </figcaption>
      <Bars daily={daily} axis={countAxis(highest)} />
      <p className={layout['note']}>{usageMessages.coverage}</p>
      <Coverage daily={daily} />
      <Text>{usageMessages.trend(matchesOf(daily.slice(-7)), matchesOf(daily.slice(0, -7)))}</Text>
      <details className={`${layout['dense']} ${layout['quiet']}`}>
        <summary>Show as a table</summary>
        <DailyTable daily={daily} />
      </details>
    </figure>
  );
}

/** What the parts of a bar are. */
function Legend() {
  return (
    <span className={layout['cluster']} aria-hidden="true">
      <Dot tone="likely" /> With a match <Dot tone="verify" /> Without a match
    </span>
  );
}

/** A line across the chart at each figure, which stands at its end. */
function Plot({ axis, figure, className, children }: PlotProps) {
  const [low, high] = [axis.at(0) ?? 0, axis.at(-1) ?? 1];
  return (
    <div className={`${styles['plot']} ${className}`} aria-hidden="true">
      {axis.map((value) => (
        <span
          key={value}
          className={styles['line']}
          style={{ insetBlockEnd: `${(100 * (value - low)) / (high - low)}%` }}
        >
          <span className={layout['note']}>{figure(value)}</span>
        </span>
      ))}
      {children}
    </div>
  );
}

type PlotProps = {
  axis: Axis;
  /** A figure of the axis in words. */
  figure: (value: number) => string;
  className: string | undefined;
  children: ReactNode;
};

function Bars({ daily, axis }: Props & { axis: Axis }) {
  const top = axis.at(-1) ?? 1;
  const height = (count: number): CSSProperties => ({ height: `${(100 * count) / top}%` });
  return (
    <Plot axis={axis} figure={grouped} className={styles['bars']}>
      {daily.map((ofDay) => {
        const unmatched = ofDay.unmatched ?? 0;
        return (
          // The title belongs to the whole column, so that days with a low bar or none show it, too.
          <span
            key={ofDay.day}
            title={`${ofDay.day}: ${grouped(ofDay.count)}, without a match: ${shareOn(ofDay)}`}
          >
            <span className={bars['part']} data-tone="likely" style={height(ofDay.count - unmatched)} />
            <span className={bars['part']} data-tone="verify" style={height(unmatched)} />
            <span className={layout['note']}>{DAY.format(Date.parse(ofDay.day))}</span>
          </span>
        );
      })}
    </Plot>
  );
}

/** The share of lines with a match on each day that has figures, on an axis of its own. */
function Coverage({ daily }: Props) {
  const shares = daily.map((ofDay) => {
    const { count, unmatched } = ofDay;
    return count > 0 && unmatched !== null ? (100 * (count - unmatched)) / count : null;
  });
  const axis = coverageAxis(shares.filter((share) => share !== null));
  const [low, high] = [axis.at(0) ?? 0, axis.at(-1) ?? 100];
  const points = shares.flatMap((share, i) =>
    share === null ? [] : [`${i + 0.5},${(100 * (high - share)) / (high - low)}`],
  );
  return (
    <Plot axis={axis} figure={(value) => `${value}%`} className={styles['coverage']}>
      <svg viewBox={`0 0 ${daily.length} 100`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={points.join(' ')} />
        {/* The round ends of a line hardly longer than nothing: the last day. WebKit stretches those of nothing. */}
        {points.length > 0 && <path d={`M${points.at(-1)}h0.001`} strokeWidth="8" />}
      </svg>
    </Plot>
  );
}

/** `2026-11-27` as `27 Nov`. */
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

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
  return <Skeleton className={styles['figure'] ?? ''} role="status" aria-label={usageMessages.loading} />;
}
