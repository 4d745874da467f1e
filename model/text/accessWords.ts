import type { AccessChange } from '../accessHistory.ts';

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
