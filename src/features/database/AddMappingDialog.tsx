import { Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { BatchId, EditResult } from '#contract/table.ts';
import { MAX_KEYWORD_LENGTH } from '#model/limits.ts';
import { mappingKey } from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { messages } from '#model/text/messages.ts';
import { validateMapping } from '#model/validation.ts';
import { AccountWarning } from '../../chart/AccountWarning.tsx';
import { KeywordWarning } from '../../chart/KeywordWarning.tsx';
import { PreviewNote } from '../../chart/PreviewNote.tsx';
import type { LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { PlainField } from '../../ui/PlainField.tsx';
import { useSettledAnswer } from '../../ui/useAnswer.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { AccountField, useAccounts } from './AccountField.tsx';
import type { TableStore } from './TableStore.ts';

/** Delay after the last key stroke before the preview is asked for. Milliseconds. */
const TYPING_MS = 150;

type Props = {
  ledger: LedgerService;
  store: TableStore;
  showDone: (text: string, undo: BatchId | null) => void;
  onClose: () => void;
};

/** Adds one mapping to the list, with what that does shown beforehand. */
export function AddMappingDialog({ ledger, store, showDone, onClose }: Props) {
  const previewId = useId();
  const [keyword, setKeyword] = useState('');
  const [account, setAccount] = useState('');
  const accounts = useAccounts(ledger);
  const preview = usePreview(ledger, keyword, account);
  const { save, problem, isVariant, isSaving } = useSave(ledger, store, keyword, account, (text, undo) => {
    showDone(text, undo);
    onClose();
  });
  return (
    <Dialog onClose={onClose} title="Add mapping">
      <DialogForm
        label="Add mapping"
        submitLabel={isVariant ? 'Save both' : 'Save mapping'}
        isBusy={isSaving}
        onSubmit={() => ignoreAfterExit(save(isVariant))}
        onClose={onClose}
      >
        <PlainField
          isFirst
          label="Keyword"
          value={keyword}
          onText={setKeyword}
          maxLength={MAX_KEYWORD_LENGTH}
          aria-describedby={previewId}
        />
        <KeywordWarning keyword={keyword} />
        <AccountField
          label="GL account"
          account={account}
          onAccount={setAccount}
          accounts={accounts}
          describedBy={previewId}
        />
        <AccountWarning account={account} />
        <PreviewNote id={previewId} preview={preview} hasRoom />
        {problem !== null && (
          <Text c={isVariant ? 'var(--text)' : 'var(--danger-text)'} role="alert">
            {problem}
          </Text>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** What saving would do; undefined while a field is empty. */
function usePreview(ledger: LedgerService, description: string, glAccount: string) {
  const isTyped = description.trim() !== '' && glAccount.trim() !== '';
  const preview = useSettledAnswer(
    isTyped ? JSON.stringify([description, glAccount]) : null,
    () => ledger.editor.previewAdd({ description, glAccount }),
    TYPING_MS,
  );
  return isTyped ? preview : undefined;
}

type Problem = { readonly of: string; readonly text: string; readonly isVariant: boolean };

/** Saves the mapping; `problem` says why it was not, as long as nothing else is typed. */
function useSave(
  ledger: LedgerService,
  store: TableStore,
  description: string,
  glAccount: string,
  onSaved: (text: string, undo: BatchId | null) => void,
) {
  const [isSaving, whileSaving] = useBusy();
  const [known, setKnown] = useState<Problem | null>(null);
  const typed = JSON.stringify([description, glAccount]);
  const problem = known?.of === typed ? known : null;

  async function save(allowsCaseVariant: boolean): Promise<void> {
    if (isSaving) return;
    const fields = { description, glAccount };
    const objection = validateMapping(fields);
    if (objection !== undefined) return setKnown({ of: typed, text: objection, isVariant: false });
    const key = mappingKey(description);
    const result = await whileSaving(() =>
      store.renewAfter(() => ledger.editor.edit(key, null, fields, allowsCaseVariant)),
    );
    if (result.kind === 'saved')
      return onSaved(messages.keywordSaved(description.trim(), glAccount.trim()), result.undo);
    setKnown({ of: typed, text: refusal(result, description), isVariant: result.kind === 'case-variant' });
  }

  return { save, problem: problem?.text ?? null, isVariant: problem?.isVariant ?? false, isSaving };
}

function refusal(result: Exclude<EditResult, { kind: 'saved' }>, description: string): string {
  switch (result.kind) {
    case 'case-variant': {
      const { variant, wins } = result;
      const winner = wins === 'variant' ? variant.description : description.trim();
      return `${databaseMessages.mappingCaseVariant(variant.description, variant.glAccount)} ${databaseMessages.caseVariantWins(winner)}`;
    }
    case 'taken':
      return databaseMessages.mappingTaken(result.holder.description, result.holder.glAccount);
    case 'changed':
      return result.stored === null
        ? messages.keywordFailed
        : databaseMessages.mappingTaken(result.stored.description, result.stored.glAccount);
    case 'unstorable':
      return messages.mappingUnstorable(description, result.problem);
    case 'unchangeable':
      return messages.keywordFailed;
    case 'failed':
      return `${messages.keywordFailed} ${result.detail}`;
  }
}
