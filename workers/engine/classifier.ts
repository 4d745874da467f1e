import type { Mapping, MappingKey } from '../../src/model/mapping.ts';

/** Number of a mapping in a classifier. Never used again. */
export type MappingId = number;
/** In place of a mapping id: no keyword matches the row. */
export const UNMATCHED = -1;
/** In place of a mapping id: the row is blank (white space only); its account is empty and it is not counted. */
export const BLANK = -2;

/** How a row came to its account, in terms of UTF-16 offsets into the description as typed. */
export type Explanation =
  | { readonly kind: 'blank' }
  | { readonly kind: 'none'; readonly reason: 'empty-list' | 'no-keyword' }
  | {
      readonly kind: 'exact' | 'contained';
      readonly mapping: Mapping;
      readonly start: number;
      readonly end: number;
      /** Up to three keywords that also match, best first. */
      readonly losers: readonly Mapping[];
    };

/** What a change of the list means for rows already answered. */
export type ClassifierChange = {
  /**
   * Ids that are answers no more, with what they stood for: rows that carry one must be classified again. Whoever goes on
   * showing one has to keep its mapping, since the classifier may not.
   */
  readonly stale: ReadonlyMap<MappingId, Mapping>;
  /** Whether a keyword that began to match with this change matches `description`. */
  affects(description: string): boolean;
  /**
   * The rows to classify again, in order: those whose id (`ids[row]`) is stale and those that a keyword matches
   * that began to match with this change. No other answer can change.
   */
  affectedRows(rows: Rows, ids: Int32Array): Uint32Array;
};

/** The keyword list made ready to classify with; rules of the match in docs/design. */
export type Classifier = {
  /** Number of mappings that can match. */
  readonly size: number;
  /** The mapping of an id in force, as every answer since the last change is; throws for others. */
  mapping(id: MappingId): Mapping;
  /** The mapping of an id, or undefined once it has left the list. */
  findMapping(id: MappingId): Mapping | undefined;
  /** Classifies one description as typed. */
  classify(description: string): MappingId;
  /**
   * Classifies rows `from` (included) to `to` (excluded) of `rows` into `out`, one id per row
   * ({@link UNMATCHED} and {@link BLANK} included), starting at `out[0]`.
   */
  classifyRows(rows: Rows, from: number, to: number, out: Int32Array): void;
  explain(description: string): Explanation;
  /**
   * Removes mappings, then adds and replaces (same key) others. Over many changes each costs as much as building an index
   * of its keywords some times over (the logarithm of the size of the list). Ids of removed and replaced mappings are not
   * used again.
   */
  apply(set: readonly Mapping[], removed: readonly MappingKey[]): ClassifierChange;
};

/** A pasted text and where its rows are: row i is `text.slice(starts[i], ends[i])`. */
export type Rows = {
  readonly text: string;
  readonly count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
};
