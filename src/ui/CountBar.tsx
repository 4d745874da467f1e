import styles from './CountBar.module.css';

type Props = {
  /** 0 to 1; more is shown as 1. */
  share: number;
  tone?: 'attention' | 'neutral';
};

/** A figure as a small bar beside it, which says it in words. */
export function CountBar({ share, tone = 'neutral' }: Props) {
  return (
    <span className={styles['bar']} data-tone={tone} aria-hidden="true">
      <span style={{ inlineSize: `${100 * Math.min(1, share)}%` }} />
    </span>
  );
}
