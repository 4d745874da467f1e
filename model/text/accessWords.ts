import type { AccessEntry } from '../access.ts';
import type { AccessChange } from '../accessHistory.ts';
import { counted, grouped } from './figures.ts';
import type { WordPart } from './historyWords.ts';

/** What became of a person's access, in words. */
export function accessWords({ before, after }: AccessChange): string {
  const could = before?.allow === true;
  const can = after?.allow === true;
  if (!could && can) return after.admin ? 'Access granted, as admin' : 'Access granted';
  if (could && !can) return 'Access removed';
  const wasAdmin = before?.admin === true;
  const isAdmin = after?.admin === true;
  if (wasAdmin !== isAdmin) return isAdmin ? 'Made admin' : 'No longer admin';
  return before?.uid === after?.uid ? 'Entry written' : 'Bound to another account';
}

/** What somebody may do, in a word or two; null for no entry. */
export function accessName(entry: AccessEntry | null): string {
  if (!entry?.allow) return 'No access';
  return entry.admin ? 'Admin' : 'User';
}

/** Changes of access in one line, in parts: `ann@example.com: Made admin`. */
export function accessParts(changes: readonly AccessChange[]): readonly WordPart[] {
  return changes.flatMap((change, i): WordPart[] => [
    ...(i === 0 ? [] : [{ text: '; ', is: 'between' } as const]),
    { text: change.email, is: 'keyword' },
    { text: ': ', is: 'between' },
    { text: accessWords(change), is: toneOf(change) },
  ]);
}

function toneOf({ before, after }: AccessChange): WordPart['is'] {
  if (before?.allow && !after?.allow) return 'removed';
  return before?.admin && !after?.admin ? 'before' : 'after';
}

/** What the screen says where access is restored. */
export const accessRestoreMessages = {
  titleUndo: 'Undo this change of access',
  titleAsOf: 'Restore everybody’s access',
  summary: (changing: number, same: number) =>
    changing === 0
      ? `Nothing to restore.${asBefore(same)}`
      : `The access of ${counted(changing, 'person', 'people')} changes.${asBefore(same)}`,
  partial:
    'Part of what happened since is not known. People whose access was changed in this way keep the access that they have.',
  changing: 'People whose access changes',
  changedSince: 'Changed by somebody since: tick those to restore',
  doesNotReturn: (emails: readonly string[]) =>
    `Names and counters were deleted with the access, and do not come back: ${emails.join(', ')}.`,
  goes: (emails: readonly string[]) =>
    `Names and counters are deleted with the access, for good: ${emails.join(', ')}.`,
  own: 'Your own access stays as it is. Another admin has to restore it.',
  restore: (n: number) => `Restore ${counted(n, 'person', 'people')}`,
  restored: (n: number) => `Access of ${counted(n, 'person', 'people')} restored.`,
  failedFor: (email: string, reason: string) => `${email}: ${reason}.`,
  failed: (n: number, reason: string) =>
    `Failed to restore everything.${n === 0 ? '' : ` That of ${counted(n, 'person', 'people')} was restored before that.`} ${reason} Restore again to do the rest.`,
} as const;

function asBefore(n: number): string {
  return n === 0 ? '' : ` ${grouped(n)} ${n === 1 ? 'is' : 'are'} already as before.`;
}
