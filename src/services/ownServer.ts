import type { Auth } from 'firebase/auth';
import { HEALTH_PATH, type Health } from '#model/backend.ts';

/** Our server refused, or did not answer; `code` is the SDK's for the same. */
class CallFailed extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The SDK's codes for the refusals that a person can do something about. */
const CODES: Readonly<Record<string, string>> = {
  EXPIRED_OOB_CODE: 'auth/expired-action-code',
  INVALID_OOB_CODE: 'auth/invalid-action-code',
  USER_DISABLED: 'auth/user-disabled',
};

/** What our own server says of itself, to anybody; null where it does not answer. */
export async function readHealth(): Promise<Health | null> {
  try {
    const response = await fetch(HEALTH_PATH, { cache: 'no-store' });
    return (await response.json()) as Health;
  } catch (error) {
    console.warn('The server cannot be asked how it is:', error);
    return null;
  }
}

/** Reads a file of our own server, in the name of the signed-in account. Rejects when it is refused. */
export async function readServerFile(auth: Auth, path: string): Promise<Blob> {
  const response = await fetch(path, { headers: await headersOf(auth) });
  if (!response.ok) throw new CallFailed('auth/internal-error', `${path}: ${response.status}`);
  return response.blob();
}

async function headersOf(auth: Auth): Promise<Readonly<Record<string, string>>> {
  return { Authorization: `Bearer ${(await auth.currentUser?.getIdToken()) ?? ''}` };
}

/**
 * Asks our own server for something for which the SDK has no call, in the name of the signed-in account.
 * @throws CallFailed
 */
export async function callServer(auth: Auth, call: string, fields: object): Promise<unknown> {
  const headers = { ...(await headersOf(auth)), 'Content-Type': 'application/json' };
  let response: Response;
  try {
    response = await fetch(`/account/${call}`, { method: 'POST', headers, body: JSON.stringify(fields) });
  } catch (cause) {
    throw new CallFailed('auth/network-request-failed', `/account/${call} was not answered`, { cause });
  }
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  const reason = /"message":"(\w+)/.exec(text)?.[1] ?? '';
  throw new CallFailed(
    CODES[reason] ?? 'auth/internal-error',
    `/account/${call}: ${response.status} ${reason}`,
  );
}
