import type { Mapping } from './mapping.ts';

/** Number of a mapping in a classifier. Never used again. */
export type MappingId = number;

/** In place of a mapping id: no keyword matches the row. */
export const UNMATCHED = -1;

/** In place of a mapping id: the row is blank (white space only); its account is empty and it is not counted. */
export const BLANK = -2;

/** In place of a mapping id: the row is no payment but a balance or a total among them, and is treated as a blank one. */
export const BALANCE = -5;
export const TOTAL = -6;

/** What a row is that is no payment. */
export type NoPayment = 'balance' | 'total';

/** What the number in place of a mapping id says that a row is; null for a payment, and for a blank line. */
export function noPaymentOf(id: number): NoPayment | null {
  if (id === BALANCE) return 'balance';
  return id === TOTAL ? 'total' : null;
}

/** Whether a row is blank, or no payment: its account is empty, and it is not counted. */
export function isBlankId(id: number): boolean {
  return id === BLANK || id === BALANCE || id === TOTAL;
}

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
