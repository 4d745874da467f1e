import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RE2JS } from 're2js';
import { HOSTED_SETTINGS_PATH } from '#src/services/backend.ts';

type Pattern = { readonly source?: string; readonly regex?: string };
type Header = { readonly key: string; readonly value: string };

/** The part of firebase.json that is about Hosting (https://firebase.google.com/docs/hosting/full-config). */
type HostingConfig = {
  readonly public: string;
  readonly ignore: readonly string[];
  readonly rewrites: readonly (Pattern & { readonly destination: string })[];
  readonly headers: readonly (Pattern & { readonly headers: readonly Header[] })[];
};

type DeployedConfig = { deployedConfig(folder?: string): { readonly hosting: HostingConfig } };
const { deployedConfig }: DeployedConfig = await import(pathToFileURL('scripts/hostingConfig.mjs').href);

/** What `npm run deploy` deploys from a folder with firebase.json and the built app. */
export const readHostingConfig = (folder?: string): HostingConfig => deployedConfig(folder).hosting;

/** The headers for a path: where several rules name the same header, the last one wins, as Hosting does. */
export function headersFor(config: HostingConfig, path: string): Record<string, string> {
  const rules = config.headers.filter((rule) => matches(rule, path));
  return Object.fromEntries(rules.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])));
}

/** Which file of the app Hosting sends for a path; null: it answers 404. */
export function fileFor(config: HostingConfig, path: string): string | null {
  const exact = join(config.public, path);
  const isHidden = config.ignore.includes('**/.*') && /\/\./.test(path);
  if (!isHidden && existsSync(exact) && statSync(exact).isFile()) return exact;
  if (path === '/') return join(config.public, 'index.html');
  const rewrite = config.rewrites.find((rule) => matches(rule, path));
  return rewrite ? join(config.public, rewrite.destination) : null;
}

/** Only the forms that our file has; the official emulator was seen to agree on them. */
function matches({ source, regex }: Pattern, path: string): boolean {
  if (regex !== undefined) return RE2JS.compile(regex).matcher(path).find();
  if (source !== undefined && !/[*?@!()[\]{}]/.test(source)) return path === source;
  throw new Error(`The stand-in does not know the pattern ${source}`);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What the reserved address of the project's settings answers. */
export type SettingsAnswer = { readonly status: number; readonly type: string; readonly body: string };

export type Hosting = {
  readonly origin: string;
  /** Paths asked for, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
};

/**
 * Plays Firebase Hosting: the built app with the headers and rewrites of firebase.json, and the project's settings.
 * @param answerSettings null: the connection is cut
 */
export async function startHosting(answerSettings: () => SettingsAnswer | null): Promise<Hosting> {
  const config = readHostingConfig();
  const asked: string[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    asked.push(path);
    if (path === HOSTED_SETTINGS_PATH) return sendSettings(response, answerSettings());
    const file = fileFor(config, path);
    const headers = headersFor(config, path);
    if (file === null) return response.writeHead(404, headers).end('Not found');
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'Content-Type': type }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendSettings(response: ServerResponse, answer: SettingsAnswer | null): unknown {
  if (answer === null) return response.destroy();
  return response.writeHead(answer.status, { 'Content-Type': answer.type }).end(answer.body);
}
