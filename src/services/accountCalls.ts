import type { Auth } from 'firebase/auth';
import { FORMER_LIST_PATH } from '#model/backend.ts';
import type { AuthOutcome } from './auth.ts';
import { callServer, readServerFile } from './ownServer.ts';

/** What an admin may know of the account with an address. */
export type AccountDescription =
  | { readonly exists: false }
  | { readonly exists: true; readonly disabled: boolean; readonly sessions: number };

export type AccountCalls = ReturnType<typeof createAccountCalls>;

/**
 * Requests of our own to the embedded backend, for which the SDK has no call. On Firebase there are none of these.
 * @param attempt that of `auth.ts`; imported from there, it would split the code of the first load
 */
export function createAccountCalls(
  auth: Auth,
  attempt: (work: () => Promise<unknown>) => Promise<AuthOutcome>,
) {
  const change = (call: string, fields: object) => attempt(() => callServer(auth, call, fields));
  return {
    /** Ends all sessions of the signed-in account, this one too. */
    signOutEverywhere: () => change('signOutEverywhere', {}),
    /** For admins. Rejects when the server cannot be asked. */
    describe: async (email: string) => (await callServer(auth, 'describe', { email })) as AccountDescription,
    /** For admins: ends all sessions of somebody. */
    endSessions: (email: string) => change('endSessions', { email }),
    /** For admins: the list as it was taken over, as a file. Rejects where none was. */
    readFormerList: () => readServerFile(auth, FORMER_LIST_PATH),
    /** For admins: stops somebody from signing in, or lets them again. Their sessions end. */
    setDisabled: (email: string, disabled: boolean) => change('setDisabled', { email, disabled }),
  };
}
