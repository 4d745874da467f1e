import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChangeSetId, EditResult } from '#contract/table.ts';
import {
  fieldsOf,
  isSameMapping,
  type Mapping,
  type MappingKey,
  mappingKey,
  trimmedFields,
} from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { messages } from '#model/text/messages.ts';
import { validateMapping } from '#model/validation.ts';
import type { LedgerService, TableService } from '../../services/ledger.ts';
import { dropRowEdit, readRowEdit, type StoredRowEdit, saveRowEdit } from '../../services/rowEditStorage.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { TableStore } from './TableStore.ts';

/** The row that is being edited. */
export type RowEdit = StoredRowEdit & {
  readonly isSaving: boolean;
  /** Why it was not saved, or null. */
  readonly error: string | null;
  /** What someone else has stored meanwhile, null if they deleted it; undefined if nobody has. */
  readonly theirs?: Mapping | null;
  /** An entry with another spelling of the typed keyword: saving needs to be confirmed. */
  readonly variant?: CaseVariant;
  /** It was left unsaved on an earlier visit of the screen, or before a reload. */
  readonly isRestored?: boolean;
};

/** An entry with the same normalised keyword as the typed one, and the description that the classifier would use. */
export type CaseVariant = { readonly mapping: Mapping; readonly winner: string };

/** The row that is being edited with the draft as it is typed, for what follows it outside of the table. */
export type LiveEdit = {
  get(): RowEdit | null;
  /** Returns the end. */
  subscribe(listener: () => void): () => void;
};

type Options = {
  /** Uid of the person who edits. */
  readonly owner: string;
  readonly ledger: Pick<LedgerService, 'table' | 'editor'>;
  readonly store: TableStore;
  readonly onSaved: (undo: ChangeSetId | null) => void;
  /** Called when editing has ended, with the keys that the row may have then. */
  readonly onEnd: (keys: readonly MappingKey[]) => void;
};

/** Edits one row at a time; only Cancel discards a draft, which survives a reload and the visit of other screens. */
export function useRowEdit({ owner, ledger, store, onSaved, onEnd }: Options) {
  const { show, dismiss } = useStatus();
  const { edit, current, setState, setDraft, live } = useRowEditState(owner, onEnd);
  useEntryOfRestored(ledger.table, store, current, setState);

  const begin = useCallback(
    (mapping: Mapping) => {
      if (current.current && isDirty(current.current)) {
        show(databaseMessages.editUnfinished);
        return;
      }
      const { key } = mapping;
      setState({ key, before: mapping, draft: fieldsOf(mapping), isSaving: false, error: null });
    },
    [current, setState, show],
  );

  const send = useCallback(
    async (saving: RowEdit, allowsCaseVariant: boolean) => {
      const { key, before, draft } = saving;
      const result = await store.renewAfter(() => ledger.editor.edit(key, before, draft, allowsCaseVariant));
      const isLeft = current.current !== saving;
      if (result.kind === 'saved') {
        if (!isLeft) setState(null);
        onSaved(result.undo);
      } else if (isLeft) show(leftUnsaved(draft.description.trim()));
      else {
        if (result.kind === 'failed') show(messages.mappingUpdateFailed);
        setState({ ...saving, isSaving: false, ...outcomeOf(result, draft) });
      }
    },
    [ledger, store, current, setState, show, onSaved],
  );
  const write = useCallback(
    async (before: Mapping | null, allowsCaseVariant: boolean) => {
      if (current.current === null || current.current.isSaving) return;
      const { theirs: _theirs, variant: _variant, isRestored: _isRestored, ...rest } = current.current;
      const begun: RowEdit = { ...rest, before, error: null };
      const error = validateMapping(begun.draft);
      if (error !== undefined) return setState({ ...begun, error });
      if (!isDirty(begun)) return setState(null);
      dismiss();
      const saving = { ...begun, isSaving: true };
      setState(saving);
      await send(saving, allowsCaseVariant);
    },
    [current, setState, dismiss, send],
  );

  const save = useCallback(() => write(current.current?.before ?? null, false), [current, write]);
  const saveOver = useCallback((stored: Mapping | null) => write(stored, false), [write]);
  const saveBoth = useCallback(() => write(current.current?.before ?? null, true), [current, write]);
  const preview = useCallback(({ key, draft }: RowEdit) => ledger.editor.previewEdit(key, draft), [ledger]);
  const cancel = useCallback(() => {
    if (current.current?.isSaving) show(STILL_SAVING);
    setState(null);
  }, [current, setState, show]);
  return useMemo(
    () => ({ edit, live, begin, setDraft, preview, save, saveOver, saveBoth, cancel }),
    [edit, live, begin, setDraft, preview, save, saveOver, saveBoth, cancel],
  );
}

const STILL_SAVING =
  'The change has been sent already. It is stored as soon as the server answers; Undo is offered then.';

/** Of a row that was closed while it was being saved. */
function leftUnsaved(description: string): string {
  return `${messages.mappingUpdateFailed} “${description}”, whose row you have closed, was not saved.`;
}

/**
 * Where the entry can be once the edit has ended: a new description may have moved it to another key. One that was given
 * up has moved nothing; the key of its draft may be another entry's.
 */
function keysOf({ key, draft, isSaving }: RowEdit): readonly MappingKey[] {
  return isSaving ? [mappingKey(draft.description), key] : [key];
}

/** The row being edited, of which the browser stores what is not saved. */
function useRowEditState(owner: string, onEnd: Options['onEnd']) {
  const [edit, setEdit] = useState<RowEdit | null>(() => restored(owner));
  const current = useRef(edit);
  const listeners = useRef(new Set<() => void>());
  const setState = useCallback(
    (next: RowEdit | null, takesFocus = true) => {
      const ended = next === null && takesFocus ? current.current : null;
      if (ended) onEnd(keysOf(ended));
      current.current = next;
      store(owner, next);
      setEdit(next);
      for (const notify of listeners.current) notify();
    },
    [owner, onEnd],
  );
  /** The draft is no React state: a typed key must not draw thirty rows. */
  const setDraft = useCallback(
    (draft: RowEdit['draft']) => {
      if (current.current === null) return;
      current.current = { ...current.current, draft };
      store(owner, current.current);
      for (const notify of listeners.current) notify();
    },
    [owner],
  );
  const live = useMemo<LiveEdit>(
    () => ({
      get: () => current.current,
      subscribe(listener) {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [],
  );
  return { edit, current, setState, setDraft, live };
}

function restored(owner: string): RowEdit | null {
  const stored = readRowEdit(owner);
  return stored && { ...stored, isSaving: false, error: null, isRestored: true };
}

function store(owner: string, edit: RowEdit | null): void {
  if (edit !== null && isDirty(edit)) saveRowEdit(owner, edit);
  else dropRowEdit();
}

/**
 * Compares a restored edit with the stored entry as soon as the list is there: an edit that is stored by now ends, and
 * what someone else has stored is shown.
 */
function useEntryOfRestored(
  table: TableService,
  store: TableStore,
  current: { readonly current: RowEdit | null },
  setState: (next: RowEdit | null, takesFocus?: boolean) => void,
): void {
  useEffect(() => {
    if (!current.current?.isRestored) return;
    const compare = async () => {
      const edit = current.current;
      if (store.state.get().table === null || !edit?.isRestored) return;
      endWatch();
      const [wanted, stored] = await Promise.all([
        table.entry(mappingKey(edit.draft.description)),
        table.entry(edit.key),
      ]);
      const now = current.current;
      if (!now?.isRestored || now.isSaving) return;
      if (isSameMapping(wanted, trimmedFields(now.draft))) setState(null, false);
      else if (!isSameMapping(stored, now.before)) setState({ ...now, theirs: stored });
    };
    const endWatch = store.state.subscribe(() => dropAtEnd(compare()));
    dropAtEnd(compare());
    return endWatch;
  }, [table, store, current, setState]);
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
      return { error: databaseMessages.mappingTaken(result.holder.description, result.holder.glAccount) };
    case 'unstorable':
      return { error: messages.mappingUnstorable(draft.description, result.problem) };
    case 'unchangeable':
      return { error: databaseMessages.mappingUnchangeable(draft.description) };
    case 'failed':
      return { error: result.detail };
  }
}

/** What the entry reads now if someone else has changed it since editing began; undefined if not. */
export function changedSince(
  { before }: RowEdit,
  draft: RowEdit['draft'],
  stored: Mapping | undefined,
): Mapping | undefined {
  if (before === null || stored === undefined || isSameMapping(stored, before)) return undefined;
  // What was typed is what is stored: the own change, whose answer is still on its way.
  return isSameMapping(stored, trimmedFields(draft)) ? undefined : stored;
}

function isDirty({ before, draft }: RowEdit): boolean {
  return !isSameMapping(draft, before);
}
