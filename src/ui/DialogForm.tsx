import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Failure } from './Failure.tsx';
import { useStatus } from './status/useStatus.ts';

type Props = {
  /** For a screen reader, where the dialog's title does not say it. */
  label?: string;
  submitLabel: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** Why the last attempt failed; missing where the fields say it. */
  failure?: string | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** The form of a dialog: the fields, the failure, and the buttons to submit and to cancel. */
export function DialogForm({ submitLabel, onSubmit, onClose, children, ...props }: Props) {
  const { label, isBusy = false, isDisabled = false, failure } = props;
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="sm">
        {children}
        {failure !== undefined && <Failure text={failure} />}
        <Group gap="xs">
          <Button variant="filled" type="submit" loading={isBusy} disabled={isDisabled}>
            {submitLabel}
          </Button>
          {/* Where no field before it has the focus: a second Enter must not confirm what nobody has read. */}
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type DialogFailure = {
  readonly text: string | null;
  /** Shows the text in the dialog, or on the page if the dialog was closed meanwhile. Null removes it. */
  readonly show: (text: string | null) => void;
};

/** Why a dialog could not do what the person asked for. */
export function useDialogFailure(): DialogFailure {
  const { show: showOnPage } = useStatus();
  const [text, setText] = useState<string | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return {
    text,
    show: (next) => {
      if (next !== null && !isOpen.current) showOnPage(next);
      else setText(next);
    },
  };
}
