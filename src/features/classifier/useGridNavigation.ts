import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { rowAfter } from '../../ui/rowAfter.ts';

/** Columns of the result list. */
export const DESCRIPTION = 0;
export const ACCOUNT = 1;
export type Column = typeof DESCRIPTION | typeof ACCOUNT;

/** A cell of the result list. */
type Cell = { readonly row: number; readonly column: Column };

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  rowCount: number;
  rowHeight: number;
  /** Whether the account of the row at a position can be chosen. */
  canChoose: (row: number) => boolean;
  /** Called for Alt and arrow down: the user wants to know why the row has its account. */
  onExplain: () => void;
};

type State = {
  readonly active: Cell;
  readonly isEditing: boolean;
  /** Whether the focus has been in the list yet. */
  readonly isEntered: boolean;
  /** The cell that the last move gave the focus to; another object for each move. */
  readonly moved: (Cell & { readonly isEditing: boolean }) | null;
};

const START: State = {
  active: { row: 0, column: DESCRIPTION },
  isEditing: false,
  isEntered: false,
  moved: null,
};

/**
 * The keyboard in the result list: one cell at a time is in the tab order; arrows, Page, Home and End move it,
 * Enter and F2 (or a double click) edit a description, or open the choice of an account, as a click does in a row
 * without one; Ctrl+C copies the cell.
 */
export function useGridNavigation({ scroller, rowCount, rowHeight, canChoose, onExplain }: Options) {
  const [state, setState] = useState(START);
  const scrollTo = useRef<(row: number) => void>(() => {});
  const { active, moved, isEditing } = state;
  if (rowCount > 0 && active.row >= rowCount) setState(START);

  useEffect(() => {
    if (moved === null) return;
    scrollTo.current(moved.row);
    const cell = cellElement(scroller.current, moved);
    // An editor takes the focus by itself.
    if (!moved.isEditing) cell?.focus({ preventScroll: true });
    // The cell is in view within the list by now; the list itself may be higher than the window.
    cell?.scrollIntoView({ block: 'nearest' });
  }, [moved, scroller]);

  const goTo = useCallback((row: number, column: Column = ACCOUNT, isEditing = false) => {
    const cell = { row, column };
    setState({ active: cell, isEditing, isEntered: true, moved: { ...cell, isEditing } });
  }, []);
  const endEdit = useCallback(
    (row: number, to: 'same' | 'next' | 'account' | 'elsewhere') => {
      if (to === 'elsewhere') return setState((last) => ({ ...last, isEditing: false }));
      const below = Math.min(row + 1, rowCount - 1);
      goTo(to === 'next' ? below : row, to === 'account' ? ACCOUNT : DESCRIPTION);
    },
    [goTo, rowCount],
  );
  const edit = (cell: Cell) => {
    if (cell.column === DESCRIPTION || canChoose(cell.row))
      setState((last) => ({ ...last, active: cell, isEditing: true, isEntered: true }));
  };

  const handlers = {
    ...handlersOf({ scroller, rowCount, rowHeight, onExplain, edit, goTo }),
    onFocus({ target }: FocusEvent) {
      const cell = cellOf(target);
      if (cell === undefined) return;
      setState((last) =>
        last.isEntered && isSame(last.active, cell)
          ? last
          : { ...last, active: cell, isEditing: false, isEntered: true },
      );
    },
  };
  const navigation = useMemo(() => ({ goTo, endEdit, scrollTo }), [goTo, endEdit]);
  return { active, isEditing, isEntered: state.isEntered, navigation, handlers };
}

type HandlerOptions = Omit<Options, 'canChoose'> & {
  edit: (cell: Cell) => void;
  goTo: (row: number, column: Column) => void;
};

/** What keys, clicks and a copy do in the list. */
function handlersOf({ scroller, rowCount, rowHeight, onExplain, edit, goTo }: HandlerOptions) {
  return {
    onKeyDown(event: KeyboardEvent) {
      const cell = cellOf(event.target);
      if (cell === undefined) return;
      if (event.altKey) return onAltKey(event, onExplain);
      if (event.key === 'F2' || event.key === 'Enter') edit(cell);
      else {
        const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
        const next = moveBy(event, cell, { count: rowCount, pageRows });
        if (next === undefined) return;
        goTo(next.row, next.column);
      }
      event.preventDefault();
    },
    onClick(event: MouseEvent) {
      const cell = cellOf(event.target);
      const isOpen = event.target instanceof Element && event.target.closest('[data-can-choose]') !== null;
      if (cell !== undefined && isOpen) edit(cell);
    },
    onDoubleClick(event: MouseEvent) {
      const cell = cellOf(event.target);
      if (cell !== undefined) edit(cell);
    },
    /** Without a selection the browser would copy nothing: the focused cell is meant. */
    onCopy(event: ClipboardEvent) {
      const cell = cellOf(event.target);
      if (cell === undefined || getSelection()?.isCollapsed === false) return;
      event.clipboardData.setData('text/plain', textOf(cellElement(scroller.current, cell)));
      event.preventDefault();
    },
  };
}

function onAltKey(event: KeyboardEvent, onExplain: () => void): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  onExplain();
}

function isSame(a: Cell, b: Cell): boolean {
  return a.row === b.row && a.column === b.column;
}

/** The cell that an event happened in; undefined for a button or editor inside one. */
function cellOf(target: EventTarget): Cell | undefined {
  if (!(target instanceof HTMLElement) || target.closest('button, input') !== null) return undefined;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column'];
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (column === undefined || row === undefined) return undefined;
  return { row: Number(row), column: Number(column) === ACCOUNT ? ACCOUNT : DESCRIPTION };
}

function cellElement(scroller: HTMLElement | null, { row, column }: Cell): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`) ?? null;
}

/** What a cell says, without its buttons. */
function textOf(cell: HTMLElement | null): string {
  return cell?.querySelector(':scope > span')?.textContent ?? '';
}

/** The cell that a key leads to from `cell`; undefined for a key that does not move. */
function moveBy(
  event: KeyboardEvent,
  { row, column }: Cell,
  rows: { readonly count: number; readonly pageRows: number },
): Cell | undefined {
  const isControl = event.ctrlKey || event.metaKey;
  const nextColumn = columnAfter(event.key, isControl);
  if (nextColumn !== undefined) return { row, column: nextColumn };
  const nextRow = rowAfter(event.key, row, rows);
  return nextRow === undefined ? undefined : { row: nextRow, column };
}

function columnAfter(key: string, isControl: boolean): Column | undefined {
  if (key === 'ArrowLeft' || (key === 'Home' && !isControl)) return DESCRIPTION;
  if (key === 'ArrowRight' || (key === 'End' && !isControl)) return ACCOUNT;
  return undefined;
}
