import { Button, Table, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Mapping } from '../../model/mapping.ts';
import styles from './MappingTable.module.css';
import type { RowEdit } from './useRowEdit.ts';

type Props = {
  edit: RowEdit;
  /** The entry as it is stored now, as far as it is on screen. */
  stored: Mapping | undefined;
  onDraft: (draft: RowEdit['draft']) => void;
  onSave: () => void;
  /** Saves over what someone else has stored meanwhile. */
  onSaveAnyway: (stored: Mapping | null) => void;
  onCancel: () => void;
};

/** One mapping while it is being edited: Enter saves, Escape cancels. */
export function EditRow({ edit, stored, onDraft, onSave, onSaveAnyway, onCancel }: Props) {
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
      error={edit.error !== null}
      disabled={edit.isSaving}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      onKeyDown={handleKey}
      autoFocus={name === 'description'}
    />
  );
  return (
    <>
      <Table.Tr className={styles['edited'] ?? ''}>
        <Table.Td />
        <Table.Td>{field('description', 'Keyword / Description')}</Table.Td>
        <Table.Td>{field('glAccount', 'GL Account')}</Table.Td>
        <Table.Td>
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
        </Table.Td>
      </Table.Tr>
      <Table.Tr
        className={styles['note'] ?? ''}
        data-shown={(edit.error ?? theirs) !== undefined || undefined}
      >
        <Table.Td />
        <Table.Td colSpan={3}>
          <div id={noteId} role="alert">
            {edit.error !== null && (
              <Text size="sm" c="var(--mantine-color-error)">
                {edit.error}
              </Text>
            )}
            {theirs !== undefined && (
              <div className={styles['conflict']}>
                <Text size="sm" className={styles['text'] ?? ''}>
                  {theirs === null ? (
                    'Someone has deleted this entry meanwhile.'
                  ) : (
                    <>
                      Someone has changed this entry meanwhile to <strong>{theirs.description}</strong>,
                      account <strong>{theirs.glAccount}</strong>. Your text is above.
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
            )}
          </div>
        </Table.Td>
      </Table.Tr>
    </>
  );
}

function changedSince({ before }: RowEdit, stored: Mapping | undefined): Mapping | undefined {
  if (before === null || stored === undefined) return undefined;
  const isSame = stored.description === before.description && stored.glAccount === before.glAccount;
  return isSame ? undefined : stored;
}
