import { MIN_KEYWORD_LENGTH } from '../mapping.ts';
import { counted, grouped } from './figures.ts';

/** What the Classifier says about rows without a match, and where they are given an account. */
export const rowAccountMessages = {
  noMappingMatches: 'No mapping matches.',
  ofTheseRows: (n: number, of: number) => `${grouped(n)} of these ${counted(of, 'row')}`,
  listIsEmpty: 'No mapping matches: the list is empty.',
  /** `canMap`: the reader could save a mapping for a longer line. */
  lineTooShort: (canMap: boolean) =>
    `A keyword needs ${MIN_KEYWORD_LENGTH} characters besides blanks, and this line has fewer. ${
      canMap ? 'Make the description longer, or choose' : 'Choose'
    } an account for this row only.`,
  accountIsOfRow: (glAccount: string) => `No mapping matches. ${glAccount} was chosen for this row only.`,
  chooseAccountOf: (row: number) => `Choose an account for row ${grouped(row)}`,
  looking: 'Looking for likely accounts…',
  takeBack: 'Take the account of this row back',
  newAccount: 'new account',
  notInChart: 'not in the chart of accounts',
  noMapping: 'no mapping yet',
  mappings: (n: number) => (n === 0 ? 'chosen for a row' : counted(n, 'mapping')),
  noAccounts: 'No account is in use yet. Type one.',
  moreAccounts: (n: number) => `${grouped(n)} more accounts: type to find one.`,
  chooserKeys: (isAdmin: boolean, canPropose = false) =>
    `Enter takes it${isAdmin ? ', Ctrl+Enter for this row only' : ''}${canPropose ? ' for this row, Ctrl+Enter also proposes it to the admins' : ''}. Tab: next row. Esc: close.`,
  mappingKeys: 'Enter saves the mapping. Ctrl+Enter gives the account to this row only.',
  commonWordsOnly:
    'Only words of payments, dates, legal forms or currencies: lines of any kind have them. Add the name.',
  keywordMissing: 'No word of this line names anybody. Type a keyword.',
  choicesTaken: (n: number) => `${counted(n, 'row')} updated with your choice.`,
  choicesTakenBack: 'The rows need verification again.',
  choicesKept: (n: number) => `Kept the current account of ${counted(n, 'row')}.`,
} as const;
