import styles from './SegmentBar.module.css';
import type { Tone } from './SegmentBar.tsx';

type Props = {
  /** 0 to 1; more is shown as 1. */
  share: number;
  tone?: Tone;
};

/** A figure as a small bar beside it, which says it in words. */
export function CountBar({ share, tone = 'neutral' }: Props) {
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
