import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TriedLine, UnsavedMapping } from '#contract/table.ts';
import { isSameMapping, makeMapping, trimmedFields } from '#model/mapping.ts';
import { validateMapping } from '#model/validation.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
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
  const [tried, setTried] = useState<readonly TriedLine[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list gives other answers
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      try {
        const answer = lines.length === 0 ? [] : await ledger.table.tryLines(lines, unsavedOf(edit));
        if (isCurrent && answer !== null) setTried(answer);
      } catch (error) {
        // The worker is started again, and the list with it: then they are asked once more.
        console.warn('The lines could not be tried:', error);
      }
    };
    dropAtEnd(ask());
    return () => {
      isCurrent = false;
    };
  }, [ledger, lines, edit, list]);
  return tried;
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
