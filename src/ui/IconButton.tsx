import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icons.tsx';
import table from './table.module.css';

/** `name`: what it does, in a word; `of`: with which row. */
type Props = ComponentProps<'button'> & { name: string; of: string; icon: IconName };

/** A button in a row of a table, with an icon in place of its name. */
export function IconButton({ name, of, icon, ...props }: Props) {
  return (
    <button type="button" className={table['button']} title={name} aria-label={`${name} ${of}`} {...props}>
      <Icon name={icon} />
    </button>
  );
}
