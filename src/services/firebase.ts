import { type FirebaseApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  inMemoryPersistence,
  type Persistence,
} from 'firebase/auth';
import { authAddress, type BackendSettings, firebaseOptions } from '#model/backend.ts';

/** A started SDK: the page's own, or a second one that signs somebody up without disturbing the first. */
export type Firebase = {
  readonly backend: BackendSettings;
  readonly app: FirebaseApp;
  readonly auth: Auth;
};

/**
 * Starts the SDK for the page; the one place that does. The session is kept in IndexedDB, where the workers and
 * the other tabs find it. No popup resolver is given here: it would load a foreign script at start-up.
 */
export function startFirebase(backend: BackendSettings): Firebase {
  return start(backend, undefined, [indexedDBLocalPersistence, browserLocalPersistence]);
}

/** Starts a second instance that remembers nothing. `deleteApp(app)` ends it. */
export function startSecondFirebase(backend: BackendSettings, name: string): Firebase {
  return start(backend, name, inMemoryPersistence);
}

function start(
  backend: BackendSettings,
  name: string | undefined,
  persistence: Persistence | Persistence[],
): Firebase {
  const app = initializeApp(firebaseOptions(backend), name);
  const auth = initializeAuth(app, { persistence });
  const address = authAddress(backend);
  // "Emulator" means "another address" to the SDK: our server signs and checks its tokens.
  if (address !== null) connectAuthEmulator(auth, address, { disableWarnings: true });
  return { backend, app, auth };
}
