import * as app from 'firebase/app';
import * as auth from 'firebase/auth';
import * as firestore from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';

type StartOptions = {
  readonly projectId?: string;
  /** Several SDK apps (several people) may live on one page; each has a name. */
  readonly name?: string;
  /** Extra Firestore settings, e.g. `{ experimentalForceLongPolling: true }`. */
  readonly firestore?: firestore.FirestoreSettings;
  readonly logLevel?: Parameters<typeof app.setLogLevel>[0];
};

/** Connects the SDK to this page's own origin, the way the product does. */
function start(options: StartOptions = {}): Connection {
  const { name, projectId = 'demo' } = options;
  if (options.logLevel) app.setLogLevel(options.logLevel);
  const secure = location.protocol === 'https:';
  const config = { apiKey: 'test', projectId, authDomain: location.host, appId: '1:1:web:1' };
  const instance = app.initializeApp(config, name);
  const accounts = auth.initializeAuth(instance, {
    persistence: [auth.indexedDBLocalPersistence, auth.browserLocalPersistence],
  });
  auth.connectAuthEmulator(accounts, location.origin, { disableWarnings: true });
  const connection = {
    app: instance,
    auth: accounts,
    fs: firestore.initializeFirestore(instance, { host: location.host, ssl: secure, ...options.firestore }),
    fsLite: lite.initializeFirestore(instance, { host: location.host, ssl: secure }),
  };
  window.connection = connection;
  return connection;
}

export type Connection = {
  readonly app: app.FirebaseApp;
  readonly auth: auth.Auth;
  /** For listening only. */
  readonly fs: firestore.Firestore;
  /** One request per read or write, as the product reads and writes. */
  readonly fsLite: lite.Firestore;
};

const sdk = { app, auth, firestore, lite, start };
export type Sdk = typeof sdk;

declare global {
  interface Window {
    /** The Firebase modules, whole, and `start()`. */
    sdk: Sdk;
    /** What the last `start()` returned. */
    connection: Connection;
    /** A place for what a test keeps between two evaluations: connections, unsubscribes, received snapshots. */
    recorded: Record<string, unknown>;
  }
}

window.sdk = sdk;
window.recorded = {};
