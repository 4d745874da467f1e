import { useCallback } from 'react';
import type { UndoId } from '#contract/table.ts';
import { UNDO_LINGER_MS } from '#model/limits.ts';
import { messages } from '#model/messages.ts';
import type { TableService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { TableStore } from './TableStore.ts';

/** Says what was done and offers to undo it. */
export function useUndo(table: TableService, store: TableStore) {
  const { show } = useStatus();
  const undo = useCallback(
    async (id: UndoId, onUndone: () => void) => {
      const result = await store.during(() => table.undo(id));
      if (result.kind === 'undone' && result.count > 0) onUndone();
      if (result.kind === 'gone') show(messages.undoGone);
      else if (result.kind === 'failed') show(messages.undoFailed(result.detail));
      else if (result.skipped.length === 0) show(messages.undone);
      else
        show(result.count > 0 ? messages.undoneExcept(result.skipped) : messages.undoRefused(result.skipped));
    },
    [table, store, show],
  );
  return useCallback(
    (text: string, id: UndoId | null, onUndone = () => {}) => {
      if (id === null) return show(text);
      show(text, { action: { label: 'Undo', run: () => void undo(id, onUndone), lingers: UNDO_LINGER_MS } });
    },
    [show, undo],
  );
}
