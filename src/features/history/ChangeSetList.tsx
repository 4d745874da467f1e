import { Box } from '@mantine/core';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { HistoryPage, HistoryRow } from '#contract/history.ts';
import { textOfParts } from '#model/text/historyWords.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import type { HistoryStore } from '../../list-history/HistoryStore.ts';
import { Inspector, useHasInspector, WithInspector } from '../../ui/Inspector.tsx';
import layout from '../../ui/layout.module.css';
import list from '../../ui/list.module.css';
import { longDayOf } from '../../ui/moment.ts';
import { rowAfter } from '../../ui/rowAfter.ts';
import { ChangeSetDetails, type DetailsProps } from './ChangeSetDetails.tsx';
import { ChangeSetItem } from './ChangeSetItem.tsx';

/** Expected heights of a row and of the heading of a day, in pixels; a drawn row is measured. */
const ROW_HEIGHT = 36;
const DAY_HEIGHT = 34;
const PAGE_ROWS = 15;
/** As high as the window leaves room for below the bar, the title and the filters. */
const HEIGHT = { height: 'max(22rem, calc(100dvh - 11rem))' };

type Props<Change> = Omit<DetailsProps<Change>, 'row'> & {
  store: HistoryStore<Change>;
  page: HistoryPage<Change>;
};

/**
 * The change sets, newest first, by day. Arrow keys go from one to the next, Enter opens one, Escape closes it. What was done
 * stands beside the list where there is room, else below its line.
 */
export function ChangeSetList<Change>({ store, page, ...shown }: Props<Change>) {
  const scroller = useRef<HTMLDivElement>(null);
  const detailsId = useId();
  const { open, isBeside, setOpen } = useOpenRow(page);
  const virtualizer = useVirtualizer({
    count: page.found,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ROW_HEIGHT + (isDayBegun(store, index) ? DAY_HEIGHT : 0),
    overscan: 6,
    getItemKey: (index) => store.row(index)?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const { active, onFocus, onKeyDown } = useRowKeys(scroller, virtualizer, () => setOpen(null));
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => store.show(first, last + 1), [store, first, last]);
  const tabStop = active >= first && active <= last ? active : first;
  const close = () => {
    setOpen(null);
    rowButton(scroller.current, active)?.focus();
  };
  const inspector = isBeside && open && <Beside id={detailsId} row={open} onClose={close} {...shown} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys pressed on the buttons in it.
    <div onKeyDown={onKeyDown} onFocus={onFocus}>
      <WithInspector isWide inspector={inspector}>
        <div ref={scroller} className={`${layout['card']} ${list['list']}`} style={HEIGHT}>
          <ol
            aria-label="Changes"
            className={list['body']}
            style={{ height: virtualizer.getTotalSize() }}
            aria-busy={!page.isComplete}
          >
            {items.map(({ index, key, start }) => {
              const row = store.row(index);
              const isOpen = row !== undefined && row.id === open?.id;
              return (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={list['place']}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={page.isComplete ? page.found : -1}
                  aria-posinset={index + 1}
                >
                  {row ? (
                    <ChangeSetItem
                      row={row}
                      {...shown}
                      index={index}
                      isDayBegun={isDayBegun(store, index)}
                      isOpen={isOpen}
                      detailsId={isBeside ? detailsId : null}
                      isTabStop={index === tabStop}
                      onToggle={() => setOpen(isOpen && !isBeside ? null : row)}
                    />
                  ) : (
                    <div style={{ height: ROW_HEIGHT }} />
                  )}
                </li>
              );
            })}
          </ol>
        </div>
      </WithInspector>
    </div>
  );
}

type BesideProps<Change> = Omit<Props<Change>, 'store' | 'page'> & {
  id: string;
  row: HistoryRow<Change>;
  onClose: () => void;
};

/** The opened line beside the list. */
function Beside<Change>({ id, row, onClose, ...shown }: BesideProps<Change>) {
  const accountWords = useAccountWords();
  const title = textOfParts(shown.view.partsOf(row, accountWords));
  return (
    <Inspector id={id} label="All changes of this line" title={title} onClose={onClose}>
      <Box px="md" pt="xs" pb="md">
        <ChangeSetDetails key={row.id} row={row} {...shown} />
      </Box>
    </Inspector>
  );
}

/** The opened row; beside the list the newest one until somebody chooses. Null: closed. */
function useOpenRow<Change>({ rows, from }: HistoryPage<Change>) {
  const isBeside = useHasInspector();
  const [chosen, setOpen] = useState<HistoryRow<Change> | null>();
  const newest = from === 0 ? rows[0] : undefined;
  const first = useRef(newest);
  first.current ??= newest;
  const wanted = chosen === undefined && isBeside ? first.current : chosen;
  // It may have got more entries since.
  const open = rows.find(({ id }) => id === wanted?.id) ?? wanted ?? null;
  return { open, isBeside, setOpen };
}

/** Whether the change set at this place is the first one of its day. */
function isDayBegun<Change>(store: HistoryStore<Change>, index: number): boolean {
  const row = store.row(index);
  if (row === undefined) return false;
  const above = store.row(index - 1);
  return above === undefined ? index === 0 : longDayOf(above.at) !== longDayOf(row.at);
}

type Rows = Virtualizer<HTMLDivElement, Element>;

/** The keyboard in the list: one row at a time is in the tab order, and the arrow keys move it. */
function useRowKeys(scroller: { current: HTMLDivElement | null }, virtualizer: Rows, onEscape: () => void) {
  const [active, setActive] = useState(0);
  /** The row that is to get the focus as soon as it is drawn. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const button = rowButton(scroller.current, wanted.current);
    if (button === null) return;
    wanted.current = null;
    button.focus({ preventScroll: true });
  });
  const goTo = (row: number) => {
    wanted.current = row;
    setActive(row);
    virtualizer.scrollToIndex(row);
  };
  return {
    active,
    onFocus: ({ target }: { target: EventTarget }) => {
      const index = indexOf(target);
      if (index !== undefined) setActive(index);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        onEscape();
        rowButton(scroller.current, active)?.focus();
        return;
      }
      const index = indexOf(event.target);
      if (index === undefined) return;
      const next = rowAfter(event.key, index, { count: virtualizer.options.count, pageRows: PAGE_ROWS });
      if (next === undefined) return;
      event.preventDefault();
      goTo(next);
    },
  };
}

/** The row whose own button this is; undefined for what is in an opened row. */
function indexOf(target: EventTarget): number | undefined {
  const index = target instanceof HTMLElement ? target.dataset['changeSet'] : undefined;
  return index === undefined ? undefined : Number(index);
}

function rowButton(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-change-set="${index}"]`) ?? null;
}
