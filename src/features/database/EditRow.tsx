import { Button, Table, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Mapping } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import styles from './MappingTable.module.css';
import type { CaseVariant, RowEdit } from './useRowEdit.ts';

type Props = {
  edit: RowEdit;
  /** The entry as it is stored now, as far as it is on screen. */
  stored: Mapping | undefined;
  onDraft: (draft: RowEdit['draft']) => void;
  onSave: () => void;
  /** Saves over what someone else has stored meanwhile. */
  onSaveAnyway: (stored: Mapping | null) => void;
  /** Saves what is another spelling of a keyword in the list. */
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
    // In the midst of composing a character these keys belong to the input method.
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

/** That the keyword is there in another spelling, what both would mean, and the way to have it so. */
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

/** What someone else has stored meanwhile, and the two ways out. */
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

/** An empty account is objected to before anything else about the description but that it is empty too. */
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
