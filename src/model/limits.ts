/** Business constants of the specification, §9. Times in milliseconds. */
export const BATCH_SIZE = 200;
export const BATCH_PAUSE_MS = 10;
export const CLASSIFY_DEBOUNCE_MS = 500;
export const STATUS_CLEAR_MS = 3000;
export const MIN_PASSWORD_LENGTH = 6;
export const DATABASE_PAGE_SIZE = 30;
export const USAGE_REFRESH_MS = 30_000;
/** Longest name of a user that the rules accept. */
export const MAX_NAME_LENGTH = 200;
