import { Group, type GroupProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import layout from './layout.module.css';

type Props<Value> = Omit<GroupProps, 'onChange'> & {
  label: string;
  /** `isAway`: still there for its shortcut and for who comes by keyboard, without a place of its own. */
  choices: readonly { readonly value: Value; readonly content: ReactNode; readonly isAway?: boolean }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, all of them in sight. */
export function Pills<Value extends string>({ label, choices, chosen, onChoose, ...group }: Props<Value>) {
  const name = useId();
  return (
    <Group gap={2} role="radiogroup" aria-label={label} {...group}>
      {choices.map(({ value, content, isAway }) => (
        <label key={value} className={layout['pill']} data-away={isAway || undefined}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {content}
        </label>
      ))}
    </Group>
  );
}
