import type { ListChecksum } from './listChecksum.ts';

/** What the list should amount to by its history, and what was found. */
export type IntegrityMismatch = { readonly expected: ListChecksum; readonly found: ListChecksum };

/** Why a list that is not what its history says takes no changes. Apart from the other messages: the worker is small. */
export const LIST_DIFFERS_REFUSAL =
  'The mapping list was changed outside the app, or is incomplete. Check the list on the Database page and accept it there; then try again.';
