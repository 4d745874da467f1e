import { useCallback, useState } from 'react';
import type { Mending } from '#contract/health.ts';
import type { ChangeResult, UndoId } from '#contract/table.ts';
import { databaseMessages } from '#model/databaseMessages.ts';
import { healthMessages } from '#model/healthMessages.ts';
import { UNDO_LINGER_MS } from '#model/limits.ts';
import { messages } from '#model/messages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

/** A change under way: how many mappings it is about, and how many are changed. */
type Work = { readonly of: number; readonly done: number };

/** Carries out what mends findings, and offers to undo it. `onChanged` is called when the list may have changed. */
export function useMending(ledger: LedgerService, onChanged: () => void) {
  const { editor } = ledger;
  const { show, dismiss } = useStatus();
  const [work, setWork] = useState<Work | null>(null);
  const undo = useCallback(
    async (id: UndoId) => {
      const result = await editor.undo(id);
      onChanged();
      if (result.kind === 'gone') show(messages.undoGone);
      else if (result.kind === 'failed') show(messages.undoFailed(result.detail));
      else if (result.skipped.length === 0) show(messages.undone);
      else
        show(result.count > 0 ? messages.undoneExcept(result.skipped) : messages.undoRefused(result.skipped));
    },
    [editor, show, onChanged],
  );
  const mend = useCallback(
    async ({ mappings, accounts }: Mending) => {
      const of = mappings.size;
      if (of > 1 && accounts === null && !window.confirm(healthMessages.confirmRemoval(of))) return;
      dismiss();
      setWork({ of, done: 0 });
      const result = await editor.changeMany(mappings, accounts, (done) => setWork({ of, done }));
      setWork(null);
      onChanged();
      const text = outcomeText(result, of, accounts === null);
      const id = 'undo' in result ? result.undo : null;
      if (id === null) return show(text);
      show(text, { action: { label: 'Undo', run: () => void undo(id), lingers: UNDO_LINGER_MS } });
    },
    [editor, show, dismiss, undo, onChanged],
  );
  return { work, mend };
}

function outcomeText(result: ChangeResult, of: number, isRemoval: boolean): string {
  switch (result.kind) {
    case 'saved':
      return healthMessages.mended(result.count, of, isRemoval);
    case 'unchangeable':
      return databaseMessages.mappingUnchangeable(result.description);
    case 'failed':
      return healthMessages.mendingFailed(result.count, of, result.detail);
    default:
      return healthMessages.mendingFailed(0, of, result.description);
  }
}
