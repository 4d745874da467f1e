import { Button, CloseButton, Paper, Text } from '@mantine/core';
import styles from './StatusMessage.module.css';
import type { StatusAction } from './useStatus.ts';

type Props = {
  text: string;
  isError: boolean;
  action: StatusAction | undefined;
  onDismiss: () => void;
  /** Called with true while the pointer or the focus rests on the message, so that it is not taken away meanwhile. */
  onHold: (held: boolean) => void;
};

/** One message with its optional action and a button that dismisses it. */
export function StatusMessage({ text, isError, action, onDismiss, onHold }: Props) {
  const act = () => {
    onDismiss();
    action?.run();
  };
  return (
    <Paper
      className={styles['message']}
      data-error={isError || undefined}
      withBorder
      shadow="md"
      onMouseEnter={() => onHold(true)}
      onMouseLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <Text size="sm" className={styles['text']}>
        {text}
      </Text>
      {action && (
        <Button size="compact-sm" variant="default" onClick={act}>
          {action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label="Dismiss message" onClick={onDismiss} />
    </Paper>
  );
}
