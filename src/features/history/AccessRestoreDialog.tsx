import { Alert, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { AccessRestoreLine, AccessRestorePreview, AccessRestoreTarget } from '#contract/history.ts';
import type { Email } from '#model/email.ts';
import { accessName, accessRestoreMessages as words } from '#model/text/accessWords.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { ChangeTable } from '../../list-history/ChangeTable.tsx';
import { RestoreActions } from '../../list-history/RestoreActions.tsx';
import { useRestore, useRestorePreview } from '../../list-history/restoring.ts';
import type { AccessActions } from '../../services/accessActions.ts';
import type { AccessHistoryService } from '../../services/ledger.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { TickBox } from '../../ui/TickBox.tsx';
import { withToggled } from '../../ui/withToggled.ts';

type Props = {
  history: Pick<AccessHistoryService, 'preview'>;
  target: AccessRestoreTarget;
  ownEmail: Email;
  loadActions: () => Promise<AccessActions>;
  onClose: () => void;
};

/** Whose access a restore would change, what does not come back, and the button that does it, person by person. */
export function AccessRestoreDialog({ history, target, ownEmail, loadActions, onClose }: Props) {
  const { preview, failure } = useRestorePreview(history, target);
  return (
    <Dialog onClose={onClose} size="lg" title={target.kind === 'as-of' ? words.titleAsOf : words.titleUndo}>
      {failure !== null && <Failure text={historyMessages.previewFailed(failure)} />}
      <Text mb="xs" role="status">
        {failure === null && stateOf(preview, ownEmail)}
      </Text>
      {preview?.kind === 'ready' && (
        <Ready preview={preview} ownEmail={ownEmail} loadActions={loadActions} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** What there is to say of a preview, on its way or here. */
function stateOf(preview: AccessRestorePreview | null, ownEmail: Email): string {
  if (preview === null) return historyMessages.preparingRestore;
  if (preview.kind === 'impossible') return historyMessages.cannotRestore;
  return words.summary(preview.changes.filter(({ email }) => email !== ownEmail).length, preview.same);
}

type ReadyProps = Pick<Props, 'ownEmail' | 'loadActions' | 'onClose'> & {
  preview: Extract<AccessRestorePreview, { kind: 'ready' }>;
};

function Ready({ preview, ownEmail, loadActions, onClose }: ReadyProps) {
  const isOther = ({ email }: AccessRestoreLine) => email !== ownEmail;
  const [changes, conflicts] = [preview.changes.filter(isOther), preview.conflicts.filter(isOther)];
  const hasOwn = changes.length + conflicts.length < preview.changes.length + preview.conflicts.length;
  const [selected, setSelected] = useState<ReadonlySet<Email>>(new Set());
  const chosen = [...changes, ...conflicts.filter(({ email }) => selected.has(email))];
  const { done, start } = useRestore(
    async (onProgress) => ({ text: await restoreAll(chosen, loadActions, onProgress), undo: null }),
    words.failed,
    onClose,
  );
  const lost = chosen.filter(({ before, after }) => !before?.allow && after?.allow);
  const removed = chosen.filter(({ before, after }) => before?.allow && !after?.allow);
  return (
    <Stack gap="sm">
      {preview.isPartial && <Alert color="yellow">{words.partial}</Alert>}
      <People title={words.changing} lines={changes} />
      <People title={words.changedSince} lines={conflicts} selected={selected} onSelect={setSelected} />
      {lost.length > 0 && <Text>{words.doesNotReturn(lost.map(({ email }) => email))}</Text>}
      {removed.length > 0 && <Text>{words.goes(removed.map(({ email }) => email))}</Text>}
      {hasOwn && <Text>{words.own}</Text>}
      <RestoreActions
        done={done}
        count={chosen.length}
        label={words.restore(chosen.length)}
        onStart={start}
        onClose={onClose}
      />
    </Stack>
  );
}

type PeopleProps = {
  title: string;
  lines: readonly AccessRestoreLine[];
  /** Of people changed since: those to be restored all the same. */
  selected?: ReadonlySet<Email>;
  onSelect?: (selected: ReadonlySet<Email>) => void;
};

/** One part of the preview; nothing where it is empty. */
function People({ title, lines, selected, onSelect }: PeopleProps) {
  if (lines.length === 0) return null;
  const box = (email: Email) => (
    <TickBox
      aria-label={`Restore ${email}`}
      checked={selected?.has(email) ?? false}
      onChange={() => selected && onSelect?.(withToggled(selected, email))}
    />
  );
  return (
    <section aria-label={title}>
      <Title order={3}>{title}</Title>
      <ChangeTable
        label={title}
        headings={selected ? ['Person', 'Was left as', 'Now', 'Restored'] : ['Person', 'Now', 'Restored']}
        rows={lines.map(({ email, before, after, left = null }) => ({
          key: email,
          description: email,
          values: [...(selected ? [left] : []), before, after].map(accessName),
          ...(selected && { box: box(email) }),
        }))}
      />
    </section>
  );
}

/** Restores one person after another, up to the first that fails. */
async function restoreAll(
  people: readonly AccessRestoreLine[],
  loadActions: Props['loadActions'],
  onProgress: (done: number) => void,
): Promise<string> {
  const actions = await loadActions();
  for (const [index, { email, after }] of people.entries()) {
    const outcome = await actions.restore(email, after);
    if (outcome.kind === 'failed') throw new Error(words.failedFor(email, outcome.reason));
    onProgress(index + 1);
  }
  return words.restored(people.length);
}
