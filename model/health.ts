import type { Mapping } from './mapping.ts';

/** What can be wrong with a mapping, the worst first, as findings are listed (docs/health.md defines each). */
export const FINDING_KINDS = [
  'variant-conflict',
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
  /** `other` takes its lines. */
  | { readonly kind: 'redundant'; readonly other: Mapping }
  /** The numbers of mappings of other accounts that contain the keyword, and of these accounts; `other` is one of them. */
  | {
      readonly kind: 'overbroad';
      readonly other: Mapping;
      readonly mappings: number;
      readonly accounts: number;
    }
  | { readonly kind: 'exact-only' }
  /**
   * The number of mappings with this account, and the account of the chart that differs by one character, or in case and
   * spaces alone; null for none.
   */
  | { readonly kind: 'unknown-account'; readonly mappings: number; readonly near: string | null }
);

/** A keyword is overbroad if mappings of at least this many other accounts contain it. */
export const OVERBROAD_ACCOUNTS = 3;

/** Accounts shorter than this are near none: nearly all differ by one character. */
export const MIN_NEAR_LENGTH = 3;
/** Longer accounts are compared for case and spaces only. UTF-16 units. */
export const MAX_NEAR_LENGTH = 60;

/** An account without case and spaces. */
export function foldedAccount(account: string): string {
  return account.toLowerCase().replace(/\s+/g, '');
}

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
    case 'unknown-account':
      return { kind: 'add-account' };
    default:
      return null;
  }
}
