import { type Answer, ok } from '../answer.ts';
import type { Fields } from '../request.ts';
import { recentlySignedInAccount } from '../sessions.ts';
import type { AuthState } from '../state.ts';

/** `accounts:delete`: removes the own account. */
export function deleteAccount(state: AuthState, fields: Fields): Answer {
  const found = recentlySignedInAccount(state, fields);
  if (found.kind === 'refused') return found;
  const { uid } = found.account;
  state.store.transaction(() => {
    state.sessions.endAll(uid);
    state.accounts.remove(uid);
  });
  return ok({});
}
