/** What signing in or up hands out. */
export type SessionTokens = { readonly idToken: string; readonly refreshToken: string };

type Credentials = { readonly email: string; readonly password: string };

const WITH_TOKENS = { returnSecureToken: true };
const ACCOUNTS = '/identitytoolkit.googleapis.com/v1/accounts:';

/** Rejects with a TypeError when the server cannot be reached, with an Error when it refuses. */
export async function signUp(origin: string, credentials: Credentials): Promise<SessionTokens> {
  return (await post(`${origin}${ACCOUNTS}signUp?key=x`, {
    ...credentials,
    ...WITH_TOKENS,
  })) as SessionTokens;
}

/** Rejects as {@link signUp} does. */
export async function signIn(
  origin: string,
  credentials: Credentials,
  headers: Readonly<Record<string, string>> = {},
): Promise<SessionTokens> {
  const url = `${origin}${ACCOUNTS}signInWithPassword?key=x`;
  return (await post(url, { ...credentials, ...WITH_TOKENS }, headers)) as SessionTokens;
}

/** The email address of a token's account. Rejects as {@link signUp} does. */
export async function lookUp(origin: string, idToken: string): Promise<string> {
  const body = (await post(`${origin}${ACCOUNTS}lookup?key=x`, { idToken })) as {
    users: { email: string }[];
  };
  return body.users[0]?.email ?? '';
}

/** A fresh ID token. Rejects as {@link signUp} does. */
export async function refresh(origin: string, refreshToken: string): Promise<string> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const body = await post(`${origin}/securetoken.googleapis.com/v1/token?key=x`, fields);
  return (body as { id_token: string }).id_token;
}

async function post(
  url: string,
  fields: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
