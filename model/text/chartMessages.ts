import type { ChartAccount, ChartProblem } from '../chart.ts';
import { accountWithName } from '../chart.ts';
import type { ChartChange, ChartHistoryEntry } from '../chartHistory.ts';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_CODE_LENGTH, MAX_NOTE_LENGTH } from '../limits.ts';
import { counted, grouped } from './figures.ts';

/** So many accounts are named in a sentence. */
const SHOWN_FORMS = 5;

/** What the screens say of the chart of accounts. */
export const chartMessages = {
  accountAdded: (code: string) => `Account ${code} added.`,
  accountSaved: (code: string) => `Account ${code} saved.`,
  accountRetired: (code: string) => `Account ${code} retired.`,
  accountInUseAgain: (code: string) => `Account ${code} is active again.`,
  accountDeleted: (code: string) => `Account ${code} deleted from the chart.`,
  accountNotChanged: (code: string) => `Account ${code} is as it was: nothing to save.`,
  /** The native question before an account is deleted. */
  confirmDeletion: (account: string, mappings: number) =>
    mappings === 0
      ? `Are you sure you want to delete the account ${account} from the chart?`
      : `${counted(mappings, 'mapping')} ${mappings === 1 ? 'has' : 'have'} the account ${account}. ${
          mappings === 1 ? 'It keeps' : 'They keep'
        } it, and the screens will say that it is not in the chart. Delete it from the chart all the same? (To stop its use, retire it instead.)`,
  saveFailed: (detail: string) => `Failed to save the chart of accounts: ${detail}`,
  taken: (account: string) => `Another account has this code: ${account}.`,
  changedMeanwhile: (account: string) =>
    `Somebody has changed this account meanwhile. It is now: ${account}. Save again to replace that.`,
  goneMeanwhile: 'Somebody has deleted this account meanwhile. Save again to add it anew.',
  changedNotDeleted: (code: string) =>
    `Failed to change ${code}: somebody has changed it meanwhile. Look at it again.`,
  undone: (n: number) => `Undone: ${counted(n, 'account')}.`,
  undoneExcept: (codes: readonly string[]) =>
    `Failed to undo ${listed(codes)}: changed by somebody since. The rest is undone.`,
  undoRefused: (codes: readonly string[]) => `Failed to undo ${listed(codes)}: changed by somebody since.`,
  undoGone: 'Failed to undo: the history does not have it.',
  undoFailed: (detail: string) => `Failed to undo: ${detail}`,
  loadFailed: 'Failed to load the chart of accounts. Check your connection, then reload the page.',

  empty:
    'There is no chart of accounts yet: the accounts that mappings have are all there is. Import a chart, start from the accounts in use, or add accounts one by one.',
  nothingFound: 'No accounts found matching your search.',
  accountsShown: (found: number, all: number) =>
    found === all ? counted(all, 'account') : `${grouped(found)} of ${counted(all, 'account')}`,
  notInChart: (n: number) =>
    `${counted(n, 'account')} that mappings have ${n === 1 ? 'is' : 'are'} not in the chart.`,

  startFromUse: 'Start from the accounts in use',
  importHint:
    'Paste the columns of a spreadsheet or drop a file: code and name, if you like a note and whether the account is retired. A first line with the names of the columns is recognised.',
  importEmpty: 'Failed to read: there is no line with text.',
  noAccountsInUse: 'Every account that mappings have is in the chart already.',
  tooManyLines: (most: number) =>
    `Failed to read: more than ${grouped(most)} lines. A chart of accounts has one line for each account.`,
  unreadable: (detail: string) => `Failed to read: ${detail}`,
  imported: (n: number) => `Imported ${counted(n, 'account')}.`,
  importedNothing: 'The chart has all of it already: nothing was changed.',
  importFailed: (n: number, detail: string) =>
    `Failed to import: ${detail}${n > 0 ? ` ${counted(n, 'account')} had been imported before.` : ''}`,
  absent: (n: number) =>
    `${counted(n, 'account')} of the chart ${n === 1 ? 'is' : 'are'} not among these lines and ${n === 1 ? 'stays' : 'stay'} as ${n === 1 ? 'it is' : 'they are'}.`,
  exported: (n: number) => `Exported ${counted(n, 'account')}.`,
  exportFailed: 'Failed to export the chart of accounts. Please try again.',
} as const;

/** What there is to say about an account that somebody enters: a warning, never a refusal. */
export const accountWarnings = {
  notInChart: (code: string, nearest: readonly string[]) =>
    `${code} is not in the chart of accounts.${didYouMean(nearest)}`,
  notInUse: (code: string, nearest: readonly string[]) =>
    `No mapping has the account ${code} yet.${didYouMean(nearest)}`,
  retired: (account: string) => `${account} is retired.`,
  /** Of many accounts, as of an upload. */
  manyNotInChart: (n: number) =>
    `${counted(n, 'account')} ${n === 1 ? 'is' : 'are'} not in the chart of accounts`,
  manyNotInUse: (n: number) => `${counted(n, 'account')} ${n === 1 ? 'is' : 'are'} new`,
  manyRetired: (n: number) => `${counted(n, 'account')} ${n === 1 ? 'is' : 'are'} retired`,
  mayBeUploaded: 'You can still add them.',
  more: (n: number) => `${grouped(n)} more.`,
  /** Former imports stored numbers without what the sheet shows with them. */
  otherForms: (forms: readonly { readonly account: string; readonly stored: string }[]) => {
    const shown = forms.slice(0, SHOWN_FORMS).map(({ account, stored }) => `${stored} beside ${account}`);
    const more = forms.length > SHOWN_FORMS ? ` and ${grouped(forms.length - SHOWN_FORMS)} more` : '';
    return `The list has ${counted(forms.length, 'account')} with the same number, written otherwise: ${shown.join(', ')}${more}. If one account is meant, change those on the Database screen (Change account…); else the list has both.`;
  },
  /** What can be done with a mapping of the account in spite of the warning. */
  mayBeUsed: (how: 'saved' | 'proposed' | 'approved' | 'used') => `It can be ${how} all the same.`,
} as const;

/** Why an account cannot be in the chart. */
export const chartProblemTexts: Readonly<Record<ChartProblem, string>> = {
  'no-code': 'An account needs a code.',
  'no-match': '“No Match” is not an account.',
  'code-too-long': `The code has more than ${MAX_CODE_LENGTH} characters.`,
  'name-too-long': `The name has more than ${MAX_ACCOUNT_NAME_LENGTH} characters.`,
  'note-too-long': `The note has more than ${grouped(MAX_NOTE_LENGTH)} characters.`,
  'reserved-key': 'This word is reserved and cannot be a code. Choose another one.',
  'unstorable-character': 'The code has characters that cannot be stored.',
};

/** What the chart says of an account besides its code: `Catering (until 2025), retired`; blank for no account. */
export function accountSettings(account: ChartAccount | null): string {
  if (account === null) return '';
  const note = account.note === '' ? '' : ` (${account.note})`;
  return `${account.name}${note}${account.isRetired ? ', retired' : ''}`;
}

/** What an entry of the history did, in words. */
export function chartEntryWords({
  kind,
  note,
  changes,
}: Pick<ChartHistoryEntry, 'note' | 'changes'> & { readonly kind: string }): string {
  const what =
    changes.length === 1 || kind === 'edit' ? changes.map(changeWords).join('; ') : summary(changes);
  if (kind === 'undo') return `Undo: ${what}`;
  return kind === 'import' ? `${note ?? 'Import'}: ${what}` : what;
}

function changeWords({ before, after }: ChartChange): string {
  if (after === null) return `${accountWithName(before?.code ?? '', before?.name)} deleted`;
  const named = accountWithName(after.code, after.name);
  if (before === null) return `${named} added${after.isRetired ? ' as retired' : ''}`;
  const parts = [
    ...(before.name === after.name ? [] : [`${after.code}: “${before.name}” → “${after.name}”`]),
    ...(before.note === after.note ? [] : [`note of ${after.code}: “${after.note}”`]),
    ...(before.isRetired === after.isRetired
      ? []
      : [`${named} ${after.isRetired ? 'retired' : 'active again'}`]),
  ];
  return parts.join(', ');
}

/** `3 added, 1 changed` */
function summary(changes: readonly ChartChange[]): string {
  const added = changes.filter(({ before }) => before === null).length;
  const removed = changes.filter(({ after }) => after === null).length;
  const changed = changes.length - added - removed;
  return [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'deleted'],
  ]
    .filter(([n]) => n !== 0)
    .map(([n, word]) => `${grouped(Number(n))} ${word}`)
    .join(', ');
}

function didYouMean(nearest: readonly string[]): string {
  return nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`;
}

function listed(codes: readonly string[]): string {
  const shown = codes.slice(0, 3).join(', ');
  return codes.length > 3 ? `${shown} and ${grouped(codes.length - 3)} more` : shown;
}
