import type { BackendSettings } from '../src/model/backend.ts';

/** What every instance of the SDK is started with, so that page and workers find one another's session. */
export function sdkOptions(backend: BackendSettings) {
  if (backend.kind === 'firebase') {
    const { apiKey, authDomain, projectId, appId, databaseURL } = backend;
    return { apiKey, authDomain, projectId, appId, databaseURL };
  }
  return {
    apiKey: backend.projectId, // any text: our server knows its projects by their id
    authDomain: new URL(backend.origin).host,
    projectId: backend.projectId,
    appId: '1:1:web:1',
  };
}

/** Where Firestore is on our own server. Not for connectFirestoreEmulator, which cannot speak https. */
export function firestoreAddress(origin: string): { readonly host: string; readonly ssl: boolean } {
  const { host, protocol } = new URL(origin);
  return { host, ssl: protocol === 'https:' };
}
