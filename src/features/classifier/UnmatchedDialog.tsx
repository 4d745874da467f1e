import { Button, Group, Loader, Modal, Text, TextInput } from '@mantine/core';
import { type FormEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { UnmatchedGroups } from '#contract/ledger.ts';
import { describePreview } from '#model/keywordPreviewWords.ts';
import { messages } from '#model/messages.ts';
import { validateMapping } from '#model/validation.ts';
import type { LedgerRun } from '../../services/ledger.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import counted from '../../ui/countedList.module.css';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useKeywordPreview } from './keywordEffect.ts';
import styles from './UnmatchedDialog.module.css';

/** Groups drawn at first, and added by a click. */
const PAGE = 50;

type Props = {
  run: LedgerRun;
  /** Number of rows without a match; when it changes, the groups are made again. */
  noMatch: number;
  /** Only admins can save a mapping. */
  isAdmin: boolean;
  onClose: () => void;
};

/** The rows without a match by the phrase they share, largest group first. */
export function UnmatchedDialog({ run, noMatch, isAdmin, onClose }: Props) {
  const status = useStatus();
  const { show } = status;
  const [found, setFound] = useState<UnmatchedGroups | null>(null);
  const [most, setMost] = useState(PAGE);
  const [picked, setPicked] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows make other groups.
  useEffect(() => {
    let isOver = false;
    run.groupUnmatched().then(
      (groups) => {
        if (!isOver && groups !== undefined) setFound(groups);
      },
      (error: unknown) => {
        console.error('The rows were not grouped:', error);
        if (isOver) return;
        show(messages.groupingFailed);
        onClose();
      },
    );
    return () => {
      isOver = true;
    };
  }, [run, noMatch, show]);

  const list = useRef<HTMLUListElement>(null);
  const savedAt = useFocusAfterSave(list, found, picked);
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
          <ul ref={list} tabIndex={-1} className={counted['list']} aria-label="Groups">
            {found.groups.slice(0, most).map(({ phrase, count, examples }, place) => (
              <li key={phrase} className={`${counted['item']} ${styles['group']}`}>
                <div className={styles['head']}>
                  <span className={`${counted['count']} ${styles['count']}`}>
                    {count.toLocaleString('en-US')}
                  </span>
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
                {picked === phrase && (
                  <KeywordForm
                    run={run}
                    phrase={phrase}
                    onDone={() => {
                      savedAt.current = place;
                      close();
                    }}
                  />
                )}
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

/**
 * The form that had the focus is gone after a save, and soon its group is, too: the focus goes to the button of the group
 * in its place, or to the list when that is empty. Returns where the last save was made.
 */
function useFocusAfterSave(
  list: RefObject<HTMLUListElement | null>,
  found: UnmatchedGroups | null,
  picked: string | null,
): RefObject<number | null> {
  const savedAt = useRef<number>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these take elements away.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (savedAt.current === null || !isLost || list.current === null) return;
    const groups = [...list.current.children];
    const group = groups[savedAt.current] ?? groups.at(-1);
    (group?.querySelector('button') ?? list.current).focus();
  }, [list, found, picked]);
  return savedAt;
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

type KeywordFormProps = { run: LedgerRun; phrase: string; onDone: () => void };

/** Gives a phrase its account, and says beforehand how many lines will get it. */
function KeywordForm({ run, phrase, onDone }: KeywordFormProps) {
  const id = useId();
  const status = useStatus();
  const [keyword, setKeyword] = useState(phrase);
  const [glAccount, setGlAccount] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const preview = useKeywordPreview(run, keyword, glAccount);
  const keywordField = useRef<HTMLInputElement>(null);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const objection = validateMapping({ description: keyword, glAccount }) ?? null;
    setProblem(objection);
    if (objection !== null) return;
    setSaving(true);
    const result = await run.saveKeyword(keyword, glAccount);
    setSaving(false);
    if (result.kind === 'saved') {
      status.show(messages.keywordSaved(keyword.trim(), glAccount.trim()));
      onDone();
      return;
    }
    setProblem(
      result.kind === 'unstorable'
        ? messages.mappingUnstorable(keyword, result.problem)
        : messages.keywordFailed,
    );
    if (result.kind === 'failed') console.error('The mapping was not saved:', result.detail);
    // The button was disabled during the save, which took the focus from it.
    keywordField.current?.focus();
  }

  return (
    <form
      className={styles['form']}
      onSubmit={(event) => void save(event)}
      aria-label={`Account of ${phrase}`}
    >
      <TextInput
        ref={keywordField}
        size="xs"
        label="Keyword"
        className={styles['keyword'] ?? ''}
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        size="xs"
        label="GL Account"
        value={glAccount}
        onChange={(event) => setGlAccount(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        aria-describedby={id}
      />
      <Button size="xs" type="submit" loading={isSaving}>
        Save mapping
      </Button>
      <Text id={id} size="xs" c="dimmed" role="status" className={styles['preview']}>
        {preview && describePreview(preview)}
      </Text>
      {problem && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" className={styles['preview']}>
          {problem}
        </Text>
      )}
    </form>
  );
}
