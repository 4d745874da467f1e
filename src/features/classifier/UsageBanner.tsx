import { useId } from 'react';
import type { UsageCounts } from '#model/usage.ts';
import styles from './UsageBanner.module.css';

type Props = { usage: UsageCounts | null };

/** How many descriptions the signed-in user has classified. */
export function UsageBanner({ usage }: Props) {
  const id = useId();
  return (
    <section className={styles['banner']} aria-labelledby={id}>
      <h2 id={id} className={styles['caption']}>
        Your description count
      </h2>
      <dl className={styles['counts']}>
        <Count name="Today" value={usage?.today} />
        <Count name="Total" value={usage?.total} />
      </dl>
    </section>
  );
}

function Count({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div className={styles['count']}>
      <dt>{name}</dt>
      <dd className={styles['figure']}>{value?.toLocaleString('en-US') ?? '–'}</dd>
    </div>
  );
}
