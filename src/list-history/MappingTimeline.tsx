import { Badge, Button, Skeleton } from '@mantine/core';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { HistoryQuery, HistoryRow } from '#contract/history.ts';
import type { MappingChange } from '#model/history.ts';
import { isSameMapping, type Mapping } from '#model/mapping.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { KIND_NAMES } from '#model/text/historyWords.ts';
import { PersonName } from '../people/PersonName.tsx';
import type { HistoryService } from '../services/ledger.ts';
import { Icon } from '../ui/icons.tsx';
import layout from '../ui/layout.module.css';
import { momentOf } from '../ui/moment.ts';
import { RetryAlert } from '../ui/RetryAlert.tsx';
import { HistoryStore } from './HistoryStore.ts';
import styles from './listHistory.module.css';
import { RestoreDialog, type Restoring } from './RestoreDialog.tsx';

type Props = {
  /** Another mapping needs another timeline: give it the key of the mapping. */
  mapping: Mapping;
  ledger: Restoring & { readonly history: HistoryService };
};

/** What became of one mapping, newest first, and the way back to what it was. */
export function MappingTimeline({ mapping, ledger }: Props) {
  const store = useMappingHistory(mapping.key, ledger.history);
  const { page, failure } = useSyncExternalStore(store.state.subscribe, store.state.get);
  const [chosen, setChosen] = useState<HistoryRow | null>(null);
  const { key } = mapping;
  const target = useMemo(
    () => (chosen === null ? null : ({ kind: 'mapping', key, entry: chosen.entry } as const)),
    [chosen, key],
  );
  if (failure !== null) return <RetryAlert text={failure} onRetry={() => store.renew()} />;
  if (page === null) return <Skeleton height={60} role="status" aria-label="Reading the history" />;
  if (page.rows.length === 0) return <span>{historyMessages.nothingYet}</span>;
  return (
    <>
      <ol className={styles['timeline']}>
        {page.rows.map((row, i) => (
          <TimelineItem
            key={row.id}
            row={row}
            mapping={mapping}
            isNewest={i === 0}
            onPutBack={() => setChosen(row)}
          />
        ))}
      </ol>
      {target && <RestoreDialog ledger={ledger} target={target} onClose={() => setChosen(null)} />}
    </>
  );
}

function useMappingHistory(key: Mapping['key'], history: HistoryService): HistoryStore {
  const store = useMemo(() => {
    const query: HistoryQuery = { person: null, kind: null, from: null, to: null, text: '', key };
    return new HistoryStore(history, query);
  }, [history, key]);
  useEffect(() => store.follow(), [store]);
  return store;
}

type ItemProps = { row: HistoryRow; mapping: Mapping; isNewest: boolean; onPutBack: () => void };

/** One change: what it was, what it became, when, and who did it. */
function TimelineItem({ row, mapping, isNewest, onPutBack }: ItemProps) {
  const { at, by, kind, note, changes } = row;
  const [before, after] = [changes?.[0]?.before ?? null, changes?.at(-1)?.after ?? null];
  const isAsNow = after !== null && isSameMapping(after, mapping);
  // It may have been so before, and come back.
  const isNow = isAsNow && isNewest;
  return (
    <li data-now={isNow || undefined}>
      <div className={layout['between']}>
        <span>
          <ChangeOfMapping before={before} after={after} />
        </span>
        {isNow && <Badge>Now</Badge>}
        {after !== null && !isAsNow && (
          <Button size="compact-xs" leftSection={<Icon name="history" />} onClick={onPutBack}>
            {historyMessages.putBack}
          </Button>
        )}
      </div>
      <div className={layout['note']}>
        {momentOf(at)} · <PersonName author={by} />
        {kind !== 'add' && kind !== 'edit' && ` · ${KIND_NAMES[kind]}`}
      </div>
      {note !== null && (
        <p className={layout['quote']} dir="auto">
          Note: {note}
        </p>
      )}
    </li>
  );
}

/** `6410 → 6400`; the keyword where it was spelled otherwise. */
function ChangeOfMapping({ before, after }: Pick<MappingChange, 'before' | 'after'>) {
  if (after === null) return <>removed</>;
  if (before === null)
    return (
      <>
        <b>{after.glAccount}</b> added
      </>
    );
  const words = ({ description, glAccount }: Mapping) =>
    before.description === after.description
      ? glAccount
      : before.glAccount === after.glAccount
        ? description
        : `${description}: ${glAccount}`;
  return (
    <>
      <del>{words(before)}</del> <span aria-hidden="true">→</span> <b>{words(after)}</b>
    </>
  );
}
