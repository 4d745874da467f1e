import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { type ChartAccount, chartKey, readChartAccount } from '#model/chart.ts';
import { chartChange, chartUpdate } from '#model/chartHistory.ts';
import { accessKey, normaliseEmail } from '#model/email.ts';
import { entryUpdate } from '#model/historyUpdate.ts';
import { sumOf } from '#model/listChecksum.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { newEntryId, readListVersion } from '#model/log/version.ts';
import { mappingKey } from '#model/mapping.ts';
import {
  ACCESS_PATH,
  CHART_PATH,
  CHART_VERSION_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
  USERS_COLLECTION,
} from '#model/paths.ts';
import { DEFAULT_CONFIG, type ServerConfig } from '#server/config.ts';
import { addPerson } from '#server/people.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import type { BackendServices } from '#server/services.ts';
import { dataFilesOf } from '#server/store/dataFolder.ts';

export type TestServer = {
  /** E.g. `http://127.0.0.1:40123`; stays the same over a restart. */
  readonly origin: string;
  readonly port: number;
  /** Absolute address of a path: `url('/admin')`. */
  url(path: string): string;
  readonly dataDir: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** The running services, for seeding past all rules, e.g. `services().tree.update({ 'gl_mappings/x': … })`. */
  services(): BackendServices;
  /** Adds an allowed person; returns what they sign in with. */
  addUser(
    email: string,
    options?: { admin?: boolean; name?: string },
  ): Promise<{ email: string; password: string }>;
  /**
   * Removes what tests have left: accounts, documents, the tree and mails, except for the administrator of the start.
   * Limits on tries stay used: a test that uses them up sets its clock ahead.
   */
  empty(): void;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
  /** Stops the server and starts it again on the same port and data. `meanwhile` may change the data of the stopped one. */
  restart(options?: TestServerOptions, meanwhile?: () => void): Promise<void>;
};

export type TestServerOptions = Partial<Omit<ServerConfig, 'admin'>>;

const PASSWORD = 'correct horse';
/** Weak on purpose: tests sign in often, and check the real parameters elsewhere. */
const CHEAP_SCRYPT = { cost: 4, r: 1, p: 1 };
const ADMIN = { email: 'admin@example.com', password: PASSWORD };

/**
 * Starts the real server in this process: port of the system's choice, temporary data folder, empty list, quiet.
 * @param options e.g. `appDir`, `now`, `sample: true`, `extraServices`
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gl-server-'));
  const quiet = {
    port: 0,
    sample: false,
    log: () => {},
    scrypt: CHEAP_SCRYPT,
    closeGrace: 50,
    dataDir: join(folder, 'data'),
  };
  const config: ServerConfig = { ...DEFAULT_CONFIG, ...quiet, ...options, admin: ADMIN };
  let server: RunningServer = await startServer(config);
  const { port, origin } = server;
  return {
    origin,
    port,
    url: (path) => origin + path,
    dataDir: config.dataDir,
    admin: ADMIN,
    services: () => server.services,
    addUser: async (email, { admin = false, name = 'Test User' } = {}) => {
      const person = { email: normaliseEmail(email), password: PASSWORD, name, admin };
      await addPerson(server.services, person, new Date(config.now()));
      return { email: person.email, password: PASSWORD };
    },
    empty: () => empty(server.services, config.dataDir),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    restart: async (changed = {}, meanwhile = () => {}) => {
      await server.stop();
      meanwhile();
      server = await startServer({ ...config, ...changed, port });
      await untilReached(origin);
    },
  };
}

function empty({ documents, tree }: BackendServices, dataDir: string): void {
  const db = new Database(dataFilesOf(dataDir).databaseFile);
  db.pragma('foreign_keys = ON'); // an account takes its sessions and codes along
  db.prepare('DELETE FROM accounts WHERE email <> ?').run([ADMIN.email]);
  const rows = db.prepare('SELECT path FROM firestore_documents WHERE fields IS NOT NULL').all([]);
  db.close();
  const adminRecord = `${USERS_COLLECTION}/${ADMIN.email}`;
  for (const { path } of rows as { path: string }[])
    if (path !== adminRecord) documents.deleteDocument(path.split('/'));
  const adminEntry = `${ACCESS_PATH}/${accessKey(normaliseEmail(ADMIN.email))}`;
  const entry = tree.read(adminEntry);
  tree.update({ '/': null });
  tree.update({ [adminEntry]: entry });
  rmSync(join(dataDir, 'outbox'), { recursive: true, force: true });
}

/** Puts accounts by description into the list, null for none, as an entry of its history made by the server. */
export function storeMappings(server: TestServer, accounts: Readonly<Record<string, string | null>>): void {
  const { tree } = server.services();
  const former = readListVersion(tree.read(LIST_VERSION_PATH));
  const stored = (tree.read(MAPPINGS_PATH) ?? {}) as Record<string, unknown>;
  const changes = Object.entries(accounts)
    .map(([description, glAccount]) => ({
      key: mappingKey(description),
      before: stored[mappingKey(description)] ?? null,
      after: glAccount === null ? null : { description, glAccount },
    }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  if (changes.length === 0) return;
  const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
  const changeSet = { kind: 'edit', by: SERVER_AUTHOR, batch: id } as const;
  const sum = former.sum ?? sumOf(Object.entries(stored));
  tree.update(entryUpdate({ id, former, sum, changeSet }, changes).update);
}

/** Makes `accounts` the whole mapping list, as one entry of its history; nothing: an empty list. */
export function replaceList(server: TestServer, accounts: Readonly<Record<string, string>> = {}): void {
  const stored = server.services().tree.read(MAPPINGS_PATH) ?? {};
  storeMappings(server, {
    ...Object.fromEntries(Object.keys(stored).map((key) => [key, null])),
    ...accounts,
  });
}

/** Adds accounts to the chart, as one entry of its history; those that it has already stay. */
export function storeChart(server: TestServer, names: Readonly<Record<string, string>>): void {
  const { tree } = server.services();
  const stored = (tree.read(CHART_PATH) ?? {}) as Record<string, unknown>;
  const accounts: ChartAccount[] = Object.entries(names)
    .filter(([code]) => readChartAccount(chartKey(code), stored[chartKey(code)]) === null)
    .map(([code, name]) => ({ code, name, note: '', isRetired: false }));
  if (accounts.length === 0) return;
  const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
  const former = readListVersion(tree.read(CHART_VERSION_PATH));
  const plan = { id, former, by: SERVER_AUTHOR, kind: 'import', batch: id } as const;
  tree.update(
    chartUpdate(
      plan,
      accounts.map((account) => chartChange(null, account)),
    ),
  );
}

/** Until Node's fetch, which lives in this process too, has noticed that its kept connections are gone. */
async function untilReached(origin: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await fetch(origin).catch(() => null);
    await answer?.arrayBuffer();
    if (answer !== null) return;
  }
  throw new Error(`${origin} cannot be reached`);
}
