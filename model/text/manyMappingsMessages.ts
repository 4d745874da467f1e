import { counted, grouped } from './figures.ts';
import { named } from './messages.ts';

/** What the Database screen says about many mappings at once: apart from the messages that every page loads. */
export const manyMappingsMessages = {
  chooseAccount: (n: number) =>
    `${counted(n, 'mapping')} selected. Choose the account that they are to have.`,
  accountsFrom: (n: number, from: string) =>
    `${counted(n, 'mapping')} ${n === 1 ? 'gets' : 'get'} it: ${from}.`,
  accountFrom: (n: number, glAccount: string) => `${grouped(n)} from ${glAccount}`,
  accountsMore: (n: number) => `the others from ${counted(n, 'more account')}`,
  noneSelected:
    'No mapping is selected any more, as after a restart of the classifier. Close this and select them again; what was begun can also be continued from the notice above the table.',
  nothingChanges: (glAccount: string) => `All that are selected have account ${glAccount} already.`,
  sameAccount: (n: number) => `${counted(n, 'mapping')} ${n === 1 ? 'has' : 'have'} it already.`,
  newAccount: (glAccount: string) => `No mapping has account ${glAccount} yet. Check that it is typed right.`,
  overruled: (n: number) => `For ${grouped(n)}, another spelling decides; select it too.`,
  unchangeable: (description: string, n: number) =>
    `${n === 1 ? `${named(description)} stays` : `${named(description)} and ${grouped(n - 1)} more stay`} as ${n === 1 ? 'it is' : 'they are'}: stored by an earlier version under a keyword that cannot be stored today. The operator of the server can remove ${n === 1 ? 'it' : 'them'}.`,
  changing: 'Changing the account…',
  stopping: 'Stopping: what has been sent is still being stored.',
  accountsChanged: (n: number, glAccount: string) =>
    `${counted(n, 'mapping')} ${n === 1 ? 'has' : 'have'} account ${glAccount} now.`,
  accountsChangedExcept: (n: number, glAccount: string, skipped: number) =>
    `${counted(n, 'mapping')} ${n === 1 ? 'has' : 'have'} account ${glAccount} now. ${grouped(skipped)} stayed as they are: somebody else has changed them meanwhile.`,
  accountsStopped: (n: number, of: number, glAccount: string) =>
    `Stopped. ${grouped(n)} of ${counted(of, 'mapping')} have account ${glAccount} now; the others are as before and still selected.`,
  accountsFailed: (n: number, of: number, glAccount: string, reason: string) =>
    `Failed to change all of them.${n === 0 ? '' : ` ${grouped(n)} of ${counted(of, 'mapping')} have account ${glAccount} now.`} ${reason}`,
  exported: (n: number) => `Exported ${counted(n, 'mapping')}.`,
  exportFailed: (reason: string) => `Failed to export the mappings: ${reason}`,
  copied: (n: number) => `Copied ${counted(n, 'mapping')}!`,
} as const;
