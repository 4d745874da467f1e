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
