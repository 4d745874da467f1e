import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

export type RareAction = {
  readonly label: string;
  readonly isRunning?: boolean;
  readonly isDisabled: boolean;
  readonly run: () => void;
};

type Props = {
  actions: readonly RareAction[];
  /** Something else in the menu is under way. */
  isRunning?: boolean;
  /** Below the actions. */
  children?: ReactNode;
};

/** The rare actions, on a phone. */
export function MoreMenu({ actions, isRunning = false, children }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button aria-label="More" loading={isRunning || actions.some((action) => action.isRunning)}>
          <Icon name="more" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, isDisabled, run }) => (
          <Menu.Item key={label} disabled={isDisabled} onClick={run}>
            {label}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
