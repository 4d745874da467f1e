import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useSyncExternalStore } from 'react';
import styles from './ResultList.module.css';
import { ResultRow, type RowActions } from './ResultRow.tsx';
import type { RowStore } from './RowStore.ts';
import { useGridNavigation } from './useGridNavigation.ts';

/** Fixed, in pixels: see `height` in the style sheets. */
const ROW_HEIGHT = 32;
const OVERSCAN_ROWS = 10;

export type ResultListHandle = {
  /** Brings a row into view and gives its account the focus. */
  goTo(row: number): void;
  /** The row that the keyboard is in. */
  currentRow(): number;
};

type Props = {
  ref: Ref<ResultListHandle>;
  store: RowStore;
  rowCount: number;
  onTakeNew: (row: number) => void;
};

/** Every row of the text with its account; only those on screen are in the document. */
export function ResultList({ ref, store, rowCount, onTakeNew }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  useSyncExternalStore(store.drawing.subscribe, store.drawing.get);
  const { active, isEditing, navigation, handlers } = useGridNavigation({
    scroller,
    rowCount,
    rowHeight: ROW_HEIGHT,
  });

  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN_ROWS,
    // The header is as high as a row and lies over the first one.
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  useEffect(() => store.show(from, to), [store, from, to]);

  const rows = items.map(({ index }) => index);
  // The row with the focus stays in the document when it is scrolled out of sight.
  if (active.row < from) rows.unshift(active.row);
  else if (active.row >= to && active.row < rowCount) rows.push(active.row);

  const { goTo, endEdit } = navigation;
  useEffect(() => {
    navigation.scrollTo.current = (row) => virtualizer.scrollToIndex(row, { align: 'auto' });
  }, [navigation, virtualizer]);
  useImperativeHandle(ref, () => ({ goTo, currentRow: () => active.row }), [goTo, active]);
  const actions = useMemo<RowActions>(
    () => ({
      edit: (row, text) => void store.edit(row, text),
      // The buttons go away, and the focus must not go with them.
      takeNew(row) {
        goTo(row);
        onTakeNew(row);
      },
      keepCurrent(row) {
        goTo(row);
        void store.keepCurrent(row);
      },
      endEdit,
    }),
    [store, onTakeNew, goTo, endEdit],
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    <div
      ref={scroller}
      role="grid"
      aria-label="Results"
      aria-rowcount={rowCount + 1}
      aria-colcount={2}
      className={styles['list']}
      {...handlers}
    >
      <div className={styles['header']}>
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
        <div role="row" aria-rowindex={1} className={styles['headerRow']}>
          <ColumnHeader index={1} name="Description" />
          <ColumnHeader index={2} name="GL Account" />
        </div>
      </div>
      <div className={styles['body']} style={{ height: rowCount * ROW_HEIGHT }}>
        {rows.map((row) => (
          <ResultRow
            key={row}
            row={row}
            top={row * ROW_HEIGHT}
            {...store.row(row)}
            activeColumn={row === active.row ? active.column : undefined}
            isEditing={isEditing && row === active.row}
            actions={actions}
          />
        ))}
      </div>
    </div>
  );
}

function ColumnHeader({ index, name }: { index: number; name: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    // biome-ignore lint/a11y/useFocusableInteractive: there is nothing to do with a header
    <div role="columnheader" aria-colindex={index} className={styles['headerCell']}>
      {name}
    </div>
  );
}
