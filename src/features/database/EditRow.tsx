import { Button, Table, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import type { EditResult, UndoId } from '#contract/table.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import { validateMapping } from '#model/validation.ts';
import type { TableService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './MappingTable.module.css';
import type { TableStore } from './TableStore.ts';

/** The row that is being edited. */
type RowEdit = {
  readonly key: MappingKey;
  /** The entry when editing began; null when it had been deleted and saving restores it. */
  readonly before: Mapping | null;
  /** As typed so far. */
  readonly draft: { readonly description: string; readonly glAccount: string };
  readonly isSaving: boolean;
  /** Why it was not saved, or null. */
  readonly error: string | null;
  /** What someone else has stored meanwhile, null if they deleted it; undefined if nobody has. */
  readonly theirs?: Mapping | null;
  /** An entry with another spelling of the typed keyword: saving needs to be confirmed. */
  readonly variant?: CaseVariant;
};

/** An entry with the same normalised keyword as the typed one, and the description that the classifier would use. */
type CaseVariant = { readonly mapping: Mapping; readonly winner: string };

type Props = {
  edit: RowEdit;
  /** The entry as it is stored now; undefined while it is not on this page. */
  stored: Mapping | undefined;
  onDraft: (draft: RowEdit['draft']) => void;
  onSave: () => void;
  /** Saves over what someone else has stored meanwhile. */
  onSaveAnyway: (stored: Mapping | null) => void;
  /** Saves a description that is another spelling of a keyword in the list. */
  onSaveBoth: () => void;
  onCancel: () => void;
};

/** One mapping while it is being edited: Enter saves, Escape cancels. */
export function EditRow({ edit, stored, onDraft, onSave, onSaveAnyway, onSaveBoth, onCancel }: Props) {
  const [draft, setDraft] = useState(edit.draft);
  const noteId = useId();
  const theirs = edit.theirs !== undefined ? edit.theirs : changedSince(edit, stored);
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    onDraft({ ...draft, ...part });
  };
  const handleKey = (event: KeyboardEvent) => {
    // While a character is being composed, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && theirs === undefined) onSave();
    if (event.key === 'Escape') onCancel();
  };
  const field = (name: 'description' | 'glAccount', label: string) => (
    <TextInput
      size="xs"
      aria-label={label}
      aria-describedby={noteId}
      error={edit.error !== null && isOffending(name, edit.draft)}
      disabled={edit.isSaving}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      onKeyDown={handleKey}
      autoFocus={name === 'description'}
    />
  );
  return (
    <Table.Tr className={styles['edited'] ?? ''}>
      <Table.Td colSpan={4}>
        <div className={styles['fields']}>
          {field('description', 'Keyword / Description')}
          {field('glAccount', 'GL Account')}
          <div className={styles['actions']}>
            <Button
              size="compact-xs"
              loading={edit.isSaving}
              disabled={theirs !== undefined}
              onClick={onSave}
            >
              Save
            </Button>
            <Button size="compact-xs" variant="subtle" disabled={edit.isSaving} onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </div>
        <div id={noteId} role="alert" className={styles['note']}>
          {edit.error !== null && (
            <Text size="sm" c="var(--mantine-color-error)">
              {edit.error}
            </Text>
          )}
          {edit.variant && theirs === undefined && (
            <CaseVariantNote variant={edit.variant} onSaveBoth={onSaveBoth} />
          )}
          {theirs !== undefined && (
            <Conflict theirs={theirs} onSaveAnyway={onSaveAnyway} onCancel={onCancel} />
          )}
        </div>
      </Table.Td>
    </Table.Tr>
  );
}

/** A note that the keyword exists in another spelling and which of the two wins, with a button to save both. */
function CaseVariantNote({
  variant: { mapping, winner },
  onSaveBoth,
}: Pick<Props, 'onSaveBoth'> & { variant: CaseVariant }) {
  return (
    <div className={styles['conflict']}>
      <Text size="sm" className={styles['text'] ?? ''}>
        {messages.mappingCaseVariant(mapping.description, mapping.glAccount)}{' '}
        {messages.caseVariantWins(winner)}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onSaveBoth}>
        Save both
      </Button>
    </div>
  );
}

/** What someone else has stored meanwhile, with the two ways to resolve the conflict. */
function Conflict({
  theirs,
  onSaveAnyway,
  onCancel,
}: Pick<Props, 'onSaveAnyway' | 'onCancel'> & { theirs: Mapping | null }) {
  return (
    <div className={styles['conflict']}>
      <Text size="sm" className={styles['text'] ?? ''}>
        {theirs === null ? (
          'Someone has deleted this entry meanwhile.'
        ) : (
          <>
            Someone has changed this entry meanwhile to <strong>{theirs.description}</strong>, account{' '}
            <strong>{theirs.glAccount}</strong>. Your text is above.
          </>
        )}
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => onSaveAnyway(theirs)}>
        Save mine
      </Button>
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        {theirs === null ? 'Leave it deleted' : 'Keep theirs'}
      </Button>
    </div>
  );
}

/** Whether a field is marked as wrong: an empty account comes before any problem of the description but its emptiness. */
function isOffending(name: keyof RowEdit['draft'], draft: RowEdit['draft']): boolean {
  const isAccountMissing = draft.glAccount.trim() === '';
  if (name === 'glAccount') return isAccountMissing;
  return !isAccountMissing || draft.description.trim() === '';
}

function changedSince({ before }: RowEdit, stored: Mapping | undefined): Mapping | undefined {
  if (before === null || stored === undefined) return undefined;
  const isSame = stored.description === before.description && stored.glAccount === before.glAccount;
  return isSame ? undefined : stored;
}

/**
 * Edits one row at a time; only Cancel discards a draft. `onEnd` is called when editing has ended, with the keys that the
 * row may have then.
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
  const setState = useCallback(
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
      setState({ key, before: mapping, draft: { description, glAccount }, isSaving: false, error: null });
    },
    [setState, show],
  );

  /** The draft is no React state: a typed key must not draw thirty rows. */
  const setDraft = useCallback((draft: RowEdit['draft']) => {
    if (current.current) current.current = { ...current.current, draft };
  }, []);

  const write = useCallback(
    async (before: Mapping | null, allowsCaseVariant: boolean) => {
      const { theirs: _theirs, variant: _variant, ...rest } = current.current ?? {};
      if (current.current === null || current.current.isSaving) return;
      const begun: RowEdit = { ...(rest as RowEdit), before };
      const error = validateMapping(begun.draft);
      if (error !== undefined) return setState({ ...begun, error });
      if (!isDirty(begun)) return setState(null);
      dismiss();
      setState({ ...begun, isSaving: true, error: null });
      const result = await store.renewAfter(() =>
        table.edit(begun.key, before, begun.draft, allowsCaseVariant),
      );
      if (result.kind === 'saved') {
        setState(null);
        onSaved(result.undo);
        return;
      }
      if (result.kind === 'failed') show(messages.mappingUpdateFailed);
      setState({ ...begun, ...outcomeOf(result, begun.draft) });
    },
    [table, store, setState, show, dismiss, onSaved],
  );

  const save = useCallback(() => write(current.current?.before ?? null, false), [write]);
  const saveOver = useCallback((stored: Mapping | null) => write(stored, false), [write]);
  const saveBoth = useCallback(() => write(current.current?.before ?? null, true), [write]);
  const cancel = useCallback(() => setState(null), [setState]);
  return useMemo(
    () => ({ edit, begin, setDraft, save, saveOver, saveBoth, cancel }),
    [edit, begin, setDraft, save, saveOver, saveBoth, cancel],
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
