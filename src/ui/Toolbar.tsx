import type { ReactNode } from 'react';
import { keepFocus } from './focus/keepFocus.ts';
import layout from './layout.module.css';

type Props = { label: string; children: ReactNode };

/** The buttons of a screen and what is shown beside them. A button that is busy for a while keeps the focus. */
export function Toolbar({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent off together
    <div
      ref={keepFocus}
      role="group"
      aria-label={label}
      className={`${layout['cluster']} ${layout['toolbar']}`}
    >
      {children}
    </div>
  );
}
