import { type Answer, ok } from '../answer.ts';
import type { Fields } from '../request.ts';
import { recentlySignedInAccount } from '../sessions.ts';
import type { AuthState } from '../state.ts';

/** `accounts:delete`: removes the own account. */
export function deleteAccount(state: AuthState, fields: Fields): Answer {
  const found = recentlySignedInAccount(state, fields);
  if (found.kind === 'refused') return found;
  state.accounts.remove(found.account.uid);
  return ok({});
}
