import { Stack, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { AmountChoice, SummaryWithTexts } from '#contract/summary.ts';
import { summaryMessages } from '#model/text/summaryMessages.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { useAnswer } from '../../../ui/useAnswer.ts';
import { ReadAs } from '../reading/ReadAs.tsx';
import { ReadingQuestion } from '../reading/ReadingCheck.tsx';
import { RowFacts } from '../reading/RowFacts.tsx';
import { useReading } from '../reading/useReading.ts';
import { SummaryNotes } from './SummaryNotes.tsx';
import { SummaryTable } from './SummaryTable.tsx';
import { SummaryTools } from './SummaryTools.tsx';

type Props = { store: RowStore; goTo: (row: number) => void; onClose: () => void };

/** Rows per account, and where pasted columns have amounts, their sums; to be copied and exported as a table. */
export function AccountSummary({ store, goTo, onClose }: Props) {
  const [balances, setBalances] = useState(() => balancesOf(store));
  const summary = useSummary(store, balances);
  const show = (row: number) => {
    onClose();
    goTo(row);
  };
  return (
    <Dialog onClose={onClose} size="xl" title="Summary by account">
      {summary === null && <Loading />}
      {summary === 'waiting' && <Text>{summaryMessages.waiting}</Text>}
      {summary === 'failed' && <Text c="var(--danger-text)">{summaryMessages.failed}</Text>}
      {summary !== null && typeof summary === 'object' && (
        <Stack gap="sm">
          <SummaryTools
            store={store}
            summary={summary}
            opening={balances.opening}
            onOpening={(opening) => setBalances({ ...balances, opening })}
          />
          <ReadingQuestion store={store} />
          <ReadAs store={store} />
          <RowFacts store={store} goTo={show} />
          <SummaryNotes store={store} summary={summary} />
          <SummaryTable store={store} summary={summary} />
        </Stack>
      )}
    </Dialog>
  );
}

type Balances = Pick<AmountChoice, 'opening' | 'closing'>;

/** The balances of the file in the box, where it names those of one account. */
function balancesOf(store: RowStore): Balances {
  const last = store.lastStatement.get();
  const [statement, ...others] = last?.text === store.text ? last.reading.statements : [];
  if (statement === undefined || others.length > 0) return { opening: '', closing: null };
  return { opening: statement.opening ?? '', closing: statement.closing };
}

/** The summary of the current run, rebuilt when rows change; `waiting` while rows are still being classified. */
function useSummary(store: RowStore, balances: Balances): SummaryWithTexts | 'waiting' | 'failed' | null {
  const { choice } = useReading(store);
  const { kind } = useSyncExternalStore(store.progress.subscribe, store.progress.get);
  const revision = useSyncExternalStore(store.drawing.subscribe, store.drawing.get);
  const { answer, hasFailed } = useAnswer(
    async () =>
      (kind === 'complete' && (await store.run?.summarise({ ...choice, ...balances }))) ||
      ('waiting' as const),
    // The rows have changed with the revision.
    [store, kind, revision, choice, balances],
  );
  return hasFailed ? 'failed' : answer;
}
