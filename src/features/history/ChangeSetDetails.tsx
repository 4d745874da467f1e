import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type {
  ChangeSetLine,
  ChangeSetPage,
  HistoryQuery,
  HistoryRow,
  RestoreTarget,
} from '#contract/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { authorName } from '#model/text/historyWords.ts';
import { ChangeTable, type ChangeTableRow } from '../../list-history/ChangeTable.tsx';
import shared from '../../list-history/listHistory.module.css';
import { Pager } from '../../list-history/Pager.tsx';
import type { HistoryService } from '../../services/ledger.ts';
import { exactMomentOf } from '../../ui/moment.ts';
import { RetryAlert } from '../../ui/RetryAlert.tsx';

type Props = {
  row: HistoryRow;
  history: Pick<HistoryService, 'changeSet'>;
  query: HistoryQuery;
  onRestore: (target: RestoreTarget) => void;
};

/** An opened change set: who and when exactly, what can be restored, and its changes page by page. */
export function ChangeSetDetails({ row, history, query, onRestore }: Props) {
  const { page, hasFailed, turnTo, retry } = useChangeSetPage(history, row, query);
  const isKnown = row.kind !== 'outside';
  return (
    <>
      <Text size="sm" c="dimmed">
        {exactMomentOf(row.at)} · {authorName(row.by)} · {entriesOf(row)}
      </Text>
      {row.note !== null && (
        <Text size="sm" dir="auto">
          Note: {row.note}
        </Text>
      )}
      <Group gap="xs" my={6}>
        {isKnown && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onRestore({ kind: 'changeSet', changeSet: row.id })}
          >
            Undo this change…
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onRestore({ kind: 'as-of', entry: row.entry })}
        >
          Restore the whole list as of here…
        </Button>
      </Group>
      {!isKnown && <Text size="sm">{historyMessages.unknownChanges}</Text>}
      {hasFailed && <RetryAlert text={historyMessages.loadFailed} onRetry={retry} />}
      {isKnown &&
        !hasFailed &&
        (page ? <Lines page={page} onTurn={turnTo} onRestore={onRestore} /> : <Skeleton height={60} />)}
    </>
  );
}

type LinesProps = {
  page: ChangeSetPage;
  onTurn: (page: number) => void;
  onRestore: (target: RestoreTarget) => void;
};

function Lines({ page, onTurn, onRestore }: LinesProps) {
  const { lines, parts } = page;
  return (
    <>
      {page.pages > 1 && (
        <div className={shared['pages']}>
          <Pager label="Pages of this line" page={page.page} pages={page.pages} onTurn={onTurn} />
        </div>
      )}
      <ChangeTable
        label="Changes"
        headings={['Keyword', 'Before', 'After']}
        rows={lines.map((line, i) => rowOf(line, lines[i - 1], parts, onRestore))}
      />
    </>
  );
}

/** A line, below the heading of its entry where another one begins in a change set of several. */
function rowOf(
  { change, entry, part, at }: ChangeSetLine,
  above: ChangeSetLine | undefined,
  parts: number,
  onRestore: (target: RestoreTarget) => void,
): ChangeTableRow {
  const { key, before, after } = change;
  const line = {
    key: `${entry} ${key}`,
    description: (after ?? before)?.description ?? key,
    values: [before, after],
  };
  if (parts === 1 || above?.entry === entry) return line;
  const heading = (
    <Group gap="xs">
      Part {part} of {parts}, {exactMomentOf(at)}
      <Button size="compact-xs" variant="subtle" onClick={() => onRestore({ kind: 'entry', entry })}>
        Restore this part…
      </Button>
    </Group>
  );
  return { ...line, heading };
}

function entriesOf({ seq, entries }: HistoryRow): string {
  return entries === 1 ? `entry ${seq}` : `${entries} entries, the last is ${seq}`;
}

function useChangeSetPage(
  history: Pick<HistoryService, 'changeSet'>,
  { id, entries }: HistoryRow,
  query: HistoryQuery,
) {
  const [wanted, setWanted] = useState({ page: 1, attempt: 0 });
  const [page, setPage] = useState<ChangeSetPage | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of entries is a reason to ask again.
  useEffect(() => {
    let isOver = false;
    history.changeSet(id, query, wanted.page).then(
      (answer) => {
        if (isOver) return;
        setFailed(false);
        setPage(answer);
      },
      (error) => {
        console.error(error);
        if (!isOver) setFailed(true);
      },
    );
    return () => {
      isOver = true;
    };
  }, [history, id, query, wanted, entries]);
  return {
    page,
    hasFailed,
    turnTo: (to: number) => setWanted({ page: to, attempt: 0 }),
    retry: () => setWanted(({ page: same, attempt }) => ({ page: same, attempt: attempt + 1 })),
  };
}
