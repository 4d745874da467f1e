import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Approval, ProposalPreview } from '#contract/proposals.ts';
import { MAX_NOTE_LENGTH } from '#model/limits.ts';
import type { Proposal } from '#model/proposal.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { validateMapping } from '#model/validation.ts';
import { AccountName } from '../../chart/AccountName.tsx';
import { AccountWarning } from '../../chart/AccountWarning.tsx';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { KeywordWarning } from '../../chart/KeywordWarning.tsx';
import { PreviewNote } from '../../chart/PreviewNote.tsx';
import { PersonName, usePersonName } from '../../people/PersonName.tsx';
import type { ProposalService } from '../../services/proposals.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Failure } from '../../ui/Failure.tsx';
import layout from '../../ui/layout.module.css';
import { momentOf } from '../../ui/moment.ts';
import { type Segment, SegmentBar } from '../../ui/SegmentBar.tsx';
import { TickBox } from '../../ui/TickBox.tsx';
import { ProposedFields, type ProposedText } from './ProposedFields.tsx';
import type { Decisions } from './useDecisions.ts';
import { proposalWords, useProposalPreview } from './useProposalPreview.ts';

type Props = {
  proposal: Proposal;
  proposals: Pick<ProposalService, 'preview'>;
  decisions: Decisions;
  isSelected: boolean;
  onSelect: (proposal: Proposal) => void;
  /** Gets the approval of the proposal as it was made, with what is shown; null while it cannot be approved. */
  onApproval: (proposal: Proposal, approval: Approval | null) => void;
  /** Nobody decides their own. */
  isOwn: boolean;
  /** Changes with the list. */
  revision: unknown;
};

type Mode = 'read' | 'edit' | 'reject';

/** One proposal with what it would do, and its decision. */
export function QueueItem(props: Props) {
  const { proposal, proposals, decisions, isOwn, isSelected, onSelect, onApproval, revision } = props;
  const { keyword, account, line } = proposal;
  const item = useRef<HTMLLIElement>(null);
  const [mode, setMode] = useState<Mode>('read');
  const [draft, setDraft] = useState({ keyword, account });
  const preview = useProposalPreview(proposals, draft.keyword, draft.account, line, revision);
  const accountWords = useAccountWords();
  const nameOf = usePersonName();
  const { isBusy, problem, approve, reject } = useDecision(proposal, decisions, draft, preview);
  const read = () => {
    setMode('read');
    setDraft({ keyword, account });
    item.current?.focus();
  };
  const canApprove = !isOwn && preview !== null && preview !== 'failed' && preview.problem === null;
  useApproval(canApprove && mode === 'read' ? proposal : null, preview, onApproval);
  const actions = {
    ' ': () => canApprove && onSelect(proposal),
    a: () => canApprove && ignoreAfterExit(approve('')),
    e: () => !isOwn && setMode('edit'),
    r: () => !isOwn && setMode('reject'),
  };
  return (
    <li
      ref={item}
      className={layout['section']}
      tabIndex={-1}
      data-proposal
      aria-label={`${keyword} → ${account}, proposed by ${nameOf(proposal)}`}
      onKeyDown={(event) => onItemKey(event, mode, actions, read)}
    >
      <Group align="start" gap="var(--s1) var(--s4)">
        <Proposed
          proposal={proposal}
          canSelect={canApprove && mode === 'read'}
          isSelected={isSelected}
          onSelect={() => onSelect(proposal)}
        />
        <Box flex="3 1 20rem" className={layout['stack'] ?? ''}>
          {preview !== null && preview !== 'failed' && <PreviewBar preview={preview} />}
          <KeywordWarning keyword={draft.keyword} />
          <AccountWarning account={draft.account} isChartOnly doing="approved" />
          <PreviewNote
            preview={preview}
            words={
              preview !== null &&
              preview !== 'failed' &&
              proposalWords(preview, draft.keyword, draft.account, accountWords)
            }
          />
          {mode !== 'read' && (
            <DecisionForm
              mode={mode}
              draft={draft}
              label={mode === 'edit' ? approveLabel(preview, true) : 'Reject'}
              isBusy={isBusy}
              isDisabled={mode === 'edit' && !canApprove}
              onChange={setDraft}
              onDecide={(word) => ignoreAfterExit(mode === 'edit' ? approve(word) : reject(word))}
              onCancel={read}
            />
          )}
          <Failure text={problem} />
          {isOwn && <Text>{proposalMessages.ownCannotBeDecided}</Text>}
        </Box>
        {mode === 'read' && !isOwn && (
          <Group gap="xs" wrap="nowrap">
            <Button variant="light" loading={isBusy} disabled={!canApprove} onClick={actions.a}>
              {approveLabel(preview, false)}
            </Button>
            <Button disabled={isBusy} onClick={actions.e}>
              Edit
            </Button>
            <Button variant="subtle" color="red" disabled={isBusy} onClick={actions.r}>
              Reject
            </Button>
          </Group>
        )}
      </Group>
    </li>
  );
}

type ProposedProps = { proposal: Proposal; canSelect: boolean; isSelected: boolean; onSelect: () => void };

/** What somebody proposes, and its box. */
function Proposed({ proposal, canSelect, isSelected, onSelect }: ProposedProps) {
  const { keyword, account, note, line, at } = proposal;
  return (
    <Box flex="2 1 14rem" className={layout['stack'] ?? ''}>
      <span className={`${layout['cluster']} ${layout['strong']}`}>
        <TickBox
          aria-label={proposalMessages.tick(keyword)}
          disabled={!canSelect}
          checked={isSelected}
          onChange={onSelect}
        />
        <span className={layout['grow']}>{keyword}</span>
      </span>
      <span className={layout['dense']}>
        → <b>{account}</b>
        <AccountName code={account} />
      </span>
      <Text component="span" size="xs" c="dimmed">
        <PersonName author={proposal} /> · {momentOf(at)}
      </Text>
      {line !== null && <p className={layout['dense']}>Line: {line}</p>}
      {note !== null && <p className={layout['quote']}>Note: {note}</p>}
    </Box>
  );
}

/** Reports how the proposal would be approved as it was made, null for not at all. */
function useApproval(
  proposal: Proposal | null,
  preview: ProposalPreview | 'failed' | null,
  onApproval: Props['onApproval'],
): void {
  useEffect(() => {
    if (proposal === null || preview === null || preview === 'failed') return;
    const { keyword, account } = proposal;
    onApproval(proposal, { proposal, keyword, account, replaces: preview.stored, word: '' });
    return () => onApproval(proposal, null);
  }, [proposal, preview, onApproval]);
}

/** The rows of the Classifier that would get the account, and those that keep theirs until somebody decides. */
function PreviewBar({ preview: { rows, unmatched, others } }: { preview: ProposalPreview }) {
  if (rows === 0) return null;
  const segments: readonly Segment[] = [
    { name: 'unmatched', tone: 'likely', count: unmatched },
    { name: 'others', tone: 'verify', count: others },
    { name: 'rest', tone: undefined, count: rows - unmatched - others },
  ];
  return <SegmentBar segments={segments} aria-hidden />;
}

function useDecision(
  proposal: Proposal,
  decisions: Decisions,
  draft: ProposedText,
  preview: ProposalPreview | 'failed' | null,
) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function decide(decision: () => Promise<boolean>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const isDecided = await decision();
    // It leaves the list as soon as the server says so.
    if (!isDecided) setBusy(false);
  }

  function approve(word: string): Promise<void> | undefined {
    if (preview === null || preview === 'failed') return undefined;
    const objection = validateMapping({ description: draft.keyword, glAccount: draft.account }) ?? null;
    setProblem(objection);
    if (objection !== null) return undefined;
    const approval = { proposal, ...draft, word, replaces: preview.stored };
    return decide(async () => (await decisions.approve([approval]))[0] === true);
  }

  function reject(word: string): Promise<void> | undefined {
    const isMissing = word.trim() === '';
    setProblem(isMissing ? proposalMessages.wordMissing : null);
    return isMissing ? undefined : decide(() => decisions.reject(proposal, word));
  }

  return { isBusy, problem, approve, reject };
}

const FORMS = {
  edit: { title: 'Edit the proposal', word: 'Word to the proposer (optional)' },
  reject: { title: 'Reject the proposal', word: 'Why? The proposer reads it' },
} as const;

type FormProps = {
  mode: keyof typeof FORMS;
  draft: ProposedText;
  label: string;
  isBusy: boolean;
  isDisabled: boolean;
  onChange: (draft: ProposedText) => void;
  onDecide: (word: string) => void;
  onCancel: () => void;
};

/** The form in which a proposal is approved as edited, or rejected, with a word to who made it. */
function DecisionForm({ mode, draft, label, isBusy, isDisabled, ...on }: FormProps) {
  const [word, setWord] = useState('');
  const { title, word: wordLabel } = FORMS[mode];
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    on.onDecide(word);
  };
  return (
    <form className={layout['stack']} onSubmit={onSubmit} aria-label={title}>
      <div className={layout['columns']}>
        {mode === 'edit' && <ProposedFields fields={draft} autoFocus onChange={on.onChange} />}
        <TextInput
          label={wordLabel}
          autoFocus={mode === 'reject'}
          maxLength={MAX_NOTE_LENGTH}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      </div>
      <Group gap="xs">
        <Button variant="filled" type="submit" loading={isBusy} disabled={isDisabled}>
          {label}
        </Button>
        <Button disabled={isBusy} onClick={on.onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

function approveLabel(preview: ProposalPreview | 'failed' | null, isEdited: boolean): string {
  const replaces = preview !== null && preview !== 'failed' && preview.stored !== null;
  if (replaces) return 'Replace and approve';
  return isEdited ? 'Approve as edited' : 'Approve';
}

type ItemActions = Readonly<Record<' ' | 'a' | 'e' | 'r', () => void>>;

/** Letters decide, Space selects, arrows go to the next proposal or the one before, Escape leaves a form. */
function onItemKey(
  event: KeyboardEvent<HTMLLIElement>,
  mode: Mode,
  actions: ItemActions,
  onLeave: () => void,
): void {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (mode !== 'read') {
    if (event.key === 'Escape') onLeave();
    return;
  }
  const { key, currentTarget, target } = event;
  // A button and a box have a Space of their own.
  if (key === ' ' && target !== currentTarget) return;
  const neighbour = {
    ArrowDown: currentTarget.nextElementSibling,
    ArrowUp: currentTarget.previousElementSibling,
  }[key];
  const action = Object.hasOwn(actions, key.toLowerCase())
    ? actions[key.toLowerCase() as keyof ItemActions]
    : undefined;
  if (neighbour instanceof HTMLElement) neighbour.focus();
  else if (action !== undefined) action();
  else return;
  event.preventDefault();
}
