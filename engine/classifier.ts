import type { Explanation, MappingId } from '#model/classification.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';

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
