import type { Finding, FindingKind } from '#model/health.ts';
import type { SerializedMappings } from './serializedMappings.ts';

export type HealthOutcome =
  /** How many findings there are of each kind; they are asked for by page. */
  | { readonly kind: 'report'; readonly counts: Readonly<Record<FindingKind, number>> }
  | { readonly kind: 'cancelled' };

/** How all findings of a kind are mended at once. */
export type Mending = {
  /** The mappings as they were when the list was checked. */
  readonly mappings: SerializedMappings;
  /** The account that each of them gets; null: they are removed. */
  readonly accounts: readonly string[] | null;
};

/** The health of a list: one check at a time; a new one cancels the one before it. */
export type HealthSessionApi = {
  /** Checks `list`; `chart`: the codes of the chart of accounts, null for none. `onProgress`: 0 to 1. */
  check(
    list: SerializedMappings,
    chart: readonly string[] | null,
    onProgress: (done: number) => void,
  ): Promise<HealthOutcome>;
  /** Ends the check under way, if any; it answers `cancelled`. */
  cancel(): void;
  /** Findings `from` to `to` (excluded) of a kind, of the report last made. */
  findings(kind: FindingKind, from: number, to: number): readonly Finding[];
  /** How to mend all findings of a kind; null for a kind that has no way to mend them together. */
  mendAll(kind: FindingKind): Mending | null;
};
