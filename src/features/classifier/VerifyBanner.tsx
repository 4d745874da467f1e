import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './VerifyBanner.module.css';

type Props = {
  /** Rows that wait. */
  toVerify: number;
  onNext: () => void;
  onTakeAll: () => Promise<void>;
  onKeepAll: () => Promise<void>;
};

/** Says how many rows wait to be verified, and settles all of them at once. */
export function VerifyBanner({ toVerify, onNext, onTakeAll, onKeepAll }: Props) {
  const [busy, setBusy] = useState<'take' | 'keep' | null>(null);
  const settle = async (what: 'take' | 'keep', settleAll: () => Promise<void>) => {
    setBusy(what);
    try {
      await settleAll();
    } finally {
      setBusy(null);
    }
  };
  const hasRows = toVerify > 0;
  const rows = `${toVerify.toLocaleString('en-US')} row${toVerify === 1 ? '' : 's'}`;
  return (
    <section
      className={styles['banner']}
      data-empty={!hasRows || undefined}
      data-screen-only
      aria-label={hasRows ? 'Suggestions' : undefined}
    >
      {/* Always there: a live region that appears together with its text is not announced. */}
      <span role="status" className={styles['text']}>
        {hasRows &&
          `The mapping list has changed: ${rows} ${toVerify === 1 ? 'waits' : 'wait'} to be verified.`}
      </span>
      {hasRows && (
        <span className={styles['actions']}>
          <Button size="compact-xs" variant="default" disabled={busy !== null} onClick={onNext}>
            {rows} to verify
          </Button>
          <Button
            size="compact-xs"
            loading={busy === 'take'}
            disabled={busy !== null}
            onClick={() => void settle('take', onTakeAll)}
          >
            Use all new
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            loading={busy === 'keep'}
            disabled={busy !== null}
            onClick={() => void settle('keep', onKeepAll)}
          >
            Keep all current
          </Button>
        </span>
      )}
    </section>
  );
}
