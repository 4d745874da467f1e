import { type ReactNode, useId } from 'react';
import type { HistoryQuery, HistoryRow, RestoreTarget } from '#contract/history.ts';
import { STOPPED_AFTER_MS } from '#model/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { authorName } from '#model/text/historyWords.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { dayOf, timeOf } from '../../list-history/times.ts';
import { Icon } from '../../ui/icons.tsx';
import { ChangeSetDetails } from './ChangeSetDetails.tsx';
import styles from './History.module.css';
import { KIND_ICONS } from './kindIcons.ts';
import type { LogService, LogView } from './logViews.tsx';

type Props<Change> = {
  row: HistoryRow<Change>;
  view: LogView<Change>;
  index: number;
  /** The day begins here: its heading stands above. */
  isDayBegun: boolean;
  isOpen: boolean;
  /** The element with its details, where they are not below. */
  detailsId: string | null;
  isTabStop: boolean;
  history: Pick<LogService<Change>, 'changeSet'>;
  query: HistoryQuery;
  takenOver: ReactNode;
  onToggle: () => void;
  onRestore: (target: RestoreTarget) => void;
};

/** One change set as one line: when, what, who. Opened, all of its changes below. */
export function ChangeSetItem<Change>(props: Props<Change>) {
  const { row, view, index, isDayBegun, isOpen, isTabStop, history, query, ...on } = props;
  const belowId = useId();
  const detailsId = on.detailsId ?? belowId;
  const accountWords = useAccountWords();
  const { at, by, kind, left, set, removed } = row;
  const isStopped = left > 0 && Date.now() - at >= STOPPED_AFTER_MS;
  const done = set + removed;
  const who = authorName(by);
  return (
    <>
      {isDayBegun && <h2 className={styles['day']}>{dayOf(at)}</h2>}
      <button
        type="button"
        className={styles['changeSet']}
        data-change-set={index}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={on.onToggle}
      >
        <span className={styles['icon']} data-tone={KIND_ICONS[kind].tone}>
          <Icon name={KIND_ICONS[kind].icon} />
        </span>
        <time className={styles['time']} dateTime={new Date(at).toISOString()}>
          {timeOf(at)}
        </time>
        <span className={styles['what']} dir="auto">
          {view.partsOf(row, accountWords).map(({ text, is }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity than their place.
            <span key={i} data-is={is}>
              {text}
            </span>
          ))}
          {row.differs && (
            <>
              {' '}
              <span data-is="differs">{historyMessages.differs}</span>
            </>
          )}
          {isStopped && (
            <>
              {' '}
              <span data-is="stopped">{historyMessages.stopped(done, done + left)}</span>
            </>
          )}
        </span>
        <span className={styles['who']}>{who}</span>
      </button>
      {isOpen && on.detailsId === null && (
        <section id={detailsId} className={styles['details']} aria-label="All changes of this line">
          <ChangeSetDetails
            takenOver={on.takenOver}
            row={row}
            view={view}
            history={history}
            query={query}
            onRestore={on.onRestore}
          />
        </section>
      )}
    </>
  );
}
