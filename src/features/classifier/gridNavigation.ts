/** Columns of the result list. */
export const DESCRIPTION = 0;
export const ACCOUNT = 1;
export type Column = typeof DESCRIPTION | typeof ACCOUNT;

/** A cell of the result list. */
export type Cell = { readonly row: number; readonly column: Column };

export type Grid = {
  readonly rowCount: number;
  /** Rows that Page Up and Page Down go over. */
  readonly pageRows: number;
};

/** Where a key leads from `cell`, or undefined for a key that does not move. */
export function moveBy(key: string, isControl: boolean, cell: Cell, grid: Grid): Cell | undefined {
  const row = rowAfter(key, isControl, cell.row, grid);
  if (row !== undefined) return { row: Math.max(0, Math.min(grid.rowCount - 1, row)), column: cell.column };
  const column = columnAfter(key, isControl);
  return column === undefined ? undefined : { row: cell.row, column };
}

function rowAfter(key: string, isControl: boolean, row: number, grid: Grid): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return row - 1;
    case 'ArrowDown':
      return row + 1;
    case 'PageUp':
      return row - grid.pageRows;
    case 'PageDown':
      return row + grid.pageRows;
    case 'Home':
      return isControl ? 0 : undefined;
    case 'End':
      return isControl ? grid.rowCount - 1 : undefined;
    default:
      return undefined;
  }
}

function columnAfter(key: string, isControl: boolean): Column | undefined {
  if (key === 'ArrowLeft' || (key === 'Home' && !isControl)) return DESCRIPTION;
  if (key === 'ArrowRight' || (key === 'End' && !isControl)) return ACCOUNT;
  return undefined;
}
