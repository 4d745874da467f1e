import { MAX_KEY_BYTES, type MappingFields } from '../mapping.ts';
import { grouped } from './figures.ts';
import { messages, named } from './messages.ts';

/** Messages that only the Database screen shows: apart from the others, which every page loads. */
export const databaseMessages = {
  /** The names of a mapping's fields, in the table and in an exported file; our own import takes them for a header. */
  fields: { description: 'Keyword / Description', glAccount: 'GL Account' } satisfies Record<
    keyof MappingFields,
    string
  >,

  /** Of a mapping that an earlier version has stored under a longer key than the history can name. */
  mappingUnchangeable: (description: string) =>
    `Failed: nothing was changed. ${named(description)} was stored by an earlier version, and its keyword is too long to be changed or deleted here (over ${MAX_KEY_BYTES} bytes). The operator of the server can remove it (docs/operations.md, “Keys that are too long”). Then add it again with a shorter keyword.`,

  mappingTaken: (description: string, glAccount: string) =>
    `“${description}” is in the list already, with account ${glAccount}.`,
  mappingCaseVariant: (description: string, glAccount: string) =>
    `“${description}” (account ${glAccount}) is the same keyword in another spelling.`,
  /** Which of two spellings of one keyword decides. */
  caseVariantWins: (winner: string) => `With both in the list, the classifier goes by “${winner}” alone.`,
  mappingChangedMeanwhile: (description: string) =>
    `Failed to delete mapping. Someone has changed “${description}” meanwhile; look at it again.`,
  selectFound: (found: number) => `Select all ${grouped(found)} found`,
  /** For those who do not see the button come, between the number and the table. */
  selectFoundOffered: (found: number) => `Before the table: Select all ${grouped(found)} found.`,
  editUnfinished: 'Save or cancel the row that is being edited first.',
  listAcceptFailed: (detail: string) => `Failed to accept the list: ${detail}`,
  confirmDeletion: (description: string) => `Are you sure you want to delete the mapping “${description}”?`,

  noLineGetsIt: 'No line of the text on the Classifier gets its account from this mapping.',

  tryIt: 'Try it',
  tryLines: 'Lines to try, up to 50',
  tryResults: 'What the lines get',
  triedLinesLeft: (n: number) =>
    `Only the first 50 lines are tried; ${grouped(n)} more ${n === 1 ? 'is' : 'are'} not.`,
  triedAsIs: 'What the lines get. Edit a row below to see what the change would do before you save it.',
  triedWithChange: 'What the lines get, and what they would get with the row that you are editing.',
  unchanged: 'The same',
  won: (keyword: string) => `from ${named(keyword)}`,
  wonExactly: (keyword: string) => `from ${named(keyword)}, which is the whole line`,
  lost: (losers: readonly string[]) => `Also in the line: ${losers.join('; ')}`,
  stillSaving:
    'The change has been sent already. It is stored as soon as the server answers; Undo is offered then.',
  /** Of a row that was closed while it was being saved. */
  notSaved: (description: string) =>
    `${messages.mappingUpdateFailed} “${description}”, whose row you have closed, was not saved.`,
  leftUnsaved: 'You left this edit unsaved. Save it, or Cancel to discard it.',
  deletedMeanwhile: 'Someone has deleted this entry meanwhile.',
} as const;
