/** Business constants of the specification, §9. Times in milliseconds. */
export const BATCH_SIZE = 200;
export const BATCH_PAUSE_MS = 10;
export const CLASSIFY_DEBOUNCE_MS = 500;
/** The keyword analysis of pending pairs begins so long after they were read. */
export const ANALYSE_DEBOUNCE_MS = 1000;
export const STATUS_CLEAR_MS = 3000;
/** A message that offers Undo stays so much longer: time to read it and to decide. */
export const UNDO_LINGER_MS = 7000;
/** The same after a whole text went, to be heard and reached without haste. */
export const UNDO_STAYS_MS = 20_000;
export const MIN_PASSWORD_LENGTH = 6;
export const DATABASE_PAGE_SIZE = 30;
export const USAGE_REFRESH_MS = 30_000;
/** Bounds that the database rules enforce; lengths in UTF-16 units. */
export const MAX_KEYWORD_LENGTH = 1000;
export const MAX_ACCOUNT_LENGTH = 1000;
/** Of the chart of accounts. A code of this length makes a key that can be stored, whatever its characters. */
export const MAX_CODE_LENGTH = 200;
export const MAX_ACCOUNT_NAME_LENGTH = 200;
/** Ids of entries, batches and runs: 1 to 64 of `A-Z a-z 0-9 _ -`. */
export const MAX_ID_LENGTH = 64;
export const MAX_NOTE_LENGTH = 1000;
/** Mappings of one proposal: the rules know the keys `00` to `29`. */
export const MAX_PROPOSED_AT_ONCE = 30;
/** A person's next proposal comes so long after the former one for each mapping of that one, in milliseconds. */
export const PROPOSAL_INTERVAL_MS = 10_000;
/** Of a line that a proposal gives as an example. */
export const MAX_EXAMPLE_LENGTH = 1000;
export const MAX_NAME_LENGTH = 256;
/** Mappings that one entry of the history changes at most: an update is atomic, and must not hold up other writers. */
export const MAX_CHANGES_PER_ENTRY = 500;
/** IndexedDB is taken as refused when it has not answered after this time, in milliseconds. */
export const STORAGE_TIMEOUT_MS = 4_000;
/** Descriptions that one write may add to a usage counter. */
export const MAX_COUNTED_AT_ONCE = 1_000_000;

/** Name of the file that the Upload screen offers for download. */
export const CSV_FILE_NAME = 'consolidated_mappings.csv';
