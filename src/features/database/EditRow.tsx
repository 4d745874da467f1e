import { Box, Button, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import {
  isSameMapping,
  MAPPING_FIELDS,
  type Mapping,
  type MappingFields,
  trimmedFields,
} from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { AccountWarning } from '../../chart/AccountWarning.tsx';
import { KeywordWarning } from '../../chart/KeywordWarning.tsx';
import { PreviewNote } from '../../chart/PreviewNote.tsx';
import layout from '../../ui/layout.module.css';
import { useSettledAnswer } from '../../ui/useAnswer.ts';
import styles from './MappingTable.module.css';
import { type CaseVariant, changedSince, type RowEdit, type useRowEdit } from './useRowEdit.ts';

type Props = Omit<ReturnType<typeof useRowEdit>, 'edit'> & { edit: RowEdit };

/** One mapping while it is being edited: Enter saves, Escape cancels. */
export function EditRow({ edit, stored, setDraft: store, preview, ...act }: Props) {
  const [draft, setDraft] = useState(edit.draft);
  const noteId = useId();
  const theirs = edit.theirs !== undefined ? edit.theirs : changedSince(edit, draft, stored);
  const row = useRef<HTMLTableRowElement>(null);
  useFocusInRow(row, edit);
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    store({ ...draft, ...part });
  };
  const handleKey = (event: KeyboardEvent) => {
    // While a character is being composed, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const isInField = event.target instanceof HTMLInputElement;
    if (event.key === 'Enter' && isInField && theirs === undefined) act.save();
    if (event.key === 'Escape') act.cancel();
  };
  const field = (name: keyof MappingFields) => (
    <TextInput
      key={name}
      aria-label={databaseMessages.fields[name]}
      aria-describedby={noteId}
      error={edit.error !== null && isOffending(name, edit.draft)}
      // Not disabled: that would take the focus away, and Escape with it.
      readOnly={edit.isSaving}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      autoFocus={name === 'description' && !edit.isRestored}
    />
  );
  return (
    <Box component="tr" ref={row} bg="var(--surface-hover)" onKeyDown={handleKey}>
      <Box component="td" colSpan={4} ps="2.5rem">
        <div className={layout['stack']}>
          <div className={styles['fields']}>
            {MAPPING_FIELDS.map(field)}
            <div className={layout['cluster']}>
              <Button
                variant="filled"
                size="compact-xs"
                loading={edit.isSaving}
                disabled={theirs !== undefined}
                onClick={act.save}
              >
                Save
              </Button>
              <Button size="compact-xs" variant="subtle" onClick={act.cancel}>
                Cancel
              </Button>
            </div>
          </div>
          <KeywordWarning keyword={draft.description === edit.before?.description ? '' : draft.description} />
          <AccountWarning account={draft.glAccount === edit.before?.glAccount ? '' : draft.glAccount} />
          <DraftPreview edit={{ ...edit, draft }} stored={stored} preview={preview} />
          <Notes id={noteId} edit={edit} theirs={theirs} {...act} />
        </div>
      </Box>
    </Box>
  );
}

type NotesProps = Pick<Props, 'edit' | 'saveOver' | 'saveBoth' | 'cancel'> & {
  id: string;
  /** What someone else has stored meanwhile; undefined if nobody has. */
  theirs: Mapping | null | undefined;
};

/** What there is to know about the edit before it can be saved. */
function Notes({ id, edit, theirs, saveOver, saveBoth, cancel }: NotesProps) {
  return (
    <div id={id} role="alert">
      {edit.isRestored && theirs === undefined && <Text>{databaseMessages.leftUnsaved}</Text>}
      {edit.error !== null && <Text c="var(--danger-text)">{edit.error}</Text>}
      {edit.variant && theirs === undefined && <CaseVariantNote variant={edit.variant} saveBoth={saveBoth} />}
      {theirs !== undefined && <Conflict theirs={theirs} saveOver={saveOver} cancel={cancel} />}
    </div>
  );
}

/** Delay after the last key stroke before the preview is asked for. Milliseconds. */
const TYPING_MS = 150;

type DraftPreviewProps = Pick<Props, 'edit' | 'stored' | 'preview'>;

/** What saving the draft would do to the rows on the Classifier; nothing where no text is there, or nothing was typed. */
function DraftPreview({ edit, stored, preview: ask }: DraftPreviewProps) {
  const { before, draft } = edit;
  const isChanged = !isSameMapping(trimmedFields(draft), before && trimmedFields(before));
  const question = isChanged ? JSON.stringify(draft) : null;
  const preview = useSettledAnswer(question, () => ask(edit), TYPING_MS, stored);
  return <PreviewNote preview={preview} isOptional />;
}

/**
 * Focuses the field that is wrong; or a field of the row when saving has disabled the focused button: otherwise neither
 * Escape nor Enter would reach the row. A focus elsewhere on the screen stays.
 */
function useFocusInRow(
  row: RefObject<HTMLTableRowElement | null>,
  { isSaving, error, theirs, variant, isRestored }: RowEdit,
): void {
  const state = JSON.stringify([isSaving, error, theirs, variant]);
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    // Nobody has used the row yet: what has changed is what its comparison with the list has found.
    if (isRestored) return;
    const focused = document.activeElement ?? document.body;
    const isLost = focused === document.body || focused.matches(':disabled');
    if (!isLost && !row.current?.contains(focused)) return;
    const fields = [...(row.current?.querySelectorAll('input') ?? [])];
    const wrong = fields.find((field) => field.getAttribute('aria-invalid') === 'true');
    if (wrong !== undefined) wrong.focus();
    else if (isLost) fields[0]?.focus();
  }, [row, state, isRestored]);
}

/** A note that the keyword exists in another spelling and which of the two wins, with a button to save both. */
function CaseVariantNote({
  variant: { mapping, winner },
  saveBoth,
}: Pick<Props, 'saveBoth'> & { variant: CaseVariant }) {
  return (
    <div className={layout['cluster']}>
      <Text className={layout['text'] ?? ''}>
        {databaseMessages.mappingCaseVariant(mapping.description, mapping.glAccount)}{' '}
        {databaseMessages.caseVariantWins(winner)}
      </Text>
      <Button size="compact-xs" onClick={saveBoth}>
        Save both
      </Button>
    </div>
  );
}

/** What someone else has stored meanwhile, with the two ways to resolve the conflict. */
function Conflict({
  theirs,
  saveOver,
  cancel,
}: Pick<Props, 'saveOver' | 'cancel'> & { theirs: Mapping | null }) {
  return (
    <div className={layout['cluster']}>
      <Text className={layout['text'] ?? ''}>
        {theirs === null ? (
          databaseMessages.deletedMeanwhile
        ) : (
          <>
            Someone has changed this entry meanwhile to <strong>{theirs.description}</strong>, account{' '}
            <strong>{theirs.glAccount}</strong>. Your text is above.
          </>
        )}
      </Text>
      <Button size="compact-xs" onClick={() => saveOver(theirs)}>
        Save mine
      </Button>
      <Button size="compact-xs" onClick={cancel}>
        {theirs === null ? 'Leave it deleted' : 'Keep theirs'}
      </Button>
    </div>
  );
}

/** Whether a field is marked as wrong: an empty account comes before any problem of the description but its emptiness. */
function isOffending(name: keyof RowEdit['draft'], draft: RowEdit['draft']): boolean {
  const isAccountMissing = draft.glAccount.trim() === '';
  if (name === 'glAccount') return isAccountMissing;
  return name === 'description' && (!isAccountMissing || draft.description.trim() === '');
}
