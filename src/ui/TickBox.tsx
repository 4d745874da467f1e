import type { ComponentProps } from 'react';
import table from './table.module.css';

/** A box to tick beside a row, small and without a label of its own. */
export function TickBox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input type="checkbox" className={table['box']} {...props} />;
}
