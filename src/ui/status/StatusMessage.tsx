import { Box, Button } from '@mantine/core';
import { Icon } from '../icons.tsx';
import layout from '../layout.module.css';
import styles from './StatusMessage.module.css';
import type { StatusAction } from './useStatus.ts';

type Props = {
  text: string;
  isError: boolean;
  action: StatusAction | undefined;
  onAct: () => void;
  onDismiss: () => void;
  /** Called with true while the pointer or the focus rests on the message, so that it is not taken away meanwhile. */
  onHold: (held: boolean) => void;
};

/** One message with its optional action and a button that dismisses it. */
export function StatusMessage({ text, isError, action, onAct, onDismiss, onHold }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what rests on the message only keeps it there
    <div
      className={styles['message']}
      onMouseEnter={() => onHold(true)}
      onMouseLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <Box component="span" c={isError ? 'var(--danger-text)' : 'var(--done-text)'}>
        <Icon name={isError ? 'warning' : 'check'} />
      </Box>
      <span className={layout['wrap']}>{text}</span>
      {action && (
        <Button size="compact-sm" variant="subtle" bg="var(--message-button)" onClick={onAct}>
          {action.label}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" aria-label="Dismiss message" onClick={onDismiss}>
        <Icon name="close" />
      </Button>
    </div>
  );
}
