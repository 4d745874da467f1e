import { deleteApp, initializeApp } from 'firebase/app';
import { type Auth, connectAuthEmulator, initializeAuth, inMemoryPersistence } from 'firebase/auth';
import { EMBEDDED_PROJECT } from '#model/backend.ts';

export type AuthClient = { readonly auth: Auth; close(): Promise<void> };

let apps = 0;

/** The unmodified Auth SDK, signed out, talking to `origin`: as one more browser would. */
export function createAuthClient(origin: string): AuthClient {
  apps += 1;
  const app = initializeApp({ apiKey: 'any', projectId: EMBEDDED_PROJECT }, `auth-client-${apps}`);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origin, { disableWarnings: true });
  return { auth, close: () => deleteApp(app) };
}
