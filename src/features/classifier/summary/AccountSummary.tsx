import { Stack, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { type AmountChoice, AS_FOUND, type SummaryWithTexts } from '#contract/summary.ts';
import { summaryMessages } from '#model/text/summaryMessages.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { useAnswer } from '../../../ui/useAnswer.ts';
import { SummaryNotes } from './SummaryNotes.tsx';
import { SummaryTable } from './SummaryTable.tsx';
import { SummaryTools } from './SummaryTools.tsx';

type Props = { store: RowStore; onClose: () => void };

/** Rows per account, and where pasted columns have amounts, their sums; to be copied and exported as a table. */
export function AccountSummary({ store, onClose }: Props) {
  const [choice, setChoice] = useState(() => ({ ...AS_FOUND, ...balancesOf(store) }));
  const summary = useSummary(store, choice);
  return (
    <Dialog onClose={onClose} size="xl" title="Summary by account">
      {summary === null && <Loading />}
      {summary === 'waiting' && <Text>{summaryMessages.waiting}</Text>}
      {summary === 'failed' && <Text c="var(--danger-text)">{summaryMessages.failed}</Text>}
      {summary !== null && typeof summary === 'object' && (
        <Stack gap="sm">
          <SummaryTools store={store} summary={summary} choice={choice} onChoice={setChoice} />
          <SummaryNotes summary={summary} />
          <SummaryTable store={store} summary={summary} />
        </Stack>
      )}
    </Dialog>
  );
}

/** The balances of the file in the box, where it names those of one account. */
function balancesOf(store: RowStore): Pick<AmountChoice, 'opening' | 'closing'> {
  const last = store.lastStatement.get();
  const [statement, ...others] = last?.text === store.text ? last.reading.statements : [];
  if (statement === undefined || others.length > 0) return { opening: '', closing: null };
  return { opening: statement.opening ?? '', closing: statement.closing };
}

/** The summary of the current run, rebuilt when rows change; `waiting` while rows are still being classified. */
function useSummary(store: RowStore, choice: AmountChoice): SummaryWithTexts | 'waiting' | 'failed' | null {
  const { kind } = useSyncExternalStore(store.progress.subscribe, store.progress.get);
  const revision = useSyncExternalStore(store.drawing.subscribe, store.drawing.get);
  const { answer, hasFailed } = useAnswer(
    async () => (kind === 'complete' && (await store.run?.summarise(choice))) || ('waiting' as const),
    // The rows have changed with the revision.
    [store, kind, revision, choice],
  );
  return hasFailed ? 'failed' : answer;
}
