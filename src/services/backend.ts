import { type BackendSettings, EMBEDDED_PROJECT } from '../model/backend.ts';

/** The build-time settings that choose the backend; see `.env.example`. */
type Environment = Readonly<Record<string, unknown>>;

/**
 * Which backend this build talks to: the Firebase project named by `VITE_FIREBASE_*`, or, when none of them is
 * set, our own server on the page's origin. Throws an Error naming what is missing when only some are set.
 */
export function readBackend(environment: Environment, pageOrigin: string): BackendSettings {
  const settings = {
    apiKey: read(environment, 'VITE_FIREBASE_API_KEY'),
    authDomain: read(environment, 'VITE_FIREBASE_AUTH_DOMAIN'),
    projectId: read(environment, 'VITE_FIREBASE_PROJECT_ID'),
    appId: read(environment, 'VITE_FIREBASE_APP_ID'),
    databaseURL: read(environment, 'VITE_FIREBASE_DATABASE_URL'),
  };
  const missing = Object.entries(settings).filter(([, { value }]) => value === '');
  if (missing.length === Object.keys(settings).length) {
    return { kind: 'embedded', origin: pageOrigin, projectId: EMBEDDED_PROJECT };
  }
  if (missing.length > 0) {
    const names = missing.map(([, { name }]) => name).join(', ');
    throw new Error(`The Firebase settings are incomplete: set ${names}, or none of VITE_FIREBASE_*.`);
  }
  return {
    kind: 'firebase',
    apiKey: settings.apiKey.value,
    authDomain: settings.authDomain.value,
    projectId: settings.projectId.value,
    appId: settings.appId.value,
    databaseURL: settings.databaseURL.value,
  };
}

function read(environment: Environment, name: string) {
  const value = environment[name];
  return { name, value: typeof value === 'string' ? value.trim() : '' };
}
