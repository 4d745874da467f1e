import { useCallback, useMemo, useRef, useState } from 'react';
import type { EditResult, UndoId } from '#contract/table.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import { validateMapping } from '#model/validation.ts';
import type { TableService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { TableStore } from './TableStore.ts';

/** The row that is being edited. */
export type RowEdit = {
  readonly key: MappingKey;
  /** The entry when editing began; null when it was gone and is to be brought back. */
  readonly before: Mapping | null;
  /** As typed so far. */
  readonly draft: { readonly description: string; readonly glAccount: string };
  readonly isSaving: boolean;
  /** Why it was not saved, or null. */
  readonly error: string | null;
  /** What someone else has stored meanwhile, null if they deleted it; undefined if nobody has. */
  readonly theirs?: Mapping | null;
  /** Another spelling of what was typed that is in the list already: saving is to be confirmed. */
  readonly variant?: CaseVariant;
};

/** An entry that is the same keyword to the classifier as the one typed, and the description it would go by. */
export type CaseVariant = { readonly mapping: Mapping; readonly winner: string };

/**
 * Edits one row at a time; a draft is not thrown away except by Cancel. `onEnd` is told where the row may be found
 * when editing has ended.
 */
export function useRowEdit(
  table: TableService,
  store: TableStore,
  onSaved: (undo: UndoId) => void,
  onEnd: (keys: readonly MappingKey[]) => void,
) {
  const { show, dismiss } = useStatus();
  const [edit, setEdit] = useState<RowEdit | null>(null);
  const current = useRef<RowEdit | null>(null);
  const become = useCallback(
    (next: RowEdit | null) => {
      // A new description may have moved the entry to another key.
      const ended = next === null ? current.current : null;
      if (ended) onEnd([mappingKey(ended.draft.description), ended.key]);
      current.current = next;
      setEdit(next);
    },
    [onEnd],
  );

  const begin = useCallback(
    (mapping: Mapping) => {
      if (current.current && isDirty(current.current)) {
        show(messages.editUnfinished);
        return;
      }
      const { key, description, glAccount } = mapping;
      become({ key, before: mapping, draft: { description, glAccount }, isSaving: false, error: null });
    },
    [become, show],
  );

  /** Not a state of React: a key typed must not draw thirty rows. */
  const keepDraft = useCallback((draft: RowEdit['draft']) => {
    if (current.current) current.current = { ...current.current, draft };
  }, []);

  const write = useCallback(
    async (before: Mapping | null, allowsCaseVariant: boolean) => {
      const { theirs: _theirs, variant: _variant, ...rest } = current.current ?? {};
      if (current.current === null || current.current.isSaving) return;
      const begun: RowEdit = { ...(rest as RowEdit), before };
      const error = validateMapping(begun.draft);
      if (error !== undefined) return become({ ...begun, error });
      if (!isDirty(begun)) return become(null);
      dismiss();
      become({ ...begun, isSaving: true, error: null });
      const result = await store.during(() => table.edit(begun.key, before, begun.draft, allowsCaseVariant));
      if (result.kind === 'saved') {
        become(null);
        onSaved(result.undo);
        return;
      }
      if (result.kind === 'failed') show(messages.mappingUpdateFailed);
      become({ ...begun, ...outcomeOf(result, begun.draft) });
    },
    [table, store, become, show, dismiss, onSaved],
  );

  const save = useCallback(() => write(current.current?.before ?? null, false), [write]);
  const saveOver = useCallback((stored: Mapping | null) => write(stored, false), [write]);
  const saveBoth = useCallback(() => write(current.current?.before ?? null, true), [write]);
  const cancel = useCallback(() => become(null), [become]);
  return useMemo(
    () => ({ edit, begin, keepDraft, save, saveOver, saveBoth, cancel }),
    [edit, begin, keepDraft, save, saveOver, saveBoth, cancel],
  );
}

function outcomeOf(
  result: Exclude<EditResult, { kind: 'saved' }>,
  draft: RowEdit['draft'],
): Pick<RowEdit, 'error' | 'theirs' | 'variant'> {
  switch (result.kind) {
    case 'case-variant': {
      const winner = result.wins === 'variant' ? result.variant.description : draft.description.trim();
      return { error: null, variant: { mapping: result.variant, winner } };
    }
    case 'changed':
      return { error: null, theirs: result.stored };
    case 'taken':
      return { error: messages.mappingTaken(result.holder.description, result.holder.glAccount) };
    case 'unstorable':
      return { error: messages.mappingUnstorable(draft.description, result.problem) };
    case 'failed':
      return { error: result.detail };
  }
}

function isDirty({ before, draft }: RowEdit): boolean {
  return draft.description !== before?.description || draft.glAccount !== before.glAccount;
}
