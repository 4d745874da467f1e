import type { BackendSettings } from '#model/backend.ts';

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

function readSettings(settings: Readonly<Record<string, unknown>> | null): BackendSettings {
  if (settings === null)
    throw new BackendUnknown(
      'settings',
      `This website does not tell its backend: there are no settings at ${HOSTED_SETTINGS_PATH}. Start it with npm start, deploy it to Firebase Hosting, or set VITE_FIREBASE_* and build again.`,
    );
  const missing = NEEDED.filter((name) => textOf(settings, name) === undefined);
  if (missing.length > 0)
    throw new BackendUnknown(
      'settings',
      `The Firebase project of this website has no ${missing.join(', ')}: create its Realtime Database, add a web app linked to this Hosting site, then deploy again.`,
    );
  const [apiKey = '', authDomain = '', projectId = '', databaseURL = ''] = NEEDED.map((name) =>
    textOf(settings, name),
  );
  const appId = textOf(settings, 'appId');
  return {
    kind: 'firebase',
    apiKey,
    authDomain,
    projectId,
    databaseURL,
    ...(appId !== undefined && { appId }),
  };
}

/** Null for what is no JSON object, such as the start page that a server answers for every address it does not know. */
function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function textOf(settings: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = settings[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
