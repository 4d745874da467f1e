/** What a person or the command line says of the amounts; null: as the table itself says it. */
export type ReadingChoice = {
  /** None, one with amounts of both sides, or what went out and what came in; counted from 0. */
  readonly columns: readonly number[] | null;
  /** Whether the amounts are as the reading without this choice has them, or the other way round. */
  readonly isReversed: boolean | null;
  readonly decimal: '.' | ',' | null;
  /** An ISO code. */
  readonly currency: string | null;
};

/** Nothing was chosen. */
export const NOTHING_CHOSEN: ReadingChoice = {
  columns: null,
  isReversed: null,
  decimal: null,
  currency: null,
};

/** What only a person can tell. `currencies`: those that the table names, the likeliest first; empty: no question. */
export type ReadingQuestion = { readonly isSideOpen: boolean; readonly currencies: readonly string[] };

/** What says which side of the amounts is which, the strongest first. */
export type ReadingEvidence = 'balances' | 'names' | 'shapes' | 'confirmed' | 'none';

/** A row as it is read. `amount`: without a sign; `cells`: those of the columns of amounts. */
export type ReadingSample = {
  readonly row: number;
  readonly cells: readonly string[];
  readonly amount: string;
  readonly currency: string;
  readonly isIn: boolean;
};

/** Opening balance + rows = closing balance, as the bank sees it. */
export type ControlTotal = {
  readonly opening: string;
  readonly rows: string;
  readonly closing: string;
  /** What the closing balance that is written has more; null where none is. */
  readonly difference: string | null;
  /** The first row, from 0, whose balance is not that of the row before with its amount; null for none. */
  readonly breaksAt: number | null;
  /** The column that the difference is the sum of, counted from 0, such as one of fees; null for none. */
  readonly explainedBy: number | null;
};

/** Balances that the rows themselves do not have. */
export type KnownBalances = {
  /** The opening balance as it was typed; empty for none. */
  readonly opening: string;
  /** The closing balance of the file, exact, with a point; null for none. */
  readonly closing: string | null;
};
