import { MAX_KEY_BYTES } from './mapping.ts';
import { named } from './messages.ts';

/** Messages that only the Database screen shows: apart from the others, which every page loads. */
export const databaseMessages = {
  /** Of a mapping that an earlier version has stored under a longer key than the history can name. */
  mappingUnchangeable: (description: string) =>
    `Failed: nothing was changed. ${named(description)} was stored by an earlier version, and its keyword is too long to be changed or deleted here (over ${MAX_KEY_BYTES} bytes). The operator of the server can remove it (docs/operations.md, “Keys that are too long”). Then add it again with a shorter keyword.`,

  tryIt: 'Try it',
  tryLines: 'Lines to try, up to 50',
  tryResults: 'What the lines get',
  triedLinesLeft: (n: number) =>
    `Only the first 50 lines are tried; ${n.toLocaleString('en-US')} more ${n === 1 ? 'is' : 'are'} not.`,
  triedAsIs: 'What the lines get. Edit a row below to see what the change would do before you save it.',
  triedWithChange: 'What the lines get, and what they would get with the row that you are editing.',
  unchanged: 'The same',
  won: (keyword: string) => `from ${named(keyword)}`,
  wonExactly: (keyword: string) => `from ${named(keyword)}, which is the whole line`,
  lost: (losers: readonly string[]) => `Also in the line: ${losers.join('; ')}`,
} as const;
