import { Box } from '@mantine/core';
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { NO_MATCH } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import type { RowStore, ShownNames } from '../../rows/RowStore.ts';
import { useUndoRow } from '../../rows/useUndoRow.ts';
import type { ProposeMappings } from '../../services/proposals.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Empty } from '../../ui/Empty.tsx';
import layout from '../../ui/layout.module.css';
import { lazyComponent } from '../../ui/lazyPage.ts';
import lists from '../../ui/list.module.css';
import { useIsNarrow } from '../../ui/useIsNarrow.ts';
import { type RowWindowOptions, useRowWindow } from '../../ui/useRowWindow.ts';
import { ExplanationPanel } from './ExplanationPanel.tsx';
import styles from './ResultList.module.css';
import { ResultRow, type RowActions } from './ResultRow.tsx';
import { useReading } from './reading/useReading.ts';
import { ACCOUNT, useGridNavigation } from './useGridNavigation.ts';
import { useTakeNew } from './Verification.tsx';

const AccountChooser = lazyComponent(
  async () => (await import('../../rows/AccountChooser.tsx')).AccountChooser,
  NO_MATCH,
);

/** Fixed, in pixels: see `height` in the style sheets. A phone shows names of accounts on a second line. */
const ROW_HEIGHT = 32;
const TWO_LINES_HEIGHT = 46;

export type ResultListHandle = {
  /** Brings the row at a position of the list into view and gives its account the focus. */
  goTo(position: number): void;
  /** The row of the cell that has or last had the focus; undefined when none had it yet. */
  currentRow(): number | undefined;
};

type Props = {
  ref: Ref<ResultListHandle>;
  store: RowStore;
  /** Admins get a link to the mapping that decided. */
  isAdmin: boolean;
  /** Proposes a mapping to the admins; undefined where the person can save it. */
  onPropose: ProposeMappings | undefined;
};

/** The rows with their accounts, and why they have them; only those on screen are in the document. */
export function ResultList({ ref, store, isAdmin, onPropose }: Props) {
  const { shownRows } = store;
  const { rows: chosen } = useSyncExternalStore(shownRows.state.subscribe, shownRows.state.get);
  const counts = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const { all } = counts;
  const isClassified = useIsClassified(store);
  const count = chosen?.length ?? all;
  const why = useRef<HTMLElement>(null);
  const { hovered, pointer } = useHoveredRow();
  const scroller = useRef<HTMLDivElement>(null);
  useSyncExternalStore(store.drawing.subscribe, store.drawing.get);
  const names = useSyncExternalStore(store.names.subscribe, store.names.get);
  const isPhone = useIsNarrow();
  const { reading } = useReading(store);
  const hasAmounts = reading !== null && reading.columns.length > 0;
  const hasTwoLines = isPhone && names !== null;
  const rowHeight = hasTwoLines ? TWO_LINES_HEIGHT : ROW_HEIGHT;
  const list = { scroller, count, rowHeight, headerHeight: isPhone ? 0 : ROW_HEIGHT };
  const { grid, drawn } = useGrid(ref, store, list, () => why.current?.focus());
  const { active, navigation, handlers } = grid;
  const actions = useRowActions(store, isAdmin, onPropose, navigation);
  const longest = useLongest(store, drawn.positions);
  const explained = shownRows.rowAt(hovered ?? active.row);
  return (
    <div className={`${layout['stack']} ${styles['frame']}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Results"
        aria-rowcount={count + 1}
        aria-colcount={2}
        className={`${layout['card']} ${lists['list']} ${styles['list']}`}
        style={{ '--longest': longest, '--digits': grouped(all).length } as CSSProperties}
        data-two-lines={hasTwoLines || undefined}
        data-names={names !== null || undefined}
        {...handlers}
        {...pointer}
      >
        <ColumnHeaders hasNames={names !== null} hasAmounts={hasAmounts} />
        <Rows store={store} grid={grid} drawn={drawn} names={names} actions={actions} />
        {count === 0 && all > 0 && <Empty>{messages.noRows}</Empty>}
      </div>
      <ExplanationPanel
        ref={why}
        ledger={store.ledger}
        counts={isClassified ? counts : null}
        run={count === 0 ? null : store.run}
        row={explained}
        {...store.buffer.row(explained)}
        isAdmin={isAdmin}
        names={names}
        guesses={store.guesses}
        onChoose={(row) => navigation.goTo(shownRows.positionOf(row) ?? active.row, ACCOUNT, true)}
        onLeave={() => navigation.goTo(active.row, active.column)}
      />
    </div>
  );
}

/** Whether all rows have their answer. */
function useIsClassified({ progress }: RowStore): boolean {
  return useSyncExternalStore(progress.subscribe, () => progress.get().kind === 'complete');
}

/** The keyboard in the list, and the rows that are drawn: those in sight, and the active one. */
function useGrid(
  ref: Props['ref'],
  store: RowStore,
  list: Parameters<typeof useDrawnRows>[1],
  onExplain: () => void,
) {
  const { shownRows } = store;
  const grid = useGridNavigation({
    scroller: list.scroller,
    rowCount: list.count,
    rowHeight: list.rowHeight,
    canChoose(position) {
      const { account, isChosen } = store.buffer.row(shownRows.rowAt(position));
      return account === NO_MATCH || isChosen;
    },
    onExplain,
  });
  const { active, isEntered, navigation } = grid;
  const drawn = useDrawnRows(store, list, active.row);
  const { scrollTo } = drawn;
  useEffect(() => {
    navigation.scrollTo.current = scrollTo;
  }, [navigation, scrollTo]);
  const { goTo } = navigation;
  useImperativeHandle(
    ref,
    () => ({ goTo, currentRow: () => (isEntered ? shownRows.rowAt(active.row) : undefined) }),
    [goTo, active, isEntered, shownRows],
  );
  return { grid, drawn };
}

type RowsProps = ReturnType<typeof useGrid> & {
  store: RowStore;
  names: ShownNames | null;
  actions: RowActions;
};

function Rows({ store, grid, drawn, names, actions }: RowsProps) {
  const { shownRows, buffer } = store;
  const { query } = useSyncExternalStore(shownRows.state.subscribe, shownRows.state.get);
  const guesses = useGuesses(store, drawn.positions);
  const { active, isEditing } = grid;
  return (
    <div className={`${lists['body']} ${styles['body']}`} style={{ height: drawn.bodyHeight }}>
      {drawn.positions.map((position) => {
        const row = shownRows.rowAt(position);
        return (
          <ResultRow
            key={row}
            row={row}
            position={position}
            top={drawn.topOf(position)}
            {...buffer.row(row)}
            names={names}
            amount={store.amounts.textOf(row)}
            guess={guesses.get(buffer.row(row).description)?.[0]}
            search={query.search}
            activeColumn={position === active.row ? active.column : undefined}
            isEditing={isEditing && position === active.row}
            actions={actions}
          />
        );
      })}
    </div>
  );
}

/** The likely accounts of rows without a match; those in sight are asked for once somebody has looked at one. */
function useGuesses(store: RowStore, positions: readonly number[]) {
  const { guesses, shownRows, buffer, run } = store;
  const known = useSyncExternalStore(guesses.state.subscribe, guesses.state.get);
  useEffect(() => {
    if (run === null) return;
    const rows = positions.map((position) => shownRows.rowAt(position));
    const open = rows
      .map((row) => ({ row, ...buffer.row(row) }))
      .filter(({ account }) => account === NO_MATCH);
    if (open.length > 0) guesses.show(run, open);
  });
  return known;
}

/**
 * The length of the longest description in sight when the rows came, in characters: as wide is their column, and it does not
 * move while one scrolls.
 */
function useLongest({ run, shownRows, buffer }: RowStore, positions: readonly number[]): number {
  const last = useRef<{ run: RowStore['run']; length: number }>({ run: null, length: 0 });
  if (last.current.run !== run || last.current.length === 0) {
    const lengths = positions.map((position) => buffer.row(shownRows.rowAt(position)).description.length);
    last.current = { run, length: Math.max(0, ...lengths) };
  }
  return last.current.length;
}

/** The positions of the rows to draw: those in the window, and the one with the focus wherever it is. */
function useDrawnRows(store: RowStore, rowsOfList: RowWindowOptions, focused: number) {
  const { count } = rowsOfList;
  const { from, to, ...place } = useRowWindow(rowsOfList);
  const firstRow = store.shownRows.rowAt(from);
  const lastRow = count === 0 ? firstRow - 1 : store.shownRows.rowAt(to - 1);
  useEffect(() => store.show(firstRow, lastRow + 1), [store, firstRow, lastRow]);
  const positions = Array.from({ length: to - from }, (_, i) => from + i);
  if (focused < from) positions.unshift(focused);
  else if (focused >= to && focused < count) positions.push(focused);
  return { positions, ...place };
}

type Navigation = ReturnType<typeof useGridNavigation>['navigation'];

function useRowActions(
  store: RowStore,
  isAdmin: boolean,
  onPropose: ProposeMappings | undefined,
  { goTo, endEdit }: Pick<Navigation, 'goTo' | 'endEdit'>,
): RowActions {
  const takeNew = useTakeNew(store, isAdmin);
  const undo = useUndoRow(store);
  return useMemo<RowActions>(() => {
    const goToRow = (row: number | undefined, position: number, isChoosing: boolean) => {
      const next = row === undefined ? undefined : store.shownRows.positionOf(row);
      goTo(next ?? position, ACCOUNT, next !== undefined && isChoosing);
    };
    return {
      edit: (row, text) => ignoreAfterExit(store.edit(row, text)),
      // The buttons go away, and the focus must not go with them.
      takeNew(row, position) {
        goTo(position);
        ignoreAfterExit(takeNew(row));
      },
      keepCurrent(row, position) {
        goTo(position);
        ignoreAfterExit(store.keepCurrent(row));
      },
      endEdit,
      choose: (position) => goTo(position, ACCOUNT, true),
      chooser: (row, position) => (
        <AccountChooser
          key={row}
          store={store}
          row={row}
          isAdmin={isAdmin}
          onPropose={onPropose}
          onClose={() => goTo(position)}
          onLeave={() => endEdit(position, 'elsewhere')}
          onNext={(isChoosing) =>
            ignoreAfterExit(store.nextNoMatch(row).then((next) => goToRow(next, position, isChoosing)))
          }
          onUndo={() => goToRow(undo(), position, false)}
        />
      ),
    };
  }, [store, isAdmin, onPropose, takeNew, goTo, endEdit, undo]);
}

function ColumnHeaders({ hasNames, hasAmounts }: { hasNames: boolean; hasAmounts: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div role="row" aria-rowindex={1} className={`${lists['row']} ${styles['header']}`}>
      <ColumnHeader index={1} name="Description" />
      <ColumnHeader index={2} name="GL Account">
        {/* Of the same cells, for the eye. */}
        {hasNames && <span aria-hidden="true">Account name</span>}
        {hasAmounts && (
          <Box component="span" ms="auto" aria-hidden="true">
            Amount
          </Box>
        )}
      </ColumnHeader>
    </div>
  );
}

type HeaderProps = { index: number; name: string; children?: ReactNode };

function ColumnHeader({ index, name, children }: HeaderProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    // biome-ignore lint/a11y/useFocusableInteractive: there is nothing to do with a header
    <div role="columnheader" aria-colindex={index}>
      <span>{name}</span>
      {children}
    </div>
  );
}

/**
 * The position of the row that the pointer was moved to, until it leaves the list or a key is pressed. Browsers also
 * send events of a pointer that stands still over rows that move; these are ignored.
 */
function useHoveredRow() {
  const [hovered, setHovered] = useState<number | null>(null);
  const last = useRef({ x: 0, y: 0 });
  const pointer = {
    onPointerMove({ target, clientX: x, clientY: y }: PointerEvent) {
      if (last.current.x === x && last.current.y === y) return;
      last.current = { x, y };
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      setHovered(row === null ? null : Number(row.dataset['row']));
    },
    onPointerLeave: () => setHovered(null),
    onKeyDownCapture: () => setHovered(null),
  };
  return { hovered, pointer };
}
