import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { BatchId, EditResult, TablePage } from '#contract/table.ts';
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
import { createObservable, type Observable } from '../../services/observable.ts';
import { dropRowEdit, readRowEdit, type StoredRowEdit, saveRowEdit } from '../../services/rowEditStorage.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useAnswer } from '../../ui/useAnswer.ts';
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
export type LiveEdit = Observable<RowEdit | null>;

type Options = {
  /** Uid of the person who edits. */
  readonly owner: string;
  readonly ledger: Pick<LedgerService, 'table' | 'editor'>;
  readonly store: TableStore;
  readonly onSaved: (undo: BatchId | null) => void;
  /** Called when editing has ended, with the keys that the row may have then. */
  readonly onEnd: (keys: readonly MappingKey[]) => void;
};

/** Edits one row at a time; only Cancel discards a draft, which survives a reload and the visit of other screens. */
export function useRowEdit({ owner, ledger, store, onSaved, onEnd }: Options) {
  const { show } = useStatus();
  const { edit, live, setState, setDraft } = useRowEditState(owner, onEnd);
  const { table } = useSyncExternalStore(store.state.subscribe, store.state.get);
  useEndOfStored(ledger.table, table !== null, live, setState);
  const stored = useStoredEntry(ledger.table, table, edit);

  const begin = useCallback(
    (mapping: Mapping) => {
      const open = live.get();
      if (open && isDirty(open)) return show(databaseMessages.editUnfinished);
      const { key } = mapping;
      setState({ key, before: mapping, draft: fieldsOf(mapping), isSaving: false, error: null });
    },
    [live, setState, show],
  );

  const write = useWrite({ ledger, store, live, setState, onSaved });
  const commands = useMemo(
    () => ({
      /** What saving would do to the rows on the Classifier. */
      preview: ({ key, draft }: RowEdit) => ledger.editor.previewEdit(key, draft),
      save: () => write(live.get()?.before ?? null, false),
      /** Saves over what someone else has stored meanwhile. */
      saveOver: (stored: Mapping | null) => write(stored, false),
      /** Saves a description that is another spelling of a keyword in the list. */
      saveBoth: () => write(live.get()?.before ?? null, true),
      cancel() {
        if (live.get()?.isSaving) show(databaseMessages.stillSaving);
        setState(null);
      },
    }),
    [ledger, live, write, setState, show],
  );
  return useMemo(
    () => ({ edit, stored, live, begin, setDraft, ...commands }),
    [edit, stored, live, begin, setDraft, commands],
  );
}

type WriteOptions = Pick<Options, 'ledger' | 'store' | 'onSaved'> &
  Pick<ReturnType<typeof useRowEditState>, 'live' | 'setState'>;

/** Stores the row being edited in place of `before`, and shows in it why it was not stored. */
function useWrite({ ledger, store, live, setState, onSaved }: WriteOptions) {
  const { show, dismiss } = useStatus();
  const send = useCallback(
    async (saving: RowEdit, allowsCaseVariant: boolean) => {
      const { key, before, draft } = saving;
      const result = await store.renewAfter(() => ledger.editor.edit(key, before, draft, allowsCaseVariant));
      const isLeft = live.get() !== saving;
      if (result.kind === 'saved') {
        if (!isLeft) setState(null);
        onSaved(result.undo);
      } else if (isLeft) show(databaseMessages.notSaved(draft.description.trim()));
      else {
        if (result.kind === 'failed') show(messages.mappingUpdateFailed);
        setState({ ...saving, isSaving: false, ...outcomeOf(result, draft) });
      }
    },
    [ledger, store, live, setState, show, onSaved],
  );
  return useCallback(
    async (before: Mapping | null, allowsCaseVariant: boolean) => {
      const open = live.get();
      if (open === null || open.isSaving) return;
      const { theirs: _theirs, variant: _variant, isRestored: _isRestored, ...rest } = open;
      const begun: RowEdit = { ...rest, before, error: null };
      const error = validateMapping(begun.draft);
      if (error !== undefined) return setState({ ...begun, error });
      if (!isDirty(begun)) return setState(null);
      dismiss();
      const saving = { ...begun, isSaving: true };
      setState(saving);
      await send(saving, allowsCaseVariant);
    },
    [live, setState, dismiss, send],
  );
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
  const [live] = useState(() => createObservable(restored(owner)));
  const [edit, setEdit] = useState(live.get);
  const setState = useCallback(
    (next: RowEdit | null, takesFocus = true) => {
      const ended = next === null && takesFocus ? live.get() : null;
      if (ended) onEnd(keysOf(ended));
      store(owner, next);
      setEdit(next);
      live.set(next);
    },
    [owner, live, onEnd],
  );
  /** The draft is no React state: a typed key must not draw thirty rows. */
  const setDraft = useCallback(
    (draft: RowEdit['draft']) => {
      const edit = live.get();
      if (edit === null) return;
      store(owner, { ...edit, draft });
      live.set({ ...edit, draft });
    },
    [owner, live],
  );
  return { edit, live, setState, setDraft };
}

function restored(owner: string): RowEdit | null {
  const stored = readRowEdit(owner);
  return stored && { ...stored, isSaving: false, error: null, isRestored: true };
}

function store(owner: string, edit: RowEdit | null): void {
  if (edit !== null && isDirty(edit)) saveRowEdit(owner, edit);
  else dropRowEdit();
}

/** Ends a restored edit that turns out to be stored by now, as soon as the list is there. */
function useEndOfStored(
  table: TableService,
  hasList: boolean,
  live: LiveEdit,
  setState: (next: RowEdit | null, takesFocus?: boolean) => void,
): void {
  useEffect(() => {
    const edit = live.get();
    if (!hasList || !edit?.isRestored) return;
    const compare = async () => {
      const wanted = await table.entry(mappingKey(edit.draft.description));
      const now = live.get();
      if (!now?.isRestored || now.isSaving) return;
      if (isSameMapping(wanted, trimmedFields(now.draft))) setState(null, false);
    };
    ignoreAfterExit(compare());
  }, [table, hasList, live, setState]);
}

/**
 * The entry being edited as it is stored now, also where the page of the table does not show it; null: it has been
 * deleted; undefined while that is not known.
 */
function useStoredEntry(
  service: TableService,
  table: TablePage | null,
  edit: RowEdit | null,
): Mapping | null | undefined {
  const key = edit?.key;
  const before = edit?.before;
  const { answer } = useAnswer(
    () =>
      key === undefined || table === null ? null : service.entry(key).then((entry) => ({ before, entry })),
    [service, key, before, table],
  );
  const row = table?.rows.find(({ mapping }) => mapping.key === key);
  if (row) return row.mapping;
  // What was known of an edit before is out of date.
  return answer?.before === before ? answer?.entry : undefined;
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

/**
 * What the entry reads now if someone else has changed it since editing began, null if they deleted it; undefined if
 * nobody has.
 */
export function changedSince(
  { before, isSaving }: RowEdit,
  draft: RowEdit['draft'],
  stored: Mapping | null | undefined,
): Mapping | null | undefined {
  if (before === null || stored === undefined || isSameMapping(stored, before)) return undefined;
  // The own change, whose answer is still on its way: what was typed is what is stored, or stored at another key.
  const isOwn = stored === null ? isSaving : isSameMapping(stored, trimmedFields(draft));
  return isOwn ? undefined : stored;
}

function isDirty({ before, draft }: RowEdit): boolean {
  return !isSameMapping(draft, before);
}
