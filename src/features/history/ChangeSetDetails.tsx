import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type {
  ChangeSetLine,
  ChangeSetPage,
  HistoryChange,
  HistoryQuery,
  HistoryRow,
  RestoreTarget,
} from '#contract/history.ts';
import type { MappingKey } from '#model/mapping.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { authorName } from '#model/text/historyWords.ts';
import { ChangeTable, type ChangeTableRow } from '../../list-history/ChangeTable.tsx';
import shared from '../../list-history/listHistory.module.css';
import type { HistoryService } from '../../services/ledger.ts';
import { exactMomentOf } from '../../ui/moment.ts';
import { Pager } from '../../ui/Pager.tsx';
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
  const [ticked, setTicked] = useState<ReadonlySet<MappingKey>>(new Set());
  const undone = ticked.size === 0 ? {} : { keys: [...ticked] };
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
            onClick={() => onRestore({ kind: 'changeSet', changeSet: row.id, ...undone })}
          >
            {ticked.size === 0 ? 'Undo this change…' : historyMessages.undoTicked(ticked.size)}
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
      {(row.differs || page?.differs) && (
        <Text size="sm" c="var(--danger-text)">
          {historyMessages.differsWhy}
        </Text>
      )}
      {!isKnown && <Text size="sm">{historyMessages.unknownChanges}</Text>}
      {hasFailed && <RetryAlert text={historyMessages.loadFailed} onRetry={retry} />}
      {isKnown &&
        !hasFailed &&
        (page ? (
          <Lines
            page={page}
            ticked={ticked}
            onTick={(key) => setTicked(withToggled(ticked, key))}
            onTurn={turnTo}
            onRestore={onRestore}
          />
        ) : (
          <Skeleton height={60} />
        ))}
    </>
  );
}

type LinesProps = {
  page: ChangeSetPage;
  /** Mappings of which alone the change is to be undone. */
  ticked: ReadonlySet<MappingKey>;
  onTick: (key: MappingKey) => void;
  onTurn: (page: number) => void;
  onRestore: (target: RestoreTarget) => void;
};

function Lines({ page, ticked, onTick, onTurn, onRestore }: LinesProps) {
  const { lines, parts, found } = page;
  const boxOf = ({ key, before, after }: HistoryChange) => (
    <TickBox
      name={(after ?? before)?.description ?? key}
      isTicked={ticked.has(key)}
      onTick={() => onTick(key)}
    />
  );
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
        rows={lines.map((line, i) => ({
          ...rowOf(line, lines[i - 1], parts, onRestore),
          ...(found > 1 && { box: boxOf(line.change) }),
        }))}
      />
    </>
  );
}

function TickBox({ name, isTicked, onTick }: { name: string; isTicked: boolean; onTick: () => void }) {
  return (
    <input
      type="checkbox"
      className={shared['box']}
      aria-label={historyMessages.selectChange(name)}
      checked={isTicked}
      onChange={onTick}
    />
  );
}

function withToggled(keys: ReadonlySet<MappingKey>, key: MappingKey): ReadonlySet<MappingKey> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
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
