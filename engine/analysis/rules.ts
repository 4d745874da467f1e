/** Only accounts with more mappings than this are considered, and only phrases in more descriptions than this. */
export const MORE_THAN = 10;
/** A phrase has at least this many UTF-16 units. (No two spaces meet, so five of them are never spaces.) */
export const MIN_PHRASE_LENGTH = 10;
/** Phrases are taken from descriptions shorter than this many UTF-16 units. */
export const PHRASE_SOURCE_BELOW = 100;
