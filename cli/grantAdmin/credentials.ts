import { readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose';
import type { Environment } from '#server/config.ts';
import { GrantError } from './grant.ts';

/** Headers that show Google's services who asks. */
export type Credentials = () => Promise<Readonly<Record<string, string>>>;

/** What writing both stores and looking up an account needs. */
const SCOPES = [
  'https://www.googleapis.com/auth/cloud-platform',
  'https://www.googleapis.com/auth/firebase.database',
  'https://www.googleapis.com/auth/userinfo.email',
];
/** How long the assertion is good for: it is used at once. Google takes an hour at most. */
const ASSERTION_LIFETIME = '5m';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * The credentials of the project's owner: those of the service account whose key file GOOGLE_APPLICATION_CREDENTIALS
 * names, else the access token GOOGLE_OAUTH_ACCESS_TOKEN. A token is fetched once, at the first use.
 * @throws GrantError when there are none (at once), or when the key file cannot be used (at the first use)
 */
export function ownersCredentials(project: string, env: Environment): Credentials {
  const keyFile = env['GOOGLE_APPLICATION_CREDENTIALS'];
  const token = env['GOOGLE_OAUTH_ACCESS_TOKEN'];
  if (keyFile) {
    let fetched: Promise<string> | undefined;
    return async () => {
      fetched ??= fetchAccessToken(readKeyFile(keyFile));
      return { Authorization: `Bearer ${await fetched}` };
    };
  }
  // A person's token belongs to no project; Google wants to know whose quota the call counts against.
  if (token) return async () => ({ Authorization: `Bearer ${token}`, 'x-goog-user-project': project });
  throw new GrantError(
    'No credentials of the project\'s owner: set GOOGLE_APPLICATION_CREDENTIALS to a service account\'s key file, or GOOGLE_OAUTH_ACCESS_TOKEN to the output of "gcloud auth print-access-token".',
  );
}

/** The part of a service account's key file that is used; `privateKey` is PKCS #8 in PEM. */
type KeyFile = {
  readonly file: string;
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly tokenUri: string;
};

function readKeyFile(file: string): KeyFile {
  const content = parseKeyFile(file);
  const text = (name: string): string => {
    const value = content[name];
    if (typeof value === 'string' && value !== '') return value;
    throw new GrantError(`The key file ${file} has no ${name}: download the service account's key anew.`);
  };
  if (content['type'] !== 'service_account')
    throw new GrantError(
      `${file} is not the key file of a service account (its type is ${JSON.stringify(content['type'])}): create a key under "Service accounts" in the Firebase console, or use GOOGLE_OAUTH_ACCESS_TOKEN.`,
    );
  return {
    file,
    clientEmail: text('client_email'),
    privateKey: text('private_key'),
    tokenUri: text('token_uri'),
  };
}

function parseKeyFile(file: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content === 'object' && content !== null) return content as Record<string, unknown>;
  } catch (error) {
    // The reason of a syntax error would quote the file, and with it the key.
    const reason = error instanceof SyntaxError ? 'it is not JSON' : reasonOf(error);
    throw new GrantError(`GOOGLE_APPLICATION_CREDENTIALS=${file} cannot be read (${reason}).`, {
      cause: error,
    });
  }
  throw new GrantError(`GOOGLE_APPLICATION_CREDENTIALS=${file} cannot be read (it is no JSON object).`);
}

/**
 * Exchanges an assertion signed with the service account's key for an access token (RFC 7523, and Google's "Using OAuth
 * 2.0 for Server to Server Applications").
 */
async function fetchAccessToken(key: KeyFile): Promise<string> {
  const assertion = await signAssertion(key);
  let answer: Response;
  try {
    const body = new URLSearchParams({ grant_type: GRANT_TYPE, assertion });
    answer = await fetch(key.tokenUri, { method: 'POST', body });
  } catch (error) {
    throw new GrantError(
      `${key.tokenUri} cannot be reached (${reasonOf(error)}). Nothing has been changed.`,
      {
        cause: error,
      },
    );
  }
  const text = await answer.text();
  const token = answer.ok ? accessTokenIn(text) : undefined;
  if (token !== undefined) return token;
  throw new GrantError(
    `${key.tokenUri} refused the key file ${key.file} with ${answer.status}: ${oneLine(text)}. Nothing has been changed.`,
  );
}

async function signAssertion({ file, clientEmail, privateKey, tokenUri }: KeyFile): Promise<string> {
  try {
    return await new SignJWT({ scope: SCOPES.join(' ') })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt()
      .setExpirationTime(ASSERTION_LIFETIME)
      .sign(await importPKCS8(privateKey, 'RS256'));
  } catch (error) {
    throw new GrantError(
      `The private_key in ${file} cannot be used (${reasonOf(error)}): download the service account's key anew.`,
      { cause: error },
    );
  }
}

function accessTokenIn(text: string): string | undefined {
  try {
    const { access_token: token } = JSON.parse(text) as { access_token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

/** The innermost reason of a failure, which Node's fetch hides in `cause`. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return oneLine(cause instanceof Error ? cause.message : String(cause));
}

/** What a service has answered, short enough for a message. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200) || 'no reason given';
}
