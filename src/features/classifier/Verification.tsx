import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { ChoiceResult } from '#contract/ledger.ts';
import { messages } from '#model/text/messages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { isFocusLost } from '../../ui/focus/focusPlace.ts';
import layout from '../../ui/layout.module.css';
import { useStatus } from '../../ui/status/useStatus.ts';
import { undoOf } from '../../undo/undoText.ts';
import { useUndo } from '../../undo/useUndo.ts';
import cells from './ResultRow.module.css';
import styles from './Verification.module.css';

type Props = {
  row: number;
  suggestion: string;
  /** Only the row that the keyboard is in has its buttons in the tab order. */
  isReachable: boolean;
  onTakeNew: () => void;
  onKeepCurrent: () => void;
};

/** The account that a change of the mapping list suggests for a row, to be accepted or declined. */
export function Verification({ row, suggestion, isReachable, onTakeNew, onKeepCurrent }: Props) {
  const tabIndex = isReachable ? 0 : -1;
  return (
    <>
      <Text
        span
        inherit
        truncate
        fw={600}
        c="var(--attention-text)"
        title={`Newly calculated account: ${suggestion}`}
      >
        <span aria-hidden="true">→ </span>
        <VisuallyHidden>, newly calculated </VisuallyHidden>
        {suggestion}
      </Text>
      <span className={`${layout['tight']} ${cells['rowActions']}`}>
        <Button size="compact-xs" tabIndex={tabIndex} aria-description={`Row ${row + 1}`} onClick={onTakeNew}>
          Use New
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          tabIndex={tabIndex}
          aria-description={`Row ${row + 1}`}
          onClick={onKeepCurrent}
        >
          Keep Current
        </Button>
      </span>
    </>
  );
}

/** Accepts the suggestion of one row, and shows the outcome. For admins it becomes a mapping of the shared list. */
export function useTakeNew(store: RowStore, isAdmin: boolean): (row: number) => Promise<void> {
  const { show } = useStatus();
  const { showDone } = useUndo();
  return useCallback(
    async (row) => {
      const result = await store.takeNew(row, isAdmin);
      if (result.kind === 'saved') showDone(messages.choiceSaved, undoTaken(store, result));
      else if (result.kind === 'row-only') show(messages.choiceSavedForRow);
      else if (result.kind === 'unstorable')
        show(messages.choiceUnstorable(result.description, result.problem));
      else show(messages.choiceFailed);
    },
    [store, isAdmin, show, showDone],
  );
}

/** What takes a saved choice back; null where the list had it already. */
function undoTaken(store: RowStore, { undo, rows }: Extract<ChoiceResult, { kind: 'saved' }>) {
  const taken = rows.map(({ row }) => row);
  return undoOf(undo, (batch) => store.undoSaved(batch, taken));
}

type BannerProps = {
  store: RowStore;
  /** Number of rows that have to be verified. */
  toVerify: number;
  onNext: () => void;
  /** Goes to a row when the buttons are gone that had the focus. */
  onSettled: (row: number | undefined) => void;
};

/** The number of rows that have to be verified, and buttons that settle all of them at once. */
export function VerifyBanner({ store, toVerify, onNext, onSettled }: BannerProps) {
  const { takeAllNew, keepAllCurrent } = useAllChoices(store);
  const [busy, setBusy] = useState<'take' | 'keep' | null>(null);
  const settle = async (what: 'take' | 'keep', settleAll: () => Promise<void>) => {
    setBusy(what);
    const first = store.buffer.nextToVerify(-1);
    try {
      await settleAll();
    } finally {
      setBusy(null);
      if (isFocusLost()) onSettled(first);
    }
  };
  const hasRows = toVerify > 0;
  return (
    <section
      className={`${layout['between']} ${layout['dense']} ${styles['banner']}`}
      data-empty={!hasRows || undefined}
      data-screen-only
      aria-label={hasRows ? 'Suggestions' : undefined}
    >
      {/* Always there: a live region that appears together with its text is not announced. */}
      <span role="status" className={layout['hiddenOnPhone']}>
        {hasRows && messages.rowsToVerify(toVerify)}
      </span>
      {hasRows && (
        <span className={`${layout['cluster']} ${layout['tight']}`}>
          <Button size="compact-xs" disabled={busy !== null} onClick={onNext}>
            Review next
          </Button>
          <Button
            size="compact-xs"
            loading={busy === 'take'}
            disabled={busy !== null}
            onClick={() => ignoreAfterExit(settle('take', takeAllNew))}
          >
            Use all new
          </Button>
          <Button
            size="compact-xs"
            loading={busy === 'keep'}
            disabled={busy !== null}
            onClick={() => ignoreAfterExit(settle('keep', keepAllCurrent))}
          >
            Keep all current
          </Button>
        </span>
      )}
    </section>
  );
}

function useAllChoices(store: RowStore) {
  const { showDone } = useUndo();
  const settle = async (settleAll: RowStore['takeAllNew'], words: (rows: number) => string) => {
    const { rows, takeBack } = await settleAll();
    const undo = () => takeBack().then(() => rowAccountMessages.choicesTakenBack);
    showDone(words(rows), undo, { stays: true });
  };
  return {
    takeAllNew: () => settle(() => store.takeAllNew(), rowAccountMessages.choicesTaken),
    keepAllCurrent: () => settle(() => store.keepAllCurrent(), rowAccountMessages.choicesKept),
  };
}
