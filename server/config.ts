import { resolve } from 'node:path';
import { isMailable } from '#model/email.ts';
import { withHiddenEscaped } from '#model/hiddenCharacters.ts';
import type { IdentityProvider } from './auth/identity/identityProvider.ts';
import type { OpenIdSettings } from './auth/identity/openidFlow.ts';
import { type ScryptParameters, STRONG_SCRYPT } from './auth/passwords.ts';
import type { HttpService } from './http/service.ts';
import type { HistoryCheckOptions } from './integrity/historyCheck.ts';
import { LOG_LEVELS, type LogLevel, log } from './log.ts';
import { readReplicaAddress } from './replica/litestream.ts';
import type { ReplicaTimes } from './replica/Replica.ts';
import { StartError } from './StartError.ts';

/** Everything that decides how the server runs. */
export type ServerConfig = {
  readonly host: string;
  /** 0: the system chooses. */
  readonly port: number;
  readonly dataDir: string;
  /** Folder of the built app. */
  readonly appDir: string;
  /** The address that people use, when it is not the one listened on. */
  readonly publicUrl: URL | null;
  /** The first administrator; without a password the server generates one. Read at the first start only. */
  readonly admin: { readonly email: string; readonly password: string | null };
  /** Whether to start on data that are behind their mark. */
  readonly acceptBehind: boolean;
  /** Whether the first start loads the sample mapping list. */
  readonly sample: boolean;
  readonly scrypt: ScryptParameters;
  /** Null: mails go to the folder `outbox` in the data folder. */
  readonly smtp: { readonly url: string; readonly from: string } | null;
  /** The OpenID client for signing in with Google; null: not set up. */
  readonly google: OpenIdSettings | null;
  /** Who stands in for Google. For tests only, hence not a setting of the program. */
  readonly identities: IdentityProvider | null;
  /** Take the figures of the list's entries as they come. For tests of the rules only, hence not a setting of the program. */
  readonly trustsClaims: boolean;
  /** Name of the product, for mails. */
  readonly brand: string;
  /** The program for checking the histories once a day, as `startHistoryCheck` takes it; null: they are not checked. */
  readonly historyCheck: Pick<HistoryCheckOptions, 'program' | 'firstAfter' | 'every'> | null;
  /** Where the data are copied to while the server runs, as `readReplicaAddress` returns it; null: nowhere. */
  readonly replica: string | null;
  /** For tests only, hence not a setting of the program. */
  readonly replicaTimes?: ReplicaTimes;
  /** Services for pages that only tests have; they come after the product's own and before the app. */
  readonly extraServices: readonly HttpService[];
  /** The least level that is written to the log. */
  readonly logLevel: LogLevel;
  /** Prints a line for the person who runs the server. */
  readonly log: (line: string) => unknown;
  readonly logError: (what: string, error: unknown) => void;
  /** Milliseconds. */
  readonly now: () => number;
  /** How long open connections may take to finish when the server stops. Milliseconds. */
  readonly closeGrace: number;
};

export const DEFAULT_CONFIG: ServerConfig = {
  host: '127.0.0.1',
  port: 8080,
  dataDir: resolve('.data'),
  appDir: resolve('dist/app'),
  publicUrl: null,
  admin: { email: 'admin@example.com', password: null },
  acceptBehind: false,
  sample: true,
  scrypt: STRONG_SCRYPT,
  smtp: null,
  google: null,
  identities: null,
  trustsClaims: false,
  brand: 'GL Classifier',
  historyCheck: null,
  replica: null,
  extraServices: [],
  logLevel: 'info',
  log: (line) => process.stdout.write(`${withHiddenEscaped(line)}\n`),
  logError: (what, error) => log.error(what, { error }),
  now: Date.now,
  closeGrace: 1000,
};

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1']);

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from the environment (`npm start -- --help` lists them) and the command line.
 * @throws StartError `settings`, naming the setting, its value and what is expected
 */
export function readConfig(args: readonly string[], env: Environment): ServerConfig {
  const flags = readFlags(args);
  const host = env['HOST'] || DEFAULT_CONFIG.host;
  const dataDir = resolve(env['DATA_DIR'] || DEFAULT_CONFIG.dataDir);
  const publicUrl = flags.publicUrl === null ? null : readPublicUrl(flags.publicUrl);
  if (!LOOPBACK_HOSTS.has(host) && publicUrl === null)
    throw new StartError(
      'settings',
      `HOST=${host} opens the server to other machines: add --public-url with the https address that people use.`,
    );
  return {
    ...DEFAULT_CONFIG,
    host,
    port: env['PORT'] ? readPort(env['PORT']) : DEFAULT_CONFIG.port,
    dataDir,
    replica: env['REPLICA'] ? readReplicaAddress(env['REPLICA'], dataDir) : null,
    publicUrl,
    admin: readAdmin(env),
    acceptBehind: flags.acceptBehind,
    sample: !flags.empty,
    smtp: readSmtp(env),
    google: readGoogle(env),
    brand: env['VITE_BRAND'] || DEFAULT_CONFIG.brand,
    logLevel: readLogLevel(env['LOG_LEVEL'] || DEFAULT_CONFIG.logLevel),
  };
}

type Flags = { empty: boolean; acceptBehind: boolean; publicUrl: string | null };

function readFlags(args: readonly string[]): Readonly<Flags> {
  const flags: Flags = { empty: false, acceptBehind: false, publicUrl: null };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name, value] = arg.split(/=(.*)/s);
    if (arg === '--empty') flags.empty = true;
    else if (arg === '--accept-behind') flags.acceptBehind = true;
    else if (name === '--public-url') flags.publicUrl = value ?? rest.shift() ?? '';
    else throw new StartError('settings', `Unknown option ${arg}: see --help for the ones there are.`);
  }
  return flags;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartError('settings', `PORT=${text} is not a port: give a number from 0 to 65535.`);
}

function readLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level !== undefined) return level;
  throw new StartError('settings', `LOG_LEVEL=${text} is no level: give one of ${LOG_LEVELS.join(', ')}.`);
}

function readPublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new StartError(
      'settings',
      `--public-url ${text || '(nothing)'} is not an address to serve: give one like https://gl.example.com, without a path.`,
    );
  return url;
}

function readSmtp(env: Environment): ServerConfig['smtp'] {
  const url = env['SMTP_URL'] ?? '';
  const from = env['MAIL_FROM'] ?? '';
  if (url === '' && from === '') return null;
  // The URL itself is not shown: it holds a password.
  if (!/^smtps?:\/\//.test(url))
    throw new StartError(
      'settings',
      'SMTP_URL is not an address like smtps://user:password@mail.example.com.',
    );
  if (!from.includes('@'))
    throw new StartError(
      'settings',
      `MAIL_FROM=${from} is not an email address: SMTP_URL needs one to send from.`,
    );
  return { url, from };
}

const GOOGLE_ISSUER = 'https://accounts.google.com';

function readGoogle(env: Environment): OpenIdSettings | null {
  const clientId = env['GOOGLE_CLIENT_ID'] ?? '';
  const clientSecret = env['GOOGLE_CLIENT_SECRET'] ?? '';
  if (clientId === '' && clientSecret === '') return null;
  if (clientId === '' || clientSecret === '')
    throw new StartError(
      'settings',
      'Signing in with Google needs both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    );
  const text = env['GOOGLE_ISSUER'] || GOOGLE_ISSUER;
  const issuer = URL.canParse(text) ? new URL(text) : null;
  const trusted = issuer?.protocol === 'https:' || LOOPBACK_HOSTS.has(issuer?.hostname ?? '');
  if (issuer === null || !trusted)
    throw new StartError('settings', `GOOGLE_ISSUER=${text} is not an https address.`);
  return { issuer, clientId, clientSecret };
}

function readAdmin(env: Environment): ServerConfig['admin'] {
  const email = env['ADMIN_EMAIL'] || DEFAULT_CONFIG.admin.email;
  const password = env['ADMIN_PASSWORD'] || null;
  if (!isMailable(email)) throw new StartError('settings', `ADMIN_EMAIL=${email} is not an email address.`);
  if (password !== null && password.length < 6)
    throw new StartError('settings', 'ADMIN_PASSWORD is too short: give at least 6 characters.');
  return { email, password };
}
