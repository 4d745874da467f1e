type Rows = {
  readonly count: number;
  /** Rows that Page Up and Page Down go over. */
  readonly pageRows: number;
};

/** The row that a key leads to from `row` of a list that is not empty; undefined for a key that does not move. */
export function rowAfter(key: string, row: number, { count, pageRows }: Rows): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, row + 1);
    case 'ArrowUp':
      return Math.max(0, row - 1);
    case 'PageDown':
      return Math.min(last, row + pageRows);
    case 'PageUp':
      return Math.max(0, row - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
