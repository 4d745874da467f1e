import { useState } from 'react';
import type { BatchId } from '#contract/table.ts';
import { manyMappingsMessages } from '#model/text/manyMappingsMessages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { toFailedResult } from '../../services/toFailedResult.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { useSettledAnswer } from '../../ui/useAnswer.ts';
import type { TableStore } from './TableStore.ts';

/** Delay after the last key stroke before the preview is asked for. Milliseconds. */
const TYPING_MS = 200;

/** What giving the selected mappings an account would do; null while it is not known, and for no account. */
export function useAccountPreview(ledger: LedgerService, account: string, selected: number) {
  const question = account.trim() === '' ? null : JSON.stringify([account.trim(), selected]);
  return useSettledAnswer(question, () => ledger.editor.previewAccounts(account), TYPING_MS);
}

/**
 * The change: being chosen; under way; or ended before its end, after which it can go on with the rest, which is what is
 * still selected, or be undone. `changed` and `of` count the mappings of all tries.
 */
type AccountChange =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'running'; readonly done: number; readonly of: number; readonly isStopping: boolean }
  | {
      readonly kind: 'stopped';
      readonly text: string;
      readonly changed: number;
      readonly of: number;
      readonly undo: BatchId | null;
    };

type Options = {
  readonly ledger: LedgerService;
  readonly store: TableStore;
  readonly showDone: (text: string, undo: BatchId | null) => void;
  readonly onClose: () => void;
};

/** Changes the account of the selected mappings, as one batch also where it takes several tries. */
export function useAccountChange({ ledger, store, showDone, onClose }: Options) {
  const [state, setState] = useState<AccountChange>({ kind: 'choosing' });

  async function start(account: string, count: number): Promise<void> {
    const before = state.kind === 'stopped' ? state : { changed: 0, of: count, undo: null };
    const { of, undo } = before;
    setState({ kind: 'running', done: before.changed, of, isStopping: false });
    let acknowledged = 0;
    const onProgress = (done: number) => {
      acknowledged = done;
      setState((now) => (now.kind === 'running' ? { ...now, done: before.changed + done } : now));
    };
    const result = await store.renewAfter(() =>
      toFailedResult(ledger.editor.changeAccounts(account, undo, onProgress), { changed: null, undo }),
    );
    // An answer that was lost with the worker says nothing of what had been stored: only what it had acknowledged does.
    const changed = before.changed + (result.changed ?? acknowledged);
    if (result.kind === 'saved') {
      showDone(doneWords(changed, account, result.skipped), result.undo);
      return onClose();
    }
    const text =
      result.kind === 'cancelled'
        ? manyMappingsMessages.accountsStopped(changed, of, account)
        : manyMappingsMessages.accountsFailed(changed, of, account, result.detail);
    setState({ kind: 'stopped', text, changed, of, undo: result.undo ?? undo });
  }

  const cancel = () => {
    setState((now) => (now.kind === 'running' ? { ...now, isStopping: true } : now));
    ignoreAfterExit(ledger.editor.cancelAccounts());
  };

  return { state, start, cancel };
}

function doneWords(changed: number, account: string, skipped: number): string {
  return skipped === 0
    ? manyMappingsMessages.accountsChanged(changed, account)
    : manyMappingsMessages.accountsChangedExcept(changed, account, skipped);
}
