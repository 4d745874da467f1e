import { type BackendSettings, EMBEDDED_PROJECT, OUTBOX_MARK } from '#model/backend.ts';

/** Settings by name: of the build, which choose the backend (see `.env.example`), or of a project. */
type Settings = Readonly<Record<string, unknown>>;

/** What the page knows of itself. */
type PageOrigin = {
  /** E.g. `https://gl.example.com`. */
  readonly origin: string;
  /** Whether our own server has marked the page as its own. */
  readonly isEmbedded: boolean;
};

/** What our own server has marked this page with; undefined: it comes from elsewhere. */
export function markOfPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${OUTBOX_MARK.name}"]`)?.content;
}

/** Whether a mail that is asked for leaves the server. Google's does; our own needs an SMTP server. */
export function canMail(): boolean {
  return markOfPage() !== OUTBOX_MARK.content;
}

/**
 * Which backend the page talks to: the Firebase project that the build was given, else the server that the page came
 * from, when it is our own, else the project of the Firebase Hosting site that the page must then have come from. Only
 * that last one has to be asked for, hence the promise, which may reject with {@link BackendUnknown}.
 * @throws BackendUnknown when the build was given a part of the settings
 */
export function findBackend(
  environment: Settings,
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
function readBuiltBackend(environment: Settings): BackendSettings | null {
  const missing = Object.values(NAMES).filter((name) => read(environment, name) === '');
  if (missing.length === Object.keys(NAMES).length) return null;
  if (missing.length > 0)
    throw new BackendUnknown(
      'settings',
      `The Firebase settings of this build are incomplete: set ${missing.join(', ')}, or none of VITE_FIREBASE_*, and build again.`,
    );
  const emulators = readEmulators(environment);
  const project = projectOf((name) => read(environment, NAMES[name]));
  return { ...project, ...(emulators !== null && { emulators }) };
}

function projectOf(settingOf: (name: keyof typeof NAMES) => string): BackendSettings {
  const appId = settingOf('appId');
  return {
    kind: 'firebase',
    apiKey: settingOf('apiKey'),
    authDomain: settingOf('authDomain'),
    projectId: settingOf('projectId'),
    databaseURL: settingOf('databaseURL'),
    ...(appId !== '' && { appId }),
  };
}

/** Both or none: half of the services at Google's and half on this machine share no accounts. */
function readEmulators(environment: Settings) {
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

function read(settings: Settings, name: string): string {
  const value = settings[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Where Firebase Hosting serves the settings of its project (https://firebase.google.com/docs/hosting/reserved-urls). */
export const HOSTED_SETTINGS_PATH = '/__/firebase/init.json';

/** How long the answer may take, in milliseconds: a page that waits for ever does not say what is wrong. */
const TIMEOUT_MS = 15_000;

/** What the app cannot do without. Hosting gives `appId` only for a site that a web app is linked to. */
const NEEDED = ['apiKey', 'authDomain', 'projectId', 'databaseURL'] as const;

/** Why the page cannot know its backend; the message says who has to do what. */
export class BackendUnknown extends Error {
  /** `unreachable`: it may work when tried again. `settings`: somebody has to set something first. */
  readonly kind: 'unreachable' | 'settings';

  constructor(kind: BackendUnknown['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * Asks Firebase Hosting for the project that the page belongs to.
 * @param ask for tests; gets the path and a signal that ends the asking
 * @throws BackendUnknown
 */
export async function fetchHostedBackend(ask: typeof fetch = fetch): Promise<BackendSettings> {
  let response: Response;
  let text: string;
  try {
    response = await ask(HOSTED_SETTINGS_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch (error) {
    throw new BackendUnknown('unreachable', 'Check your connection, then try again.', { cause: error });
  }
  if (response.status >= 500)
    throw new BackendUnknown(
      'unreachable',
      `The website answered ${response.status} at ${HOSTED_SETTINGS_PATH}. Try again in a moment.`,
    );
  return readSettings(response.ok ? parseObject(text) : null);
}

function readSettings(settings: Settings | null): BackendSettings {
  if (settings === null)
    throw new BackendUnknown(
      'settings',
      `This website does not tell its backend: there are no settings at ${HOSTED_SETTINGS_PATH}. Start it with npm start, deploy it to Firebase Hosting, or set VITE_FIREBASE_* and build again.`,
    );
  const missing = NEEDED.filter((name) => read(settings, name) === '');
  if (missing.length > 0)
    throw new BackendUnknown(
      'settings',
      `The Firebase project of this website has no ${missing.join(', ')}: create its Realtime Database, add a web app linked to this Hosting site, then deploy again.`,
    );
  return projectOf((name) => read(settings, name));
}

/** Null for what is no JSON object, such as the start page that a server answers for every address it does not know. */
function parseObject(text: string): Settings | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
