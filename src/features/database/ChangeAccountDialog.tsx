import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { AccountChangePreview, AccountUse, BatchId } from '#contract/table.ts';
import { isNoMatch } from '#model/mapping.ts';
import { counted } from '#model/text/figures.ts';
import { manyMappingsMessages } from '#model/text/manyMappingsMessages.ts';
import { messages } from '#model/text/messages.ts';
import { previewSentences } from '#model/text/previewWords.ts';
import { AccountWarning } from '../../chart/AccountWarning.tsx';
import { useAccountWords, useHasChart } from '../../chart/ChartProvider.tsx';
import { PreviewNote } from '../../chart/PreviewNote.tsx';
import type { LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
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
          onStart={(count) => ignoreAfterExit(start(account.trim(), count))}
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
            <Button
              variant="filled"
              data-autofocus
              onClick={() => ignoreAfterExit(start(account.trim(), state.of))}
            >
              Go on with the others
            </Button>
            <Button
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
  const previewId = useId();
  const accounts = useAccounts(ledger);
  const known = useAccountPreview(ledger, account, selected);
  const objection = isNoMatch(account) ? messages.accountIsNoMatch : null;
  const isAsked = account.trim() !== '' && objection === null;
  const change = known === 'failed' ? null : known;
  const count = change?.changing ?? 0;
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
        describedBy={previewId}
      />
      <AccountWarning account={account} isChartOnly />
      <PreviewNote
        id={previewId}
        preview={!isAsked ? undefined : known === 'failed' ? known : (change?.preview ?? null)}
        words={change && <Sentences change={change} account={account.trim()} accounts={accounts} />}
        hasRoom
      >
        {account.trim() === '' && manyMappingsMessages.chooseAccount(selected)}
      </PreviewNote>
    </DialogForm>
  );
}

type SentencesProps = {
  change: AccountChangePreview;
  account: string;
  accounts: readonly AccountUse[] | null;
};

function Sentences({ change, account, accounts }: SentencesProps) {
  const words = useAccountWords();
  const hasChart = useHasChart();
  // With a chart, the warning above says what there is to say.
  const isNew = !hasChart && accounts?.every(({ glAccount }) => glAccount !== account) === true;
  return (
    <Stack gap={4}>
      {[
        ...(isNew ? [manyMappingsMessages.newAccount(account)] : []),
        ...sentences(change, account, words),
      ].map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </Stack>
  );
}

/** How an account reads. */
type AccountWords = (code: string) => string;

function sentences(change: AccountChangePreview, account: string, words: AccountWords): readonly string[] {
  const { changing, same, from, preview, unchangeable } = change;
  const said: string[] = [];
  if (changing > 0) said.push(manyMappingsMessages.accountsFrom(changing, fromWords(from, words)));
  else if (unchangeable === null)
    return [
      same > 0 ? manyMappingsMessages.nothingChanges(words(account)) : manyMappingsMessages.noneSelected,
    ];
  if (same > 0) said.push(manyMappingsMessages.sameAccount(same));
  if (preview.overruled > 0) said.push(manyMappingsMessages.overruled(preview.overruled));
  said.push(...previewSentences(preview, { account: words }));
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
