import { Box, Button } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { Icon } from '../icons.tsx';
import layout from '../layout.module.css';
import { useUndoKey } from '../undoKey.ts';
import styles from './StatusMessage.module.css';
import { type StatusAction, StatusContext, type StatusOptions } from './useStatus.ts';

type Props = {
  /** Whether a text is an error. Errors stay until dismissed or replaced. */
  isError: (text: string) => boolean;
  /** Called when an error is shown. */
  onError?: () => void;
  /** Milliseconds after which a success clears. */
  clearAfter?: number;
  children: ReactNode;
};

type Shown = {
  /** Distinguishes two showings of one text: the second is announced and timed again. */
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly stays: boolean;
  readonly action: StatusAction | undefined;
  readonly details: ReactNode;
  readonly lingers: number;
  /** Only its Undo is left, by key. */
  readonly isHidden: boolean;
};

/** Gives `useStatus` to what is inside, and shows the current message above it, announced to screen readers. */
export function StatusProvider({ isError, onError, clearAfter = 3000, children }: Props) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isHeld, setHeld] = useState(false);
  const dismiss = useCallback(() => {
    setShown(null);
    setHeld(false);
  }, []);
  const makeRoom = useCallback(() => {
    setShown((last) => (last?.action?.isUndo && !last.isError ? { ...last, isHidden: true } : last));
    setHeld(false);
  }, []);
  const show = useCallback(
    (text: string, options: StatusOptions = {}) => {
      const failed = isError(text);
      if (failed) onError?.();
      const { action, details, lingers = action?.lingers ?? 0 } = options;
      const waits = action !== undefined && action.lingers === undefined;
      const stays = failed || waits || options.stays === true;
      setShown((last) => {
        if (last?.isError && options.yieldsToErrors) return last;
        if (last?.action?.isUndo && !last.isHidden && options.yieldsToUndo) return last;
        const id = (last?.id ?? 0) + 1;
        return { id, text, isError: failed, stays, action, details, lingers, isHidden: false };
      });
    },
    [isError, onError],
  );

  useEffect(() => {
    if (shown === null || shown.stays || isHeld || (shown.isHidden && shown.action?.outlivesMessage)) return;
    const clear = shown.action?.outlivesMessage ? makeRoom : dismiss;
    const timer = setTimeout(clear, clearAfter + shown.lingers);
    return () => clearTimeout(timer);
  }, [shown, isHeld, clearAfter, dismiss, makeRoom]);

  const act = (action: StatusAction | undefined) => {
    dismiss();
    action?.run();
  };
  useUndoKey(() => {
    if (shown?.action?.isUndo) act(shown.action);
  }, 'window');

  const status = useMemo(() => ({ show, dismiss, makeRoom }), [show, dismiss, makeRoom]);
  const message = shown && !shown.isHidden && (
    <StatusMessage
      key={shown.id}
      {...shown}
      onAct={() => act(shown.action)}
      onDismiss={dismiss}
      onHold={setHeld}
    />
  );
  return (
    <StatusContext value={status}>
      {children}
      {/* Both regions are always there: a live region that appears together with its text is not announced. */}
      <div className={styles['place']} data-screen-only>
        <div role="status">{shown?.isError === false && message}</div>
        <div role="alert">{shown?.isError === true && message}</div>
      </div>
    </StatusContext>
  );
}

type MessageProps = Shown & {
  onAct: () => void;
  onDismiss: () => void;
  /** Called with true while the pointer or the focus rests on the message, so that it is not taken away meanwhile. */
  onHold: (held: boolean) => void;
};

/** One message with its optional action and a button that dismisses it. */
function StatusMessage({ text, isError, action, details, onAct, onDismiss, onHold }: MessageProps) {
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
      <div className={layout['wrap']}>
        {text}
        {details}
      </div>
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
