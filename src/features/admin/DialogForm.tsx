import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Failure } from '../../ui/Failure.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';

type Props = {
  submitLabel: string;
  isBusy: boolean;
  /** Why the last attempt failed. */
  failure: string | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** The form of a dialog: the fields, the failure, and the buttons to submit and to cancel. */
export function DialogForm({ submitLabel, isBusy, failure, onSubmit, onClose, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="sm">
        {children}
        <Failure text={failure} />
        <Group gap="xs">
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
          <Button variant="default" onClick={onClose}>
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
