import { Button, Group, Loader, Modal, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { UnmatchedGroups } from '#contract/ledger.ts';
import { messages } from '#model/messages.ts';
import type { LedgerRun } from '../../services/ledger.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { KeywordForm } from './KeywordForm.tsx';
import styles from './UnmatchedDialog.module.css';

/** Groups drawn at first, and added by a click. */
const PAGE = 50;

type Props = {
  run: LedgerRun;
  /** Changes when rows have got or lost an account: the groups are made anew. */
  noMatch: number;
  /** Only admins can save a mapping. */
  isAdmin: boolean;
  onClose: () => void;
};

/** The rows without a match by the phrase they share, largest group first. */
export function UnmatchedDialog({ run, noMatch, isAdmin, onClose }: Props) {
  const status = useStatus();
  const [found, setFound] = useState<UnmatchedGroups | null>(null);
  const [most, setMost] = useState(PAGE);
  const [picked, setPicked] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows make other groups.
  useEffect(() => {
    let isOver = false;
    void run.groupUnmatched().then((groups) => {
      if (!isOver && groups !== undefined) setFound(groups);
    });
    return () => {
      isOver = true;
    };
  }, [run, noMatch]);

  const close = useCallback(() => setPicked(null), []);
  const copy = async () => {
    const groups = found?.groups ?? [];
    const text = groups.map(({ phrase, count }) => `${phrase}\t${count}`).join('\n');
    try {
      await copyToClipboard(Promise.resolve(new Blob([text], { type: 'text/plain' })));
      status.show(messages.groupsCopied(groups.length));
    } catch (error) {
      console.error('The groups were not copied:', error);
      status.show(messages.copyFailed);
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title="Rows without a match"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {found === null ? (
        <Loader size="sm" aria-label="Grouping" />
      ) : (
        <>
          <Group justify="space-between" gap="xs" mb="xs">
            <Text size="sm" c="dimmed">
              {summary(found)}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              disabled={found.groups.length === 0}
              onClick={() => void copy()}
            >
              Copy groups
            </Button>
          </Group>
          <ul className={styles['groups']} aria-label="Groups">
            {found.groups.slice(0, most).map(({ phrase, count, examples }) => (
              <li key={phrase} className={styles['group']}>
                <div className={styles['head']}>
                  <span className={styles['count']}>{count.toLocaleString('en-US')}</span>
                  <span className={styles['phrase']}>{phrase}</span>
                  {isAdmin && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Give an account to ${phrase}`}
                      aria-expanded={picked === phrase}
                      onClick={() => setPicked(picked === phrase ? null : phrase)}
                    >
                      Give an account
                    </Button>
                  )}
                </div>
                <div className={styles['examples']}>{examples.join(' · ')}</div>
                {picked === phrase && <KeywordForm run={run} phrase={phrase} onDone={close} />}
              </li>
            ))}
          </ul>
          {found.groups.length > most && (
            <Button size="compact-sm" variant="subtle" onClick={() => setMost(most + PAGE)}>
              Show more groups
            </Button>
          )}
        </>
      )}
    </Modal>
  );
}

function summary({ groups, alone, unmatched, leftOut }: UnmatchedGroups): string {
  const parts = [
    `${unmatched.toLocaleString('en-US')} without a match`,
    `${groups.length.toLocaleString('en-US')} group${groups.length === 1 ? '' : 's'}`,
    `${alone.toLocaleString('en-US')} share no phrase`,
  ];
  if (leftOut > 0) parts.push(`the last ${leftOut.toLocaleString('en-US')} were not looked at`);
  return parts.join(' · ');
}
