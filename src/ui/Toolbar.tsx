import type { ReactNode } from 'react';
import layout from './layout.module.css';
import styles from './Toolbar.module.css';

type Props = { label: string; children: ReactNode };

/** The buttons of a screen and what is shown beside them. */
export function Toolbar({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent off together
    <div role="group" aria-label={label} className={`${layout['cluster']} ${styles['toolbar']}`}>
      {children}
    </div>
  );
}
