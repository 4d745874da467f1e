import type { Mapping } from './mapping.ts';

/** What can be wrong with a mapping, the worst first, as findings are listed (docs/health.md defines each). */
export const FINDING_KINDS = [
  'variant-conflict',
  'near-account',
  'unknown-account',
  'overbroad',
  'exact-only',
  'never-wins',
  'redundant',
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Something found in the list about `mapping`. `other` is the mapping that it is about besides, if there is one. */
export type Finding = { readonly mapping: Mapping } & (
  | { readonly kind: 'variant-conflict'; readonly other: Mapping }
  /** `other` wins in its place; null where nothing does. */
  | { readonly kind: 'never-wins'; readonly other: Mapping | null }
  /** `other` takes its lines. `isAlwaysSafe`: no line whatsoever would change its account. */
  | { readonly kind: 'redundant'; readonly other: Mapping; readonly isAlwaysSafe: boolean }
  /** The numbers of mappings of other accounts that contain the keyword, and of these accounts; `other` is one of them. */
  | {
      readonly kind: 'overbroad';
      readonly other: Mapping;
      readonly mappings: number;
      readonly accounts: number;
    }
  | { readonly kind: 'exact-only' }
  /** The number of mappings with this account, and the account of the chart that is near it; null for none. */
  | { readonly kind: 'unknown-account'; readonly mappings: number; readonly near: string | null }
  /** The account that was probably meant. */
  | { readonly kind: 'near-account'; readonly account: string }
);

/** A keyword is overbroad if mappings of at least this many other accounts contain it. */
export const OVERBROAD_ACCOUNTS = 3;

/** An account that the chart lacks is no slip of the pen if at least this many mappings have it. */
export const SEVERAL_MAPPINGS = 2;

/** Without a chart of accounts: an account of at most this many mappings may be a slip of the pen … */
export const FEW_MAPPINGS = 2;
/** … for one of at least this many. */
export const MANY_MAPPINGS = 20;

/** Accounts shorter than this are never taken for mistyped ones: nearly all differ by one character. */
export const MIN_NEAR_LENGTH = 3;
/** Longer accounts are compared for case and spaces only. UTF-16 units. */
export const MAX_NEAR_LENGTH = 60;

/** Two keywords overlap in at most this many words. */
export const MAX_OVERLAP_WORDS = 8;

/** What fixes a finding. */
export type Remedy =
  | { readonly kind: 'remove' }
  | { readonly kind: 'change'; readonly account: string }
  /** The account of the mapping becomes one of the chart. */
  | { readonly kind: 'add-account' };

/** What fixes a finding by itself; null: somebody has to decide. */
export function remedyOf(finding: Finding): Remedy | null {
  switch (finding.kind) {
    case 'never-wins':
    case 'redundant':
      return { kind: 'remove' };
    case 'variant-conflict':
      return { kind: 'change', account: finding.other.glAccount };
    case 'near-account':
      return { kind: 'change', account: finding.account };
    case 'unknown-account':
      return { kind: 'add-account' };
    default:
      return null;
  }
}
