import { counted, grouped } from './figures.ts';

/**
 * The messages of the History screen, apart from messages.ts: they are fetched with that screen, and the first load has no
 * room for them.
 */
export const historyMessages = {
  loadFailed: 'Failed to read the history.',
  nothingYet: 'Nothing has been changed since the list has a history.',
  nothingFound: 'No actions found for these filters.',
  reading: (read: number, total: number) =>
    `Reading older actions: ${grouped(read)} of ${grouped(total)} entries.`,
  searching: (done: number, of: number) => `Searching: ${grouped(done)} of ${grouped(of)} changes.`,
  searchedPart: (done: number, of: number) =>
    `Searched the newest ${grouped(done)} of ${grouped(of)} changes. Choose a person, a kind or days to search the others.`,
  /** An action is what one person did in one go; it may have changed many mappings. */
  found: (n: number) => counted(n, 'action'),
  older: (n: number, since: string) =>
    `${counted(n, 'mapping is', 'mappings are')} older than the history (since ${since})`,
  takenOver:
    'What there was before is not in the history: nobody knows who made it, or when. Each change of it since is.',
  formerListFailed: 'Failed to read the list as it was then. Please try again.',
  unknownChanges: 'What was changed is not known: it was changed outside the app.',

  differs: 'Figures differ',
  differsWhy:
    'An entry of this action says other numbers of changes than it has. Its writer was not this app, or its changes were altered.',

  undoSelected: (n: number) => `Undo ${grouped(n)} of these changes…`,
  selectChange: (description: string) => `Select the change of ${description}`,

  /** What is done of an action, of all that it was to do: `3,000 of 5,000, stopped`. */
  stopped: (done: number, of: number) => `${grouped(done)} of ${grouped(of)}, stopped`,
  stoppedTitle: (kind: string, done: number, of: number) =>
    `${kind}: ${grouped(done)} of ${grouped(of)}, stopped`,
  stoppedBy: (who: string, when: string) => `By ${who}, last change ${when}. The rest was not done.`,
  stoppedElsewhere: 'It can go on only in the browser in which it was begun.',
  continuing: (done: number) => `Continuing: ${counted(done, 'change')} more`,
  continued: (n: number, skipped: number) =>
    `${counted(n, 'more change')} made.${skipped === 0 ? '' : ` ${counted(skipped, 'mapping')} changed by somebody meanwhile ${skipped === 1 ? 'stays as it is' : 'stay as they are'}.`}`,
  continueFailed: (n: number, reason: string) =>
    `Failed to continue.${n === 0 ? '' : ` ${counted(n, 'more change')} made before that.`} ${reason} Continue again to do the rest.`,
  continueGone: 'Nothing was done here: another tab goes on with it, or has ended it.',
  leaveFailed: (reason: string) => `Failed to leave it so: ${reason} Please try again.`,

  /** @param from the first missing entry; null where that is not known */
  missing: (from: number | null, to: number, when: string) =>
    from === null
      ? `The server has another history: entry ${grouped(to)}, last seen ${when}, is not in it.`
      : `The server has forgotten ${from === to ? 'entry' : `entries ${grouped(from)} to`} ${grouped(to)}, last seen ${when}.`,
  missingWhatToDo:
    'An older copy of the data is in place, their end was cut off, or this is another data folder. Ask whoever runs the server for a newer backup or replica before the list is changed further. If the list is to go on as it is, acknowledge it: then nobody is told any more, and the history says who did so.',
  altered: (seq: number, when: string) =>
    `The server’s history was altered: entry ${grouped(seq)}, or one before it, is not what it was when last seen ${when}.`,
  alteredWhatToDo: (seal: string) =>
    `Ask whoever runs the server to run npm run verify -- --seal ${seal} on the data and on the last backup. If the list is to go on as it is, acknowledge it: then nobody is told any more, and the history says who did so.`,
  setAside:
    'The list as it was is kept in this browser until you log out: Export on the Database page has it, beside the present one.',
  acknowledgeFailed: (reason: string) => `Failed to acknowledge it: ${reason} Please try again.`,

  exported: (n: number) => `Exported ${counted(n, 'line')}.`,
  exportFailed: 'Failed to export the history. Please try again.',
  exportTooLong: (most: number) =>
    `Failed to export: more than ${grouped(most)} changes. Choose a person, a kind or days.`,

  putBack: 'Put this value back',
  changedSince: 'Changed by somebody since',
  unusable: 'Cannot be restored: no usable account, or a keyword that cannot be stored',
  preparingRestore: 'Preparing the restore…',
  previewFailed: (reason: string) => `Failed to prepare the restore: ${reason} Close this and try again.`,
  listNotHere: 'The list is still loading. Close this and try again when it is here.',
  cannotRestore: 'This cannot be restored: the history does not say what was changed.',
  toRestore: (n: number, same: number) =>
    `${counted(n, 'mapping')} ${n === 1 ? 'changes' : 'change'}.${asBefore(same)}`,
  onlyConflicts: (same: number) =>
    `Every mapping was changed by somebody since: tick those to restore.${asBefore(same)}`,
  nothingToRestore: (same: number) => `Nothing to restore.${asBefore(same)}`,
  restorePartial:
    'Part of what happened since is not known: the list was changed outside the app, or older entries were archived. Mappings changed in this way stay as they are.',
  restored: (n: number) => `${counted(n, 'mapping')} restored.`,
  restoredExcept: (n: number, skipped: number) =>
    `${counted(n, 'mapping')} restored. Failed for ${grouped(skipped)}, changed by somebody else meanwhile: open the restore again to see them.`,
  restoreFailed: (n: number, reason: string) =>
    `Failed to restore everything.${n === 0 ? '' : ` ${counted(n, 'mapping')} restored before that.`} ${reason} Restore again to do the rest.`,
  restoreGone: 'Failed to restore: the preview is not the last one any more. Open it again.',

  noAccessHistory: 'No grants or removals have been recorded yet.',
  noChartHistory: 'The chart has not been changed yet.',
  notInChart: 'not in the chart',
  restoreAllToo: 'Restore all of them too. What was done since is undone with it, and stays in the history.',
} as const;

function asBefore(n: number): string {
  return n === 0 ? '' : ` ${counted(n, 'mapping')} ${n === 1 ? 'is' : 'are'} already as before.`;
}
