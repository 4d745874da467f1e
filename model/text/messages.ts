import type { KeyProblem } from '../keyProblem.ts';
import { MAX_KEY_BYTES } from '../mapping.ts';
import { counted, grouped } from './figures.ts';
/**
 * The messages of the specification, §8, word for word; the one place where they are written. Those that the first load does
 * without are in `fileMessages.ts`, `accountMessages.ts` and `analysisMessages.ts`.
 */
export const messages = {
  mappingsFailed: 'Failed to load mappings.',
  listMismatch: (expected: number, found: number) =>
    `The mapping list was changed outside the app, or is incomplete: by its history it has ${grouped(expected)} mappings, ${grouped(found)} were found${expected === found ? ' with another content' : ''}. New lines get no account until an administrator has checked the list and accepted it on the Database page.`,
  /** `seen`: day and time. */
  listLost: (seen: string) =>
    `The server has lost changes of the list that were seen here on ${seen}. Ask an administrator to look at the Database page.`,
  customMappingsFailed: 'Failed to load custom mappings.',
  classifierReady: 'Classifier is ready and loaded with custom mappings.',
  choiceSaved: 'Mapping updated with your choice.',
  choiceSavedForRow: 'Row updated with your choice.',
  choiceFailed: 'Failed to save your choice.',
  choiceUnstorable: (description: string, problem: KeyProblem) =>
    `Failed to save your choice. ${objectionTo(description, problem)}`,
  copiedRows: (n: number) => `Copied ${grouped(n)} rows (description + GL account)!`,
  copiedAccounts: (n: number) => `Copied ${grouped(n)} GL accounts!`,
  copyFailed: 'Failed to copy data.',

  mappingIncomplete: 'Description and GL Account cannot be empty.',
  mappingTooShort: 'Description must be at least 5 non-space characters.',
  mappingUpdated: 'Mapping updated successfully.',
  mappingUpdateFailed: 'Failed to update mapping.',
  mappingDeleted: 'Mapping deleted successfully.',
  mappingDeleteFailed: 'Failed to delete mapping.',
  mappingsDeleted: (n: number) => `${grouped(n)} mappings deleted successfully.`,
  mappingsDeleteFailed: 'Failed to delete selected mappings.',
  nothingSelected: 'No mappings selected to delete.',
  /** The native question before selected mappings are deleted. */
  confirmDeletions: (n: number) =>
    `Are you sure you want to delete ${grouped(n)} selected mappings? This action cannot be undone.`,
  nothingFound: 'No mappings found matching your search.',
  noMappings: 'No mappings found.',
  duplicatesRemoved: (n: number) => `Removed ${grouped(n)} duplicate keywords...`,
  duplicatesFailed: 'Error removing duplicates.',
  analysisComplete: 'Analysis complete...',
  nothingToOptimise: 'No potential optimizations found.',
  consolidationApproved: 'Consolidation approved...',
  consolidationFailed: 'An error occurred during consolidation.',
  conflictResolved: 'Conflict resolved: keyword now mapped to account.',
  conflictFailed: 'Error resolving conflict.',

  analysisRestarted: 'The analysis had stopped and was started again. Your text is kept.',
  pairsNotCompared: 'The pairs could not be compared with the stored list.',
  pairsNotAnalyzed: 'The pairs could not be analyzed.',
  analysisBroken: 'Failed to analyze: the analysis had stopped. Start it again.',

  uploading: 'Uploading to Firebase...',
  uploaded: (added: number, skipped: number) =>
    `Successfully uploaded ${grouped(added)} new mappings to Firebase.${skipped > 0 ? ` Skipped ${grouped(skipped)} existing mappings.` : ''}`,
  uploadFailed: 'Error uploading to Firebase.',
  consolidated: 'Consolidation complete! You can now download as CSV or add to Firebase.',

  emailInvalid: 'Please enter a valid email address',
  emailHidden: (character: string) =>
    `The email address contains a character that cannot be seen or looks like another (${character}): please type it again`,
  emailSlash: 'An email address with / cannot be used here: please use another one',
  nameHidden: (character: string) =>
    `The name contains a character that cannot be seen (${character}): please type it again`,
  passwordMissing: 'Please enter your password',
  passwordTooShort: 'Password must be at least 6 characters long',
  passwordsDiffer: 'Passwords do not match',
  passwordCommon: 'This password is one of the most common ones. Please choose another.',
  passwordNamesOwner:
    'This password contains your email address or the name of this product. Please choose another.',
  nameMissing: 'Please enter a name',
  userExists: 'User with this email already exists',
  claim: 'Every bank line has its account.',
  signInFailed: 'Failed to sign in',
  registerFailed: 'Failed to register',
  resetFailed: 'Failed to send reset email',
  newPasswordFailed: 'Failed to save the new password',
  verificationFailed: 'Failed to verify the email address',

  noAccess: (email: string) =>
    `${email} does not have access. Please contact the website admin to get permission.`,
  accessOutOfSync:
    'You were given access, but it is not in force yet. Please ask an admin to open the Admin Panel and choose Repair.',
  alreadyApplied: 'You have already applied. Please wait for admin approval.',
  applied: 'Application submitted! Please wait for admin approval.',
  applyFailed: 'Failed to apply. Please try again later.',

  approved: (email: string) => `Approved ${email}`,
  rejected: (email: string) => `Rejected ${email}`,
  allowed: (email: string) => `Allowed ${email}`,
  removed: (email: string) => `Removed ${email} from database`,
  removeFailed: (email: string, reason: string) => `Failed to remove ${email}: ${reason}`,
  adminGranted: (email: string) => `Granted admin to ${email}`,
  adminRevoked: (email: string) => `Revoked admin from ${email}`,
  resetLinkSent: (email: string, canMail: boolean) =>
    canMail
      ? `Sent a reset link to ${email}`
      : `No mail was sent: this server has no mail server. The link for ${email} waits in its outbox for one hour.`,
  userCreated: 'Successfully created user',
  userCreateFailed: (reason: string) => `Failed to create user: ${reason}`,
  userUpdated: 'Successfully updated user',
  userUpdateFailed: (reason: string) => `Failed to update user: ${reason}`,

  // Beyond the catalogue:
  resetSent: (email: string, canMail: boolean) =>
    canMail
      ? `If ${email} has an account here, a link to choose a new password is on its way. It is valid for one hour.`
      : `This server cannot send mails. If ${email} has an account here, a link to choose a new password waits in the server's outbox for one hour: ask the website admin for it.`,
  /** How a run has ended, for those who do not see the bar. */
  classified: (rows: number, matched: number, noMatch: number) =>
    `${counted(rows, 'row')} classified: ${grouped(matched)} matched, ${grouped(noMatch)} No Match.`,
  exported: (n: number) => `Exported ${counted(n, 'row')}.`,
  exportFailed: 'Failed to export the rows. Please try again.',
  exportTooLong: (most: number) =>
    `Failed to export: a sheet holds ${grouped(most)} rows. CSV holds all of them.`,
  keywordSaved: (keyword: string, glAccount: string) => `Mapping saved: “${keyword}” → ${glAccount}`,
  keywordFailed: 'Failed to save the mapping. Check your connection, then try again.',
  rowsCleared: (n: number) => `Cleared ${counted(n, 'row')}.`,
  rowsBroughtBack: 'Your text is back.',
  directoryRestarted: 'The lists of users and applications had stopped and were started again.',
  ledgerRestarted: 'The classifier had stopped and was started again. Your text is kept.',
  accountUnstorable: 'The GL account has half a character, which cannot be stored. Type it again.',
  accountIsNoMatch: '“No Match” is not an account. Enter a GL account.',
  mappingTooLong: (limit: number) =>
    `Description and GL Account may have up to ${grouped(limit)} characters.`,
  /** Why a description cannot be stored as keyword, by name. */
  mappingUnstorable: (description: string, problem: KeyProblem) => objectionTo(description, problem),
  undone: 'Undone.',
  undoneExcept: (kept: readonly string[]) =>
    `Failed to undo ${listing(kept)}: changed by someone else since. The rest is undone.`,
  undoRefused: (kept: readonly string[]) => `Failed to undo: someone has changed ${listing(kept)} since.`,
  undoGone: 'Failed to undo: something else has been done since.',
  undoFailed: (reason: string) => `Failed to undo: ${reason}`,
  partlyDeleted: (n: number) =>
    `Failed to delete selected mappings. ${grouped(n)} were deleted before it failed. Delete again to do the rest.`,
  uploadStopped: (done: number, of: number) =>
    `Upload stopped. ${grouped(done)} of ${grouped(of)} mappings are in the list.`,
  cleared: 'Cleared.',
  linesCopied: (n: number) => `Copied ${counted(n, 'line')}!`,
  usageFailed: 'Failed to update your description count. Your results are complete.',
  mappingsLoading: 'Loading mappings…',
  mappingsReady: (n: number) => counted(n, 'mapping'),
  mappingsCached: (n: number, cachedAt: Date) =>
    `${counted(n, 'mapping')} as of ${cachedAt.toLocaleString()}.`,
  mappingsChecking: 'Checking for changes…',
  mappingsUnchecked: 'The server does not answer: accounts may be out of date.',
  connectionLost: 'Connection lost. Reconnecting… Nothing you have typed is lost.',
  serverUnreachable: 'Check your connection. The page goes on by itself as soon as the server answers.',
  socketsBlocked: (address: string) =>
    `Ordinary requests get through, but a proxy or firewall on the way seems to block WebSockets, by which the mapping list comes. Ask your network’s administrator to allow WebSocket connections (HTTP Upgrade) to ${address}. The page goes on by itself as soon as one gets through.`,
  pasteFirst: 'Paste descriptions above to see results here.',
  orDrop: 'Or drop a statement: Excel, CSV, OFX, QIF, MT940 or CAMT.',
  trySampleStatement: 'Try a sample statement',
  /** @param lines 0: not counted yet */
  boxIsFolded: (lines: number) =>
    `The box shows the first lines${lines === 0 ? '' : ` of ${grouped(lines)}`}; all of them are classified.`,
  rowsToVerify: (n: number) =>
    `The mapping list has changed: ${counted(n, 'row waits', 'rows wait')} to be verified.`,
  namesShown: 'Shows the name beside each account, here and in exports. Copies have the codes only.',
  rowsPrinted: (rows: number, of: number, at: Date) =>
    `${grouped(rows)}${rows < of ? ` of ${grouped(of)}` : ''} rows, ${at.toLocaleString()}.`,
  printedEarly: (percent: number) => `The classification was under way: ${percent}% were done.`,
  printedInPart: (n: number) =>
    `Only the first ${grouped(n)} are printed here. Export them to have all on paper.`,
  blankLine: 'A blank line: it keeps its place and is not counted.',
  noRows: 'No rows to show here.',
  headerLeftOut: (names: readonly string[], line: number) =>
    `${line === 1 ? 'The first line' : `Line ${line}`} names the columns (${names.join(', ')}) and is left out.`,
  unreachable: 'The server cannot be reached',
} as const;

/** Messages with the word Failed, or beginning with Error or An error, are errors; all others are successes. */
export function isErrorMessage(message: string): boolean {
  return message.includes('Failed') || /^(An )?error\b/i.test(message);
}

/** Up to three names, and how many more there are. */
function listing(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `“${name}”`);
  return names.length > 3 ? `${shown.join(', ')} and ${grouped(names.length - 3)} more` : shown.join(', ');
}

/** A keyword in quotes, cut where it is long. */
export function named(description: string): string {
  const text = description.trim();
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}

function objectionTo(description: string, problem: KeyProblem): string {
  switch (problem) {
    case 'empty-key':
      return 'An empty description cannot be stored.';
    case 'reserved-key':
      return `${named(description)} cannot be stored: the name is reserved. As “${description.trim().toUpperCase()}” it can be stored, and matches the same lines.`;
    case 'unstorable-character':
      return `${named(description)} has characters that cannot be stored.`;
    case 'key-too-long':
      return `${named(description)} is too long to be stored (over ${MAX_KEY_BYTES} bytes).`;
  }
}
