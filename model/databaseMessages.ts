import { MAX_KEY_BYTES } from './mapping.ts';
import { named } from './messages.ts';

/** Messages that only the Database screen shows: apart from the others, which every page loads. */
export const databaseMessages = {
  /** Of a mapping that an earlier version has stored under a longer key than the history can name. */
  mappingUnchangeable: (description: string) =>
    `Failed: nothing was changed. ${named(description)} was stored by an earlier version, and its keyword is too long to be changed or deleted here (over ${MAX_KEY_BYTES} bytes). The operator of the server can remove it (docs/operations.md, “Keys that are too long”). Then add it again with a shorter keyword.`,
} as const;
