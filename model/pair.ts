import type { ReadFailure } from './fileReading.ts';
import type { KeyProblem } from './keyProblem.ts';
import type { Mapping, NewFields } from './mapping.ts';

/** A description and its GL account, both trimmed, as found in line `line` (from 1) of a text or file. */
export type Pair = NewFields & { readonly line: number };

/** Why a line is no pair. */
export type RejectionReason =
  /** Only one part: no tab in a pasted line, no delimiter in a file. */
  | 'no-tab'
  | 'empty-part'
  /** The description has fewer than five characters after trimming. */
  | 'too-short'
  /** The account has more than 1,000 UTF-16 units, which the database rules refuse. */
  | 'account-too-long'
  /** A line of a file has more columns than its header: a delimiter stands in a text without quotation marks. */
  | 'extra-columns'
  /** A line of a file has bytes that mean nothing in its encoding. */
  | 'undecodable'
  /** The account is `No Match`, as in a result that was copied. */
  | 'no-match'
  /** The description makes no key that can be stored. */
  | Exclude<KeyProblem, 'empty-key'>;

/** What an upload does with one pair. */
export type UploadDecision =
  | { readonly kind: 'new'; readonly mapping: Mapping }
  /** Its key exists, with the same account. */
  | { readonly kind: 'present'; readonly mapping: Mapping; readonly stored: Mapping }
  /** Its key exists with another account: skipped, and listed for the admin. */
  | { readonly kind: 'other-account'; readonly mapping: Mapping; readonly stored: Mapping }
  /** Another key that is the same keyword to the classifier (`ACME`, `acme`) exists: skipped. */
  | { readonly kind: 'case-variant'; readonly mapping: Mapping; readonly stored: Mapping }
  /** The same keyword comes earlier among the pairs: skipped. */
  | { readonly kind: 'repeated'; readonly mapping: Mapping; readonly first: Mapping };

/** Why a file could not be read as pairs. */
export type PairFileFailure = ReadFailure | { readonly kind: 'too-many-pairs'; readonly limit: number };
