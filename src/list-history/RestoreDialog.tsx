import { Alert, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ConflictChoice, RestorePreview, RestoreResult, RestoreTarget } from '#contract/history.ts';
import type { MappingKey } from '#model/mapping.ts';
import { counted } from '#model/text/figures.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import type { PreviewAnswer } from '../chart/PreviewDetails.tsx';
import { PreviewNote } from '../chart/PreviewNote.tsx';
import type { HistoryService, LedgerService } from '../services/ledger.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Failure } from '../ui/Failure.tsx';
import { useSettledAnswer } from '../ui/useAnswer.ts';
import { withToggled } from '../ui/withToggled.ts';
import { undoOf } from '../undo/undoText.ts';
import { RestoreActions } from './RestoreActions.tsx';
import { RestoreLines } from './RestoreLines.tsx';
import { useRestore, useRestorePreview } from './restoring.ts';

/** What restores the list, and takes that back. */
export type Restoring = {
  readonly history: Pick<HistoryService, 'preview' | 'previewLines' | 'previewRows' | 'restore'>;
  readonly editor: Pick<LedgerService['editor'], 'undo'>;
};

/** Delay after the last choice before its preview is asked for. Milliseconds. */
const CHOOSING_MS = 150;
/** As long as the dialog waits for its first preview. Milliseconds. */
const WAITING_MS = 1000;

type Props = { ledger: Restoring; target: RestoreTarget; onClose: () => void };

/** What a restore would change, which mappings were changed since, and the button that does it. */
export function RestoreDialog({ ledger, target, onClose }: Props) {
  const { preview, failure } = useRestorePreview(ledger.history, target);
  const choosing = useConflictChoice();
  const rows = useRowsPreview(ledger.history, preview, choosing);
  // Together with what becomes of the rows, so that nothing moves under a pointer that is about to click.
  const isComplete = useIsComplete(preview !== null, rows !== null);
  const shown = preview?.kind === 'ready' && !isComplete ? null : preview;
  return (
    <Dialog onClose={onClose} size="xl" title={titleOf(target)}>
      {failure !== null && <Failure text={historyMessages.previewFailed(failure)} />}
      <Text mb="xs" role="status">
        {failure === null && stateOf(shown)}
      </Text>
      {shown?.kind === 'ready' && (
        <Ready ledger={ledger} preview={shown} rows={rows} choosing={choosing} onClose={onClose} />
      )}
    </Dialog>
  );
}

function titleOf({ kind }: RestoreTarget): string {
  if (kind === 'mapping') return historyMessages.putBack;
  return kind === 'as-of' ? 'Restore the whole list' : 'Undo this change';
}

/** What there is to say of a preview, on its way or here. */
function stateOf(preview: RestorePreview | null): string {
  if (preview === null) return historyMessages.preparingRestore;
  if (preview.kind === 'ready') return summaryOf(preview);
  return preview.reason === 'list' ? historyMessages.listNotHere : historyMessages.cannotRestore;
}

type ReadyPreview = Extract<RestorePreview, { kind: 'ready' }>;

type ReadyProps = Pick<Props, 'ledger' | 'onClose'> & {
  preview: ReadyPreview;
  /** What the restore would do to the rows on the Classifier. */
  rows: PreviewAnswer;
  choosing: ReturnType<typeof useConflictChoice>;
};

function Ready({ ledger, preview, rows, choosing, onClose }: ReadyProps) {
  const { history, editor } = ledger;
  const { changes, conflicts, unusable, isPartial } = preview;
  const { restoreAll, except, choice } = choosing;
  const chosen = restoreAll ? conflicts - except.size : except.size;
  const { done, start } = useRestore(
    async (onProgress) => {
      const result = await history.restore(preview.id, choice, onProgress);
      const id = result.kind === 'restored' ? result.undo : null;
      return { text: resultWords(result), undo: undoOf(id, (batch) => editor.undo(batch)) };
    },
    // What was stored before is said by the result; here no answer came.
    (_done, detail) => historyMessages.restoreFailed(0, detail),
    onClose,
  );
  const count = changes + chosen;
  return (
    <Stack gap="sm">
      {isPartial && <Alert color="yellow">{historyMessages.restorePartial}</Alert>}
      <RestoreLines
        history={history}
        preview={preview}
        part="changes"
        count={changes}
        title="Mappings that change"
      />
      <RestoreLines
        history={history}
        preview={preview}
        part="conflicts"
        count={conflicts}
        title={historyMessages.changedSince}
        choice={choosing}
      />
      <RestoreLines
        history={history}
        preview={preview}
        part="unusable"
        count={unusable}
        title={historyMessages.unusable}
      />
      <PreviewNote preview={rows} isOptional />
      <RestoreActions
        done={done}
        count={count}
        label={`Restore ${counted(count, 'mapping')}`}
        canLeave
        onStart={start}
        onClose={onClose}
      />
    </Stack>
  );
}

/** Which mappings that were changed since are restored all the same: those ticked, or all but those unticked. */
function useConflictChoice() {
  const [restoreAll, setRestoreAll] = useState(false);
  const [except, setExcept] = useState<ReadonlySet<MappingKey>>(new Set());
  const choice: ConflictChoice = { restoreAll, except: [...except] };
  return {
    restoreAll,
    except,
    choice,
    onAll: (all: boolean) => {
      setRestoreAll(all);
      setExcept(new Set());
    },
    onOne: (key: MappingKey) => setExcept(withToggled(except, key)),
  };
}

function useRowsPreview(
  history: Restoring['history'],
  preview: RestorePreview | null,
  { choice, restoreAll, except }: ReturnType<typeof useConflictChoice>,
): PreviewAnswer {
  const id = preview?.kind === 'ready' ? preview.id : null;
  const isFirst = !restoreAll && except.size === 0;
  return useSettledAnswer(
    id === null ? null : JSON.stringify([id, choice]),
    async () => (id === null ? null : history.previewRows(id, choice)),
    isFirst ? 0 : CHOOSING_MS,
  );
}

/** Whether both have been there together, or the rows take too long. */
function useIsComplete(hasPreview: boolean, hasRows: boolean): boolean {
  const [isComplete, setComplete] = useState(false);
  useEffect(() => {
    if (!hasPreview) return undefined;
    const timer = setTimeout(() => setComplete(true), hasRows ? 0 : WAITING_MS);
    return () => clearTimeout(timer);
  }, [hasPreview, hasRows]);
  return isComplete || hasRows;
}

function resultWords(result: RestoreResult): string {
  switch (result.kind) {
    case 'restored':
      return result.skipped === 0
        ? historyMessages.restored(result.count)
        : historyMessages.restoredExcept(result.count, result.skipped);
    case 'failed':
      return historyMessages.restoreFailed(result.count, result.detail);
    case 'gone':
      return historyMessages.restoreGone;
  }
}

function summaryOf({ changes, conflicts, same }: ReadyPreview): string {
  if (changes > 0) return historyMessages.toRestore(changes, same);
  return conflicts > 0 ? historyMessages.onlyConflicts(same) : historyMessages.nothingToRestore(same);
}
