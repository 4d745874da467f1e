import type { ReactNode } from 'react';
import styles from './Empty.module.css';
import { Icon } from './icons.tsx';
import layout from './layout.module.css';

type Props = { children: ReactNode };

/** In place of a list that has nothing to show: why, or how something gets there. */
export function Empty({ children }: Props) {
  return (
    <div className={`${layout['card']} ${layout['dense']} ${styles['empty']}`}>
      <span className={styles['drawing']}>
        <Icon name="layers" size={32} />
      </span>
      <p>{children}</p>
    </div>
  );
}
