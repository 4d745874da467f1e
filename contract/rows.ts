import type { MappingId } from '#model/classification.ts';

/** The number of one classification of a text, given by the page. Events of an earlier run are to be ignored. */
export type RunId = number;

/** What one row shows: a mapping id, and another that is suggested, or `NO_SUGGESTION`. */
export type RowState = { readonly row: number; readonly shown: MappingId; readonly suggested: MappingId };
