import type { ComponentProps } from 'react';
import styles from './SegmentBar.module.css';

/** Never the colour alone: `verify` is hatched, `blank` hollow, and each kind is named beside its {@link Dot}. */
export type Tone = 'done' | 'verify' | 'likely' | 'possible' | 'attention' | 'danger' | 'neutral' | 'blank';

export type Segment = { readonly name: string; readonly tone: Tone | undefined; readonly count: number };

type Props = ComponentProps<'div'> & { segments: readonly Segment[] };

/** A bar of parts as long as their counts; what has none has no part. What stands beside it says the same in words. */
export function SegmentBar({ segments, ...props }: Props) {
  return (
    <div className={styles['bar']} {...props}>
      {segments
        .filter(({ count }) => count > 0)
        .map(({ name, tone, count }) => (
          <span key={name} className={styles['part']} data-tone={tone} style={{ flexGrow: count }} />
        ))}
    </div>
  );
}

/** The mark of a kind in a legend. */
export function Dot({ tone }: { tone: Tone | undefined }) {
  return <span className={`${styles['part']} ${styles['dot']}`} data-tone={tone} />;
}

type CountProps = {
  /** 0 to 1; more is shown as 1. */
  share: number;
  tone?: Tone;
};

/** A figure as a small bar beside it, which says it in words. */
export function CountBar({ share, tone = 'neutral' }: CountProps) {
  return (
    <span className={styles['count']} aria-hidden="true">
      <span
        className={styles['part']}
        data-tone={tone}
        style={{ inlineSize: `${100 * Math.min(1, share)}%` }}
      />
    </span>
  );
}
