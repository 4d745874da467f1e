import { signUp } from '#bench/protocol/identityClient.ts';
import { authorOf } from '#bench/protocol/listWrite.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { accessUpdate } from '#model/accessHistory.ts';
import { normaliseEmail } from '#model/email.ts';
import { newEntryId, readListVersion } from '#model/log/version.ts';
import { ACCESS_VERSION_PATH } from '#model/paths.ts';

const COLLEAGUE = { email: 'colleague@example.com', password: 'some password' };

/**
 * Registers a second administrator of the list, granted by the first one with an entry of the history of access.
 * @returns the refresh token of their session
 */
export async function registerAdmin(origin: string, idToken: string): Promise<string> {
  const session = await signUp(origin, COLLEAGUE);
  const client = await RealtimeClient.connect(origin);
  await client.demand('auth', { cred: idToken });
  const former = readListVersion(await client.demand('g', { p: `/${ACCESS_VERSION_PATH}`, q: {} }));
  const { uid } = authorOf(session.idToken);
  const after = { email: normaliseEmail(COLLEAGUE.email), allow: true, admin: true, uid };
  const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
  const plan = { id, former, by: authorOf(idToken), kind: 'grant' } as const;
  const change = { email: after.email, before: null, after };
  await client.demand('m', { p: '/', d: accessUpdate(plan, [change]) });
  client.close();
  return session.refreshToken;
}
