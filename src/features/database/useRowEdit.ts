import { useCallback, useMemo, useRef, useState } from 'react';
import type { Mapping, MappingKey } from '../../model/mapping.ts';
import { messages } from '../../model/messages.ts';
import { validateMapping } from '../../model/validation.ts';
import type { EditResult, TableService, UndoId } from '../../services/table.ts';
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
};

/** Edits one row at a time; a draft is not thrown away except by Cancel. */
export function useRowEdit(table: TableService, store: TableStore, onSaved: (undo: UndoId) => void) {
  const { show, dismiss } = useStatus();
  const [edit, setEdit] = useState<RowEdit | null>(null);
  /** Where the focus goes back to. */
  const [lastKey, setLastKey] = useState<MappingKey | null>(null);
  const current = useRef<RowEdit | null>(null);
  const become = useCallback((next: RowEdit | null) => {
    if (current.current && next === null) setLastKey(current.current.key);
    current.current = next;
    setEdit(next);
  }, []);

  const begin = useCallback(
    (mapping: Mapping) => {
      if (current.current && isDirty(current.current)) {
        show(messages.editUnfinished);
        return;
      }
      const { key, description, glAccount } = mapping;
      setLastKey(null);
      become({ key, before: mapping, draft: { description, glAccount }, isSaving: false, error: null });
    },
    [become, show],
  );

  /** Not a state of React: a key typed must not draw thirty rows. */
  const keepDraft = useCallback((draft: RowEdit['draft']) => {
    if (current.current) current.current = { ...current.current, draft };
  }, []);

  const saveOver = useCallback(
    async (before: Mapping | null) => {
      const { theirs: _, ...rest } = current.current ?? {};
      if (current.current === null || current.current.isSaving) return;
      const begun: RowEdit = { ...(rest as RowEdit), before };
      const error = validateMapping(begun.draft);
      if (error !== undefined) return become({ ...begun, error });
      if (!isDirty(begun)) return become(null);
      dismiss();
      become({ ...begun, isSaving: true, error: null });
      const result = await store.during(() => table.edit(begun.key, before, begun.draft));
      if (result.kind === 'saved') {
        become(null);
        onSaved(result.undo);
        return;
      }
      if (result.kind === 'failed') show(messages.mappingUpdateFailed);
      become({ ...begun, ...outcomeOf(result) });
    },
    [table, store, become, show, dismiss, onSaved],
  );

  const save = useCallback(() => saveOver(current.current?.before ?? null), [saveOver]);
  const cancel = useCallback(() => become(null), [become]);
  return useMemo(
    () => ({ edit, lastKey, begin, keepDraft, save, saveOver, cancel }),
    [edit, lastKey, begin, keepDraft, save, saveOver, cancel],
  );
}

function outcomeOf(result: Exclude<EditResult, { kind: 'saved' }>): Pick<RowEdit, 'error' | 'theirs'> {
  switch (result.kind) {
    case 'changed':
      return { error: null, theirs: result.stored };
    case 'taken':
      return { error: messages.mappingTaken(result.holder.description, result.holder.glAccount) };
    case 'unstorable':
      return { error: messages.mappingUnstorable };
    case 'failed':
      return { error: result.detail };
  }
}

function isDirty({ before, draft }: RowEdit): boolean {
  return draft.description !== before?.description || draft.glAccount !== before.glAccount;
}
