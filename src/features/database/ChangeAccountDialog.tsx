import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { AccountPreview, AccountUse, BatchId } from '#contract/table.ts';
import { isNoMatch } from '#model/mapping.ts';
import { counted } from '#model/text/figures.ts';
import { manyMappingsMessages } from '#model/text/manyMappingsMessages.ts';
import { messages } from '#model/text/messages.ts';
import { rowsEffectWords } from '#model/text/rowsEffectWords.ts';
import { AccountWarning } from '../../chart/AccountWarning.tsx';
import { useAccountWords, useHasChart } from '../../chart/ChartProvider.tsx';
import { Effect } from '../../chart/Effect.tsx';
import type { KnownEffect } from '../../chart/EffectDetails.tsx';
import type { LedgerService } from '../../services/ledger.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { AccountField, useAccounts } from './AccountField.tsx';
import type { TableStore } from './TableStore.ts';
import { useAccountChange, useAccountPreview } from './useAccountChange.ts';

/** Accounts named one by one. */
const NAMED = 5;

type Props = {
  ledger: LedgerService;
  store: TableStore;
  /** Number of mappings that are selected. */
  selected: number;
  showDone: (text: string, undo: BatchId | null) => void;
  onClose: () => void;
};

/** Gives all selected mappings another account, with what that changes shown beforehand. */
export function ChangeAccountDialog({ ledger, store, selected, showDone, onClose }: Props) {
  const [account, setAccount] = useState('');
  const { state, start, cancel } = useAccountChange({ ledger, store, showDone, onClose });
  const isRunning = state.kind === 'running';
  return (
    <Dialog
      onClose={onClose}
      title="Change account"
      closeOnEscape={!isRunning}
      closeOnClickOutside={false}
      withCloseButton={!isRunning}
    >
      {state.kind === 'choosing' && (
        <Choosing
          ledger={ledger}
          selected={selected}
          account={account}
          onAccount={setAccount}
          onStart={(count) => dropAtEnd(start(account.trim(), count))}
          onClose={onClose}
        />
      )}
      {state.kind === 'running' && (
        <Stack gap="sm">
          <JobProgress
            label={state.isStopping ? manyMappingsMessages.stopping : manyMappingsMessages.changing}
            share={state.of === 0 ? 0 : state.done / state.of}
            {...(!state.isStopping && { onCancel: cancel })}
          />
        </Stack>
      )}
      {state.kind === 'stopped' && (
        <Stack gap="sm">
          <Text role="alert">{state.text}</Text>
          <Group gap="xs">
            <Button data-autofocus onClick={() => dropAtEnd(start(account.trim(), state.of))}>
              Go on with the others
            </Button>
            <Button
              variant="default"
              onClick={() => {
                onClose();
                if (state.undo !== null) showDone(state.text, state.undo);
              }}
            >
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

type ChoosingProps = {
  ledger: LedgerService;
  selected: number;
  account: string;
  onAccount: (account: string) => void;
  onStart: (count: number) => void;
  onClose: () => void;
};

/** The account, and what it would change. */
function Choosing({ ledger, selected, account, onAccount, onStart, onClose }: ChoosingProps) {
  const effect = useId();
  const accounts = useAccounts(ledger);
  const known = useAccountPreview(ledger, account, selected);
  const objection = isNoMatch(account) ? messages.accountIsNoMatch : null;
  const count = known === null || known === 'failed' ? 0 : known.changing;
  const canStart = objection === null && count > 0;
  return (
    <DialogForm
      label="Change account"
      submitLabel={canStart ? `Change ${counted(count, 'mapping')}` : 'Change'}
      isDisabled={!canStart}
      // What is changed is what was shown.
      onSubmit={() => canStart && onStart(count)}
      onClose={onClose}
    >
      <AccountField
        isFirst
        label="New GL account"
        account={account}
        onAccount={onAccount}
        accounts={accounts}
        error={objection}
        describedBy={effect}
      />
      <AccountWarning account={account} isChartOnly />
      <Effect id={effect} effect={objection === null ? effectOf(known) : 'no-rows'} hasRoom>
        {account.trim() === '' && manyMappingsMessages.chooseAccount(selected)}
        {account.trim() !== '' && objection === null && (
          <Sentences known={known} account={account.trim()} accounts={accounts} />
        )}
      </Effect>
    </DialogForm>
  );
}

/** What changes for the rows; `no-rows` where no text is there. */
function effectOf(known: SentencesProps['known']): KnownEffect {
  return known === null || known === 'failed' ? known : (known.lines ?? 'no-rows');
}

type SentencesProps = {
  known: ReturnType<typeof useAccountPreview>;
  account: string;
  accounts: readonly AccountUse[] | null;
};

function Sentences({ known, account, accounts }: SentencesProps) {
  const words = useAccountWords();
  const hasChart = useHasChart();
  if (known === null) return manyMappingsMessages.counting;
  if (known === 'failed') return manyMappingsMessages.countingFailed;
  // With a chart, the warning above says what there is to say.
  const isNew = !hasChart && accounts?.every(({ glAccount }) => glAccount !== account) === true;
  return (
    <Stack gap={4}>
      {[
        ...(isNew ? [manyMappingsMessages.newAccount(account)] : []),
        ...sentences(known, account, words),
      ].map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </Stack>
  );
}

/** How an account reads. */
type AccountWords = (code: string) => string;

function sentences(preview: AccountPreview, account: string, words: AccountWords): readonly string[] {
  const { changing, same, from, others, overruled, lines, unchangeable } = preview;
  const said: string[] = [];
  if (changing > 0) said.push(manyMappingsMessages.accountsFrom(changing, fromWords(from, words)));
  else if (unchangeable === null)
    return [
      same > 0 ? manyMappingsMessages.nothingChanges(words(account)) : manyMappingsMessages.noneSelected,
    ];
  if (same > 0) said.push(manyMappingsMessages.sameAccount(same));
  if (others > 0) said.push(manyMappingsMessages.othersFollow(others));
  if (overruled > 0) said.push(manyMappingsMessages.overruled(overruled));
  if (lines !== null) said.push(rowsEffectWords(lines));
  if (unchangeable)
    said.push(manyMappingsMessages.unchangeable(unchangeable.description, unchangeable.count));
  return said;
}

/** `30 from 6100, 2 from 6200, the others from 4 more accounts` */
function fromWords(from: readonly AccountUse[], words: AccountWords): string {
  const named = from
    .slice(0, NAMED)
    .map(({ glAccount, mappings: count }) => manyMappingsMessages.accountFrom(count, words(glAccount)));
  if (from.length > NAMED) named.push(manyMappingsMessages.accountsMore(from.length - NAMED));
  return named.join(', ');
}
