import { type FirebaseApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
} from 'firebase/auth';
import { authAddress, type BackendSettings, firebaseOptions } from '#model/backend.ts';

/**
 * Opens the page's own session, found in IndexedDB: the options and the name of the app must be those of the page for the
 * SDK to see it. A listen that begins under another user is refused for good: `signedIn` waits for the account that the page
 * expects.
 */
export function openSession(
  backend: BackendSettings,
  uid: string,
): { readonly app: FirebaseApp; readonly signedIn: Promise<void> } {
  const app = initializeApp(firebaseOptions(backend));
  const auth = initializeAuth(app, { persistence: indexedDBLocalPersistence });
  const address = authAddress(backend);
  if (address !== null) connectAuthEmulator(auth, address, { disableWarnings: true });
  const signedIn = new Promise<void>((resolve) => {
    const end = onAuthStateChanged(auth, (user) => {
      if (user?.uid !== uid) return;
      resolve();
      // Deferred: the SDK may call back before it has returned `end`.
      queueMicrotask(() => end());
    });
  });
  return { app, signedIn };
}
