import { Box, Group, Text } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import layout from '../ui/layout.module.css';

type Props = {
  title: string;
  /** What gets the account, and which account. */
  heading: ReactNode;
  /** The fields of the keywords. */
  children: ReactNode;
  /** What saving would do. */
  preview: ReactNode;
  /** Why nothing was saved. */
  problem: string | null;
  buttons: ReactNode;
  /** The keys, in words. */
  keys: string;
  onSubmit: () => void;
  /** Gives the account to the lines alone, without a mapping: Ctrl+Enter. */
  onLinesOnly: () => void;
  onClose: () => void;
};

/** The dialog in which an account of lines becomes mappings, whose effect is shown beforehand, or stays with the lines. */
export function MappingForm(props: Props) {
  const { title, heading, children, preview, problem, buttons, keys } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    props.onLinesOnly();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <Dialog onClose={props.onClose} title={title}>
      <form onSubmit={onSubmit} onKeyDown={onKeyDown} aria-label={title}>
        <Text mb="xs" className={layout['wrap'] ?? ''}>
          {heading}
        </Text>
        <div className={layout['stack']}>{children}</div>
        <Box mt="xs">{preview}</Box>
        {problem && (
          <Text c="var(--danger-text)" role="alert">
            {problem}
          </Text>
        )}
        <Group gap="xs" mt="sm">
          {buttons}
        </Group>
        <Text size="xs" c="dimmed" mt="xs" className={layout['keys']}>
          {keys}
        </Text>
      </form>
    </Dialog>
  );
}
