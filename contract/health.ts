import { type Finding, type FindingKind, remedyOf } from '#model/health.ts';
import type { Mapping } from '#model/mapping.ts';
import { type SerializedMappings, serializeMappings } from './serializedMappings.ts';
import type { AccountUse } from './table.ts';

export type HealthOutcome =
  /** How many findings there are of each kind; they are asked for by page. */
  | { readonly kind: 'report'; readonly counts: Readonly<Record<FindingKind, number>> }
  | { readonly kind: 'cancelled' };

/** How findings are fixed, one or many at once. */
export type Fix =
  | {
      readonly kind: 'mappings';
      /** The mappings as they were when the list was checked. */
      readonly mappings: SerializedMappings;
      /** The account that each of them gets; null: they are removed. */
      readonly accounts: readonly string[] | null;
      /** The same by account, those of most mappings first, for somebody to look at beforehand; none where they are removed. */
      readonly moves: readonly AccountMove[];
    }
  /** Accounts of mappings become accounts of the chart. */
  | { readonly kind: 'chart'; readonly accounts: readonly AccountUse[] };

/** Mappings that change from one account to another. */
type AccountMove = { readonly from: string; readonly to: string; readonly mappings: number };

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
  /** How to fix all findings of a kind; null for a kind that has no way to fix them by itself. */
  fixAll(kind: FindingKind): Fix | null;
};

/** A mapping and the account that it gets; null: it is removed. */
type MappingFix = { readonly mapping: Mapping; readonly account: string | null };

/** How to fix findings of one kind together; null where one has no remedy of its own. */
export function fixFor(findings: readonly Finding[]): Fix | null {
  const changes: MappingFix[] = [];
  const used = new Map<string, number>();
  for (const finding of findings) {
    const remedy = remedyOf(finding);
    if (remedy === null) return null;
    if (finding.kind === 'unknown-account') used.set(finding.mapping.glAccount.trim(), finding.mappings);
    else
      changes.push({
        mapping: finding.mapping,
        account: remedy.kind === 'change' ? remedy.account : null,
      });
  }
  return used.size > 0 ? { kind: 'chart', accounts: mostFirst(used) } : fixBy(changes);
}

/** All of the mappings get an account, or all are removed. */
export function fixBy(changes: readonly MappingFix[]): Fix {
  const moves = new Map<string, AccountMove>();
  for (const { mapping, account: to } of changes) {
    if (to === null) continue;
    const from = mapping.glAccount.trim();
    const known = moves.get(JSON.stringify([from, to]));
    moves.set(JSON.stringify([from, to]), { from, to, mappings: (known?.mappings ?? 0) + 1 });
  }
  const accounts = changes.flatMap(({ account }) => account ?? []);
  return {
    kind: 'mappings',
    mappings: serializeMappings(changes.map(({ mapping }) => mapping)),
    accounts: accounts.length > 0 ? accounts : null,
    moves: [...moves.values()].sort((a, b) => b.mappings - a.mappings),
  };
}

function mostFirst(used: ReadonlyMap<string, number>): AccountUse[] {
  return Array.from(used, ([glAccount, mappings]) => ({ glAccount, mappings })).sort(
    (a, b) => b.mappings - a.mappings,
  );
}
