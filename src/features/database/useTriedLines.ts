import { useSyncExternalStore } from 'react';
import type { TriedLine, UnsavedMapping } from '#contract/table.ts';
import { isSameMapping, makeMapping, trimmedFields } from '#model/mapping.ts';
import { validateMapping } from '#model/validation.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { useAnswer } from '../../ui/useAnswer.ts';
import type { LiveEdit, RowEdit } from './useRowEdit.ts';

/**
 * What lines get, now and with the row as it is being edited; asked again whenever one of them or the list changes. Null
 * until there is an answer.
 */
export function useTriedLines(
  ledger: LedgerService,
  live: LiveEdit,
  lines: readonly string[],
): readonly TriedLine[] | null {
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  const edit = useSyncExternalStore(live.subscribe, live.get);
  // Another list gives other answers.
  const { answer } = useAnswer(
    async () => (lines.length === 0 ? [] : ledger.table.tryLines(lines, unsavedOf(edit))),
    [ledger, lines, edit, list],
  );
  return answer;
}

/** The row being edited as it would be saved; null where nothing was changed, or it cannot be saved as it is. */
function unsavedOf(edit: RowEdit | null): UnsavedMapping | null {
  if (edit === null || validateMapping(edit.draft) !== undefined) return null;
  const typed = trimmedFields(edit.draft);
  const { before } = edit;
  if (isSameMapping(before, typed)) return null;
  const isMoved = typed.description !== before?.description.trim();
  const after = makeMapping(typed, isMoved ? undefined : edit.key);
  return { key: before === null ? null : edit.key, after };
}
