import { type Answer, ok, refuse } from '../answer.ts';
import { type Fields, textOf } from '../request.ts';
import { ID_TOKEN_LIFETIME } from '../signingKeys.ts';
import type { AuthState } from '../state.ts';

/** Form of the refresh tokens we issue: 256 bits as base64url. */
const TOKEN_FORM = /^[\w-]{43}$/;

/** `POST /v1/token`: a new ID token for a refresh token, which stays the same. */
export function refresh(state: AuthState, fields: Fields): Answer {
  if (fields['grant_type'] !== 'refresh_token') return refuse('INVALID_GRANT_TYPE');
  const token = textOf(fields, 'refresh_token');
  if (token === undefined) return refuse('MISSING_REFRESH_TOKEN');
  if (!TOKEN_FORM.test(token)) return refuse('INVALID_REFRESH_TOKEN');
  const use = state.sessions.use(token);
  // A tab or worker that has not found the new one yet: signing out there would sign the whole browser out.
  if (use.kind === 'replaced') return refuse('TOKEN_REPLACED');
  // The SDK then signs the person out, which is what they must see.
  if (use.kind === 'ended') return refuse('TOKEN_EXPIRED');
  const account = state.accounts.byUid(use.uid);
  if (account === undefined) return refuse('USER_NOT_FOUND');
  if (account.disabled) return refuse('USER_DISABLED');
  const idToken = state.idTokens.issue(account, use.session);
  return ok({
    access_token: idToken,
    id_token: idToken,
    expires_in: String(ID_TOKEN_LIFETIME),
    refresh_token: token,
    token_type: 'Bearer',
    user_id: account.uid,
    project_id: state.projectId,
  });
}
