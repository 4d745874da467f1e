import { Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { KeywordPreview } from '#contract/ledger.ts';
import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import type { LedgerRun } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './KeywordForm.module.css';

/** After so long without a key stroke the rows are counted. */
const TYPING_MS = 150;

type Props = { run: LedgerRun; phrase: string; onDone: () => void };

/** Gives a phrase its account, and says beforehand how many lines will get it. */
export function KeywordForm({ run, phrase, onDone }: Props) {
  const id = useId();
  const status = useStatus();
  const [keyword, setKeyword] = useState(phrase);
  const [glAccount, setGlAccount] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const reach = useKeywordPreview(run, keyword);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const objection = objectionTo(keyword, glAccount);
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
  }

  return (
    <form
      className={styles['form']}
      onSubmit={(event) => void save(event)}
      aria-label={`Account of ${phrase}`}
    >
      <TextInput
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
      <Text id={id} size="xs" c="dimmed" role="status" className={styles['reach']}>
        {reach && told(reach)}
      </Text>
      {problem && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" className={styles['reach']}>
          {problem}
        </Text>
      )}
    </form>
  );
}

/** How many rows the keyword matches; null while it is typed, and for one that is too short. */
function useKeywordPreview(run: LedgerRun, keyword: string): KeywordPreview | null {
  const [reach, setReach] = useState<KeywordPreview | null>(null);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const answer = keyword.trim() === '' ? undefined : await run.previewKeyword(keyword);
      if (!isOver) setReach(answer ?? null);
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [run, keyword]);
  return reach;
}

function objectionTo(keyword: string, glAccount: string): string | null {
  if (keyword.trim() === '' || glAccount.trim() === '') return messages.mappingIncomplete;
  return nonSpaceLength(keyword) < MIN_KEYWORD_LENGTH ? messages.mappingTooShort : null;
}

function told({ unmatched, others }: KeywordPreview): string {
  const lines = `${unmatched.toLocaleString('en-US')} line${unmatched === 1 ? '' : 's'} will get it.`;
  if (others === 0) return lines;
  return `${lines} ${others.toLocaleString('en-US')} more contain it and keep their account until you verify.`;
}
