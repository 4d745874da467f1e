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
      /** Not needed by the services that the app uses; Hosting leaves it out for a site without a web app. */
      readonly appId?: string;
      readonly databaseURL: string;
      /** The official emulators in place of Google's services; that of the database is named by `databaseURL`. */
      readonly emulators?: Emulators;
    };

/** Origins of the emulators, e.g. `http://127.0.0.1:9099`. */
type Emulators = { readonly auth: string; readonly firestore: string };

/** Project id that the embedded backend and its pages agree on. */
export const EMBEDDED_PROJECT = 'gl-classifier';

/**
 * Where administrators get the list as it was before it had a history, as a file: of our own server alone, where a list was
 * taken over. The ID token is in the header `Authorization`, as `Bearer …`.
 */
export const FORMER_LIST_PATH = '/list-before-history.csv';

/** Where our own server says how it is, to anybody who asks. */
export const HEALTH_PATH = '/healthz';

/** Its answer: what is worst, and moments as ISO 8601 has them. */
export type Health = {
  readonly status: 'ok' | 'storage' | 'history' | 'replica';
  /** When the histories were checked last. */
  readonly historyChecked?: string;
  /** Since when changes may be missing in the second place of the data. */
  readonly replicaBehind?: string;
};

/**
 * Attributes of the meta element that our own server puts into the page. By it the same built page knows, without
 * asking, that the services are where it came from.
 */
export const EMBEDDED_MARK = { name: 'backend', content: 'embedded' } as const;

/** The same of a server without SMTP: its mails stay in a folder, and no screen may say that one was sent. */
export const OUTBOX_MARK = { name: 'backend', content: 'embedded-outbox' } as const;

/**
 * The options that start the SDK. The page and its workers must start it with the same ones, and under the default
 * app name, to share one session.
 */
export function firebaseOptions(backend: BackendSettings): Readonly<Record<string, string>> {
  if (backend.kind === 'firebase') {
    const { apiKey, authDomain, projectId, appId, databaseURL } = backend;
    return { apiKey, authDomain, projectId, databaseURL, ...(appId !== undefined && { appId }) };
  }
  return {
    apiKey: backend.projectId, // any text: our server knows its projects by their id
    authDomain: hostOf(backend.origin),
    projectId: backend.projectId,
    appId: '1:1:web:1',
  };
}

/** Where the identity service is, for connectAuthEmulator; null: where the SDK expects it, at Google's. */
export function authAddress(backend: BackendSettings): string | null {
  return backend.kind === 'embedded' ? backend.origin : (backend.emulators?.auth ?? null);
}

/**
 * Where Firestore is, as settings for initializeFirestore; null: at Google's. Not for connectFirestoreEmulator, which
 * cannot speak https.
 */
export function firestoreAddress(
  backend: BackendSettings,
): { readonly host: string; readonly ssl: boolean } | null {
  const origin = backend.kind === 'embedded' ? backend.origin : backend.emulators?.firestore;
  return origin === undefined ? null : { host: hostOf(origin), ssl: origin.startsWith('https:') };
}

function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}
