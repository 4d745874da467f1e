import { Button, Group, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, type Ref, useId, useRef, useState } from 'react';
import type { ProposeResult } from '#contract/proposals.ts';
import { MAX_NOTE_LENGTH } from '#model/limits.ts';
import type { ProposalDraft, ProposedMapping } from '#model/proposal.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { validateMapping } from '#model/validation.ts';
import { AccountName } from '../../chart/AccountName.tsx';
import { AccountWarning } from '../../chart/AccountWarning.tsx';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { KeywordWarning } from '../../chart/KeywordWarning.tsx';
import type { ProposalService } from '../../services/proposals.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import layout from '../../ui/layout.module.css';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { ProposedFields } from './ProposedFields.tsx';

/** Sending takes less, unless it has to wait for its turn. Milliseconds. */
const SENDING_MS = 1000;

type Props = {
  /** What is proposed; a single one can be edited. */
  mappings: readonly ProposedMapping[];
  proposals: Pick<ProposalService, 'propose'>;
  /** @param isSent nothing was given up */
  onClose: (isSent: boolean) => void;
};

/** Somebody who may not change the list proposes mappings for it. */
export function ProposeDialog({ mappings, proposals, onClose }: Props) {
  const what = useId();
  const [edited, setEdited] = useState(mappings[0]);
  const [note, setNote] = useState('');
  const isOne = mappings.length === 1 && edited !== undefined;
  const proposed = isOne ? [edited] : mappings;
  const { send, problem, isSending } = usePropose(proposals, { mappings: proposed, note }, onClose);
  const [isLasting] = useDebouncedValue(isSending, SENDING_MS);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    await send();
    field.current?.focus();
  };
  return (
    <Dialog onClose={() => onClose(false)} title={proposalMessages.propose}>
      <form
        onSubmit={(event) => ignoreAfterExit(onSubmit(event))}
        aria-label={proposalMessages.propose}
        className={layout['stack']}
      >
        {isOne ? (
          <MappingFields ref={field} mapping={edited} describedBy={what} onChange={setEdited} />
        ) : (
          <ProposedList mappings={mappings} />
        )}
        <Textarea
          ref={isOne ? null : field}
          {...(!isOne && { 'data-autofocus': true })}
          label="Note to the admins (optional)"
          maxLength={MAX_NOTE_LENGTH}
          rows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Text id={what} c="dimmed">
          {proposalMessages.whatHappens(mappings.length)}
        </Text>
        <Failure text={problem} />
        <Text role="status">{isSending && isLasting && proposalMessages.waitsForTurn}</Text>
        <Group gap="xs">
          <Button variant="filled" type="submit" loading={isSending}>
            Send proposal
          </Button>
          <Button onClick={() => onClose(false)}>Cancel</Button>
        </Group>
      </form>
    </Dialog>
  );
}

type FieldsProps = {
  ref: Ref<HTMLInputElement>;
  mapping: ProposedMapping;
  describedBy: string;
  onChange: (mapping: ProposedMapping) => void;
};

/** The one mapping that is proposed, editable. */
function MappingFields({ ref, mapping, describedBy, onChange }: FieldsProps) {
  return (
    <>
      {mapping.line !== null && (
        <p className={layout['dense']}>
          Line: <span className={layout['text']}>{mapping.line}</span>
        </p>
      )}
      <ProposedFields
        fields={mapping}
        ref={ref}
        isFirst
        aria-describedby={describedBy}
        onChange={(fields) => onChange({ ...mapping, ...fields })}
      >
        <KeywordWarning keyword={mapping.keyword} />
      </ProposedFields>
      <AccountWarning account={mapping.account} isChartOnly doing="proposed" />
    </>
  );
}

/** Several mappings that are proposed at once. */
function ProposedList({ mappings }: { mappings: readonly ProposedMapping[] }) {
  return (
    <ul className={`${layout['bulleted']} ${layout['scroller']}`} aria-label="Proposed mappings">
      {mappings.map(({ keyword, account }) => (
        <li key={keyword}>
          <span className={layout['strong']}>{keyword}</span> → {account}
          <AccountName code={account} />
        </li>
      ))}
    </ul>
  );
}

function usePropose(
  proposals: Pick<ProposalService, 'propose'>,
  draft: ProposalDraft,
  onClose: Props['onClose'],
) {
  const { show } = useStatus();
  const words = useAccountWords();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, whileSending] = useBusy();

  async function send(): Promise<void> {
    const objection = objectionTo(draft.mappings);
    setProblem(objection);
    if (objection !== null || isSending) return;
    const result = await whileSending(() => proposals.propose(draft));
    if (result.kind !== 'proposed') return setProblem(obstacleOf(result));
    const [{ keyword, account } = { keyword: '', account: '' }, ...others] = draft.mappings;
    show(
      others.length === 0
        ? proposalMessages.proposed(keyword, words(account.trim()))
        : proposalMessages.proposedSeveral(draft.mappings.length),
    );
    onClose(true);
  }

  return { send, problem, isSending };
}

function objectionTo(mappings: readonly ProposedMapping[]): string | null {
  const objections = mappings.map(({ keyword, account }) =>
    validateMapping({ description: keyword, glAccount: account }),
  );
  return objections.find((objection) => objection !== undefined) ?? null;
}

function obstacleOf(result: Exclude<ProposeResult, { kind: 'proposed' }>): string {
  if (result.kind === 'too-early') return proposalMessages.tooEarly(result.wait);
  if (result.kind === 'unstorable') return messages.mappingUnstorable(result.keyword, result.problem);
  return proposalMessages.proposeFailed(result.detail);
}
