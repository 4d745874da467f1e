import type { AuthState } from '../authState.ts';
import { type Answer, type Fields, ok, readMembers, refuse, TEXT } from '../protocol.ts';
import { ID_TOKEN_LIFETIME } from '../tokens.ts';

/** Form of the refresh tokens that this server issues: 256 bits as base64url. */
const TOKEN_FORM = /^[\w-]{43}$/;

/** `POST /v1/token`: a new ID token for a refresh token, which stays the same. */
export function refresh(state: AuthState, fields: Fields): Answer {
  const shape = { grant_type: TEXT, refresh_token: TEXT };
  const { grant_type = '', refresh_token: token = '' } = readMembers(fields, '/v1/token', shape);
  if (grant_type === '') return refuse('MISSING_GRANT_TYPE');
  if (grant_type !== 'refresh_token') return refuse('INVALID_GRANT_TYPE');
  if (token === '') return refuse('MISSING_REFRESH_TOKEN');
  if (!TOKEN_FORM.test(token)) return refuse('INVALID_REFRESH_TOKEN');
  const use = state.sessions.use(token);
  // For a tab or worker that has not found the new token yet: `TOKEN_EXPIRED` would sign the whole browser out.
  if (use.kind === 'replaced') return refuse('TOKEN_REPLACED');
  const account = use.uid === undefined ? undefined : state.accounts.byUid(use.uid);
  // With each of these the SDK signs the person out, as it should.
  if (account?.disabled) return refuse('USER_DISABLED');
  if (use.kind === 'ended') return refuse('TOKEN_EXPIRED');
  if (account === undefined) return refuse('USER_NOT_FOUND');
  const idToken = state.idTokens.issue(account, use.session);
  const body = {
    access_token: idToken,
    id_token: idToken,
    expires_in: String(ID_TOKEN_LIFETIME),
    refresh_token: token,
    token_type: 'Bearer',
    user_id: account.uid,
    project_id: state.projectId,
  };
  return ok(body, { account, by: 'signed-in' });
}

/**
 * `POST /account/signOut`, a request of our own: ends the session of a refresh token. An unknown token gets the same
 * answer, so that the request can be repeated.
 */
export function signOut(state: AuthState, fields: Fields): Answer {
  const { refreshToken = '' } = readMembers(fields, '/account/signOut', { refreshToken: TEXT });
  if (refreshToken === '') return refuse('MISSING_REFRESH_TOKEN');
  state.sessions.endOwn(refreshToken);
  return ok({});
}
