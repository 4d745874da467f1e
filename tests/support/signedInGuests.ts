import type { IncomingMessage } from 'node:http';
import type { AuthContext } from '#server/auth/authContext.ts';
import type { QuotaClient } from '#server/strangers/QuotaClient.ts';
import { createStrangers, type Strangers } from '#server/strangers/strangers.ts';

/** A strangers' budget for servers without access entries: everybody who is signed in counts as granted. */
export function signedInGuests(): Strangers {
  return createStrangers({ isGranted: () => true, behindProxy: false, now: Date.now });
}

export function signedInAs(uid: string): NonNullable<AuthContext> {
  const firebase = { sign_in_provider: 'password', identities: {} };
  return { uid, token: { auth_time: 0, iat: 0, exp: 0, firebase } };
}

/** The stream of somebody with a grant, for what is tested without a connection. */
export function someGuest(): QuotaClient {
  const request = { socket: {}, headers: {} } as IncomingMessage;
  const guest = signedInGuests().enter('channel', request, () => {});
  guest.identify(signedInAs('anybody'));
  return guest;
}
