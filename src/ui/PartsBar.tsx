import type { ReactNode } from 'react';
import layout from './layout.module.css';
import styles from './PartsBar.module.css';
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
    <div className={`${layout['cluster']} ${layout['card']} ${layout['dense']} ${styles['parts']}`}>
      <SegmentBar segments={segments} />
      {sum && <span className={layout['quiet']}>{sum}</span>}
      <ul className={layout['cluster']}>
        {segments.map(({ name, tone, count }) => (
          <li key={name} className={`${layout['quiet']} ${layout['pair']}`}>
            <Dot tone={tone} /> {name} <b>{figure(count)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
