/** Where the Firebase services are; plain data, so the page can hand it to its workers. */
export type BackendSettings =
  /** Our own server on the page's origin (docs: the embedded backend). */
  | { readonly kind: 'embedded'; readonly origin: string; readonly projectId: string }
  /** A project of Google's hosted service. */
  | {
      readonly kind: 'firebase';
      readonly apiKey: string;
      readonly authDomain: string;
      readonly projectId: string;
      readonly appId: string;
      readonly databaseURL: string;
    };

/** Project id that the embedded backend and its pages agree on. */
export const EMBEDDED_PROJECT = 'gl-classifier';

/**
 * The options that start the SDK. The page and its workers must start it with the same ones, and under the default
 * app name, to share one session.
 */
export function firebaseOptions(backend: BackendSettings): Readonly<Record<string, string>> {
  if (backend.kind === 'firebase') {
    const { apiKey, authDomain, projectId, appId, databaseURL } = backend;
    return { apiKey, authDomain, projectId, appId, databaseURL };
  }
  return {
    apiKey: backend.projectId, // any text: our server knows its projects by their id
    authDomain: hostOf(backend.origin),
    projectId: backend.projectId,
    appId: '1:1:web:1',
  };
}

/** Where Firestore is on our own server. Not for connectFirestoreEmulator, which cannot speak https. */
export function firestoreAddress(origin: string): { readonly host: string; readonly ssl: boolean } {
  return { host: hostOf(origin), ssl: origin.startsWith('https:') };
}

function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}
