import type { IncomingMessage } from 'node:http';
import type { AuthContext } from '#server/auth/authContext.ts';
import type { QuotaClient } from '#server/quota/QuotaClient.ts';
import { UnprivilegedQuota } from '#server/quota/UnprivilegedQuota.ts';

/** A quota for servers without access entries: everybody who is signed in counts as granted. */
export function grantingQuota(): UnprivilegedQuota {
  return new UnprivilegedQuota({ isGranted: () => true, behindProxy: false, now: Date.now });
}

export function signedInAs(uid: string): NonNullable<AuthContext> {
  const firebase = { sign_in_provider: 'password', identities: {} };
  return { uid, token: { auth_time: 0, iat: 0, exp: 0, firebase } };
}

/** The stream of somebody with a grant, for what is tested without a connection. */
export function someQuotaClient(): QuotaClient {
  const request = { socket: {}, headers: {} } as IncomingMessage;
  const client = grantingQuota().acquire('channel', request, () => {});
  client.identify(signedInAs('anybody'));
  return client;
}
