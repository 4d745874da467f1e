import { Group } from '@mantine/core';
import type { ComponentProps } from 'react';
import table from './table.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> & {
  /** Stands beside the box; without it an `aria-label` names the box. */
  label?: string;
  /** A part of what the box stands for is ticked. */
  isHalf?: boolean;
};

/** A box to tick. The browser draws it: a table has one in each row, and the system may choose the colours. */
export function TickBox({ label, isHalf = false, ...props }: Props) {
  const box = (
    <input
      type="checkbox"
      className={table['box']}
      ref={(input) => {
        if (input) input.indeterminate = isHalf;
      }}
      {...props}
    />
  );
  if (label === undefined) return box;
  return (
    <Group component="label" gap="xs" wrap="nowrap" fz="sm">
      {box}
      <span>{label}</span>
    </Group>
  );
}
