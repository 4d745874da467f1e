import { type Answer, ok, refuse } from '../answer.ts';
import { type Fields, textOf } from '../request.ts';
import type { AuthState } from '../state.ts';

/**
 * `POST /account/signOut`, a call of our own: ends the session of the field `refreshToken`. An unknown token is answered
 * alike, so that the call can be repeated.
 */
export function signOut(state: AuthState, fields: Fields): Answer {
  const token = textOf(fields, 'refreshToken');
  if (token === undefined) return refuse('MISSING_REFRESH_TOKEN');
  state.sessions.endOwn(token);
  return ok({});
}
