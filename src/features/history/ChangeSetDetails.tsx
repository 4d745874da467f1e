import { Button, Group, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type {
  ChangeSetLine,
  ChangeSetPage,
  HistoryQuery,
  HistoryRow,
  RestoreTarget,
} from '#contract/history.ts';
import { changesNothing } from '#model/history.ts';
import { TAKEOVER } from '#model/log/entry.ts';
import type { MappingKey } from '#model/mapping.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { ChangeTable, type ChangeTableRow } from '../../list-history/ChangeTable.tsx';
import { PersonName } from '../../people/PersonName.tsx';
import layout from '../../ui/layout.module.css';
import { exactMomentOf } from '../../ui/moment.ts';
import { Pager } from '../../ui/Pager.tsx';
import { RetryAlert } from '../../ui/RetryAlert.tsx';
import { TickBox } from '../../ui/TickBox.tsx';
import { useAnswer } from '../../ui/useAnswer.ts';
import { withToggled } from '../../ui/withToggled.ts';
import type { LogService, LogView, Restorable } from './logViews.tsx';

export type DetailsProps<Change> = {
  row: HistoryRow<Change>;
  view: LogView<Change>;
  history: Pick<LogService<Change>, 'changeSet'>;
  query: HistoryQuery;
  /** What the screen shows where the node was taken over. */
  takenOver: ReactNode;
  onRestore: (target: RestoreTarget) => void;
};

/** An opened change set: who and when exactly, what can be restored, and its changes page by page. */
export function ChangeSetDetails<Change>(props: DetailsProps<Change>) {
  const { row, view, history, query, takenOver, onRestore } = props;
  const { page, hasFailed, turnTo, retry } = useChangeSetPage(history, row, query);
  const hasChanges = row.kind !== 'outside' && !changesNothing(row.kind);
  const [selected, setSelected] = useState<ReadonlySet<MappingKey>>(new Set());
  return (
    <>
      <Text c="dimmed">
        {exactMomentOf(row.at)} · <PersonName author={row.by} /> · {entriesOf(row)}
      </Text>
      {row.note !== null && <Text dir="auto">Note: {row.note}</Text>}
      {view.restorable && (
        <RestoreButtons row={row} restorable={view.restorable} selected={selected} onRestore={onRestore} />
      )}
      {(row.differs || page?.differs) && <Text c="var(--danger-text)">{historyMessages.differsWhy}</Text>}
      {row.kind === 'outside' && <Text>{historyMessages.unknownChanges}</Text>}
      {row.kind === TAKEOVER && takenOver}
      {hasFailed && <RetryAlert text={historyMessages.loadFailed} onRetry={retry} />}
      {hasChanges &&
        !hasFailed &&
        (page ? (
          <Lines
            page={page}
            view={view}
            selected={selected}
            onSelect={(key) => setSelected(withToggled(selected, key))}
            onTurn={turnTo}
            onRestore={onRestore}
          />
        ) : (
          <Skeleton height={60} />
        ))}
    </>
  );
}

type RestoreProps = {
  row: Pick<HistoryRow, 'id' | 'entry' | 'kind'>;
  restorable: Restorable;
  selected: ReadonlySet<MappingKey>;
  onRestore: (target: RestoreTarget) => void;
};

function RestoreButtons({ row, restorable, selected, onRestore }: RestoreProps) {
  const undone = selected.size === 0 ? {} : { keys: [...selected] };
  return (
    <Group gap="xs" my={6}>
      {row.kind !== 'outside' && !changesNothing(row.kind) && (
        <Button
          size="compact-sm"
          onClick={() => onRestore({ kind: 'changeSet', changeSet: row.id, ...undone })}
        >
          {selected.size === 0 ? 'Undo this change…' : historyMessages.undoSelected(selected.size)}
        </Button>
      )}
      <Button size="compact-sm" onClick={() => onRestore({ kind: 'as-of', entry: row.entry })}>
        {restorable.asOf}
      </Button>
    </Group>
  );
}

type LinesProps<Change> = {
  page: ChangeSetPage<Change>;
  view: LogView<Change>;
  /** Mappings of which alone the change is to be undone. */
  selected: ReadonlySet<MappingKey>;
  onSelect: (key: MappingKey) => void;
  onTurn: (page: number) => void;
  onRestore: (target: RestoreTarget) => void;
};

function Lines<Change>({ page, view, selected, onSelect, onTurn, onRestore }: LinesProps<Change>) {
  const { lines, parts, found } = page;
  const { restorable } = view;
  const rowOf = (line: ChangeSetLine<Change>, above: ChangeSetLine<Change> | undefined): ChangeTableRow => {
    const { key, ...shown } = view.lineOf(line.change);
    const isBegun = parts > 1 && above?.entry !== line.entry;
    // Only mappings can be restored alone.
    const mapping = key as MappingKey;
    const tick = (
      <TickBox
        aria-label={historyMessages.selectChange(shown.description)}
        checked={selected.has(mapping)}
        onChange={() => onSelect(mapping)}
      />
    );
    return {
      ...shown,
      key: `${line.entry} ${key}`,
      ...(restorable?.some && found > 1 && { box: tick }),
      ...(isBegun && {
        heading: <PartHeading line={line} parts={parts} onRestore={restorable?.entry ? onRestore : null} />,
      }),
    };
  };
  return (
    <>
      {page.pages > 1 && (
        <div className={layout['between']}>
          <Pager label="Pages of this line" page={page.page} pages={page.pages} onTurn={onTurn} />
        </div>
      )}
      <ChangeTable
        label="Changes"
        headings={view.headings}
        rows={lines.map((line, i) => rowOf(line, lines[i - 1]))}
      />
    </>
  );
}

/** Above the first line of an entry, in a change set of several. */
function PartHeading({
  line: { entry, part, at },
  parts,
  onRestore,
}: {
  line: Pick<ChangeSetLine, 'entry' | 'part' | 'at'>;
  parts: number;
  onRestore: ((target: RestoreTarget) => void) | null;
}) {
  return (
    <Group gap="xs">
      Part {part} of {parts}, {exactMomentOf(at)}
      {onRestore && (
        <Button size="compact-xs" variant="subtle" onClick={() => onRestore({ kind: 'entry', entry })}>
          Restore this part…
        </Button>
      )}
    </Group>
  );
}

function entriesOf({ seq, entries }: Pick<HistoryRow, 'seq' | 'entries'>): string {
  return entries === 1 ? `entry ${seq}` : `${entries} entries, the last is ${seq}`;
}

function useChangeSetPage<Change>(
  history: Pick<LogService<Change>, 'changeSet'>,
  { id, entries }: HistoryRow<Change>,
  query: HistoryQuery,
) {
  const [wanted, setWanted] = useState({ page: 1, attempt: 0 });
  // Another number of entries is a reason to ask again.
  const { answer: page, hasFailed } = useAnswer(
    () => history.changeSet(id, query, wanted.page),
    [history, id, query, wanted, entries],
  );
  return {
    page,
    hasFailed,
    turnTo: (to: number) => setWanted({ page: to, attempt: 0 }),
    retry: () => setWanted(({ page: same, attempt }) => ({ page: same, attempt: attempt + 1 })),
  };
}
