import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { MAX_NOTE_LENGTH } from '#model/limits.ts';
import type { ProposedMapping } from '#model/mappingProposal.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { validateMapping } from '#model/validation.ts';
import { AccountWarning } from '../../chart/AccountWarning.tsx';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { KeywordWarning } from '../../chart/KeywordWarning.tsx';
import type { ProposalService } from '../../services/proposals.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './Proposals.module.css';

type Props = {
  /** What the fields have at first. */
  mapping: ProposedMapping;
  proposals: Pick<ProposalService, 'propose'>;
  onClose: () => void;
};

/** Somebody who may not change the list proposes a mapping for it. */
export function ProposeDialog({ mapping, proposals, onClose }: Props) {
  const what = useId();
  const [draft, setDraft] = useState(mapping);
  const { send, problem, isSending } = usePropose(proposals, draft, onClose);
  const field = useRef<HTMLInputElement>(null);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    await send();
    field.current?.focus();
  };
  return (
    <Dialog onClose={onClose} title={proposalMessages.propose}>
      <form
        onSubmit={(event) => dropAtEnd(onSubmit(event))}
        aria-label={proposalMessages.propose}
        className={styles['form']}
      >
        {draft.line !== null && (
          <p className={styles['line']}>
            Line: <span className={styles['text']}>{draft.line}</span>
          </p>
        )}
        <TextInput
          ref={field}
          data-autofocus
          label="Keyword"
          value={draft.keyword}
          onChange={(event) => setDraft({ ...draft, keyword: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={what}
        />
        <KeywordWarning keyword={draft.keyword} />
        <TextInput
          label="GL Account"
          value={draft.account}
          onChange={(event) => setDraft({ ...draft, account: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
        <AccountWarning account={draft.account} isChartOnly doing="proposed" />
        <Textarea
          label="Note to the admins (optional)"
          maxLength={MAX_NOTE_LENGTH}
          rows={2}
          value={draft.note ?? ''}
          onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
        />
        <Text id={what} size="sm" c="dimmed">
          {proposalMessages.whatHappens}
        </Text>
        <Failure text={problem} />
        <Text size="sm" role="status">
          {isSending && proposalMessages.waitsForTurn}
        </Text>
        <Group gap="xs">
          <Button type="submit" loading={isSending}>
            Send proposal
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function usePropose(
  proposals: Pick<ProposalService, 'propose'>,
  draft: ProposedMapping,
  onClose: () => void,
) {
  const { show } = useStatus();
  const words = useAccountWords();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  async function send(): Promise<void> {
    const { keyword, account } = draft;
    const objection = validateMapping({ description: keyword, glAccount: account }) ?? null;
    setProblem(objection);
    if (objection !== null || isSending) return;
    setSending(true);
    const result = await proposals.propose(draft);
    setSending(false);
    if (result.kind === 'proposed') {
      show(proposalMessages.proposed(keyword, words(account.trim())));
      onClose();
    } else if (result.kind === 'unstorable') setProblem(messages.mappingUnstorable(keyword, result.problem));
    else setProblem(proposalMessages.proposeFailed(result.detail));
  }

  return { send, problem, isSending };
}
