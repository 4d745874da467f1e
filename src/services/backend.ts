import { type BackendSettings, EMBEDDED_PROJECT } from '#model/backend.ts';
import { BackendUnknown, fetchHostedBackend } from './hostedBackend.ts';

/** The build-time settings that choose the backend; see `.env.example`. */
type Environment = Readonly<Record<string, unknown>>;

/** What the page knows of itself. */
export type PageOrigin = {
  /** E.g. `https://gl.example.com`. */
  readonly origin: string;
  /** Whether our own server has marked the page as its own. */
  readonly isEmbedded: boolean;
};

/**
 * Which backend the page talks to: the Firebase project that the build was given, else the server that the page came
 * from, when it is our own, else the project of the Firebase Hosting site that the page must then have come from. Only
 * that last one has to be asked for, hence the promise, which may reject with {@link BackendUnknown}.
 * @throws BackendUnknown when the build was given a part of the settings
 */
export function findBackend(
  environment: Environment,
  { origin, isEmbedded }: PageOrigin,
): BackendSettings | Promise<BackendSettings> {
  const built = readBuiltBackend(environment);
  if (built !== null) return built;
  if (isEmbedded) return { kind: 'embedded', origin, projectId: EMBEDDED_PROJECT };
  return fetchHostedBackend();
}

const NAMES = {
  apiKey: 'VITE_FIREBASE_API_KEY',
  authDomain: 'VITE_FIREBASE_AUTH_DOMAIN',
  projectId: 'VITE_FIREBASE_PROJECT_ID',
  appId: 'VITE_FIREBASE_APP_ID',
  databaseURL: 'VITE_FIREBASE_DATABASE_URL',
} as const;

/** The project named by `VITE_FIREBASE_*`; null when none of them is set. */
function readBuiltBackend(environment: Environment): BackendSettings | null {
  const missing = Object.values(NAMES).filter((name) => read(environment, name) === '');
  if (missing.length === Object.keys(NAMES).length) return null;
  if (missing.length > 0)
    throw new BackendUnknown(
      'settings',
      `The Firebase settings of this build are incomplete: set ${missing.join(', ')}, or none of VITE_FIREBASE_*, and build again.`,
    );
  const emulators = readEmulators(environment);
  return {
    kind: 'firebase',
    apiKey: read(environment, NAMES.apiKey),
    authDomain: read(environment, NAMES.authDomain),
    projectId: read(environment, NAMES.projectId),
    appId: read(environment, NAMES.appId),
    databaseURL: read(environment, NAMES.databaseURL),
    ...(emulators !== null && { emulators }),
  };
}

/** Both or none: half of the services at Google's and half on this machine share no accounts. */
function readEmulators(environment: Environment) {
  const auth = read(environment, 'VITE_AUTH_EMULATOR');
  const firestore = read(environment, 'VITE_FIRESTORE_EMULATOR');
  if (auth === '' && firestore === '') return null;
  if (auth === '' || firestore === '')
    throw new BackendUnknown(
      'settings',
      'The emulators of this build are incomplete: set both VITE_AUTH_EMULATOR and VITE_FIRESTORE_EMULATOR, or none.',
    );
  return { auth, firestore };
}

function read(environment: Environment, name: string): string {
  const value = environment[name];
  return typeof value === 'string' ? value.trim() : '';
}
