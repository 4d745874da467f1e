import { Button, Group, Stack, Text } from '@mantine/core';
import type { Mending } from '#contract/health.ts';
import { healthMessages } from '#model/text/healthMessages.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Health.module.css';

/** Moves and accounts named one by one. */
const NAMED = 30;

type Props = {
  mending: Mending;
  onMend: () => void;
  onClose: () => void;
};

/** What a remedy does to several mappings or accounts, before it is done: from which account to which, and how many. */
export function MendingDialog({ mending, onMend, onClose }: Props) {
  const words = useAccountWords();
  const lines =
    mending.kind === 'chart'
      ? mending.accounts.map(({ glAccount, mappings }) =>
          healthMessages.accountUsed(words(glAccount), mappings),
        )
      : mending.moves.map(({ from, to, mappings }) =>
          healthMessages.move(mappings, words(from), to === null ? null : words(to)),
        );
  const action = healthMessages.mendAction(mending);
  return (
    <Dialog onClose={onClose} title={healthMessages.mendTitle(mending)}>
      <Stack gap="sm">
        <ul className={styles['moves']} aria-label={healthMessages.moves}>
          {lines.slice(0, NAMED).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {lines.length > NAMED && <Text size="sm">{healthMessages.moreMoves(lines.length - NAMED)}</Text>}
        <Group gap="xs">
          <Button onClick={onMend}>{action}</Button>
          {/* It has the focus: a second Enter must not confirm what nobody has read. */}
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
