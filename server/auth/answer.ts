/** Error codes of the Identity Toolkit protocol; the SDK maps each to an `auth/…` code. */
export type AuthErrorCode =
  | 'ADMIN_ONLY_OPERATION'
  | 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
  | 'EMAIL_EXISTS'
  | 'EMAIL_NOT_SENT'
  | 'EXPIRED_OOB_CODE'
  | 'INVALID_EMAIL'
  | 'INVALID_GRANT_TYPE'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_IDP_RESPONSE'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'INVALID_OOB_CODE'
  | 'INVALID_PROFILE_ATTRIBUTE'
  | 'INVALID_REFRESH_TOKEN'
  | 'MISSING_EMAIL'
  | 'MISSING_ID_TOKEN'
  | 'MISSING_OOB_CODE'
  | 'MISSING_PASSWORD'
  | 'MISSING_REFRESH_TOKEN'
  | 'NOT_IMPLEMENTED'
  | 'OPERATION_NOT_ALLOWED'
  | 'RESET_PASSWORD_EXCEED_LIMIT'
  | 'STORAGE_UNAVAILABLE'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_REPLACED'
  | 'TOO_MANY_ATTEMPTS_TRY_LATER'
  | 'UNAUTHORIZED_DOMAIN'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'
  | 'WEAK_PASSWORD';

export type Refusal = {
  readonly kind: 'refused';
  readonly code: AuthErrorCode;
  /** Text that the SDK shows in place of its own. */
  readonly detail?: string;
};

/** What an operation answers: a JSON body, or a foreseen refusal. */
export type Answer = { readonly kind: 'ok'; readonly body: Readonly<Record<string, unknown>> } | Refusal;

export function ok(body: Readonly<Record<string, unknown>>): Answer {
  return { kind: 'ok', body };
}

export function refuse(code: AuthErrorCode, detail?: string): Refusal {
  return detail === undefined ? { kind: 'refused', code } : { kind: 'refused', code, detail };
}

/** Body of a refusal, as Google's service words it: `CODE`, or `CODE : detail`. The HTTP status is 400. */
export function refusalBody({ code, detail }: Refusal): object {
  const message = detail === undefined ? code : `${code} : ${detail}`;
  return { error: { code: 400, message, errors: [{ message, reason: 'invalid', domain: 'global' }] } };
}
