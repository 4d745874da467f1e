import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from './layout.module.css';
import { Dot, type Segment, SegmentBar } from './SegmentBar.tsx';

type Props = {
  segments: readonly Segment[];
  /** A count in words. */
  figure: (count: number) => string;
  /** What the bar comes to, at its end. */
  sum?: ReactNode;
};

/** What a list consists of: as a bar, and below it the parts with their counts. */
export function PartsBar({ segments, figure, sum }: Props) {
  return (
    <Group gap="var(--s2) var(--s4)" px="md" py="sm" className={`${layout['card']} ${layout['dense']}`}>
      <SegmentBar segments={segments} />
      {sum && <span className={layout['quiet']}>{sum}</span>}
      <Group component="ul" gap="var(--s1) var(--s4)" flex="1 0 100%">
        {segments.map(({ name, tone, count }) => (
          <li key={name} className={`${layout['quiet']} ${layout['pair']}`}>
            <Dot tone={tone} /> {name} <b>{figure(count)}</b>
          </li>
        ))}
      </Group>
    </Group>
  );
}
