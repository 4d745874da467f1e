import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_CONFIG, type ServerConfig } from '../../server/config.ts';
import { type RunningServer, startServer } from '../../server/server.ts';

export type TestServer = {
  /** E.g. `http://127.0.0.1:40123`; stays the same over a restart. */
  readonly origin: string;
  /** Absolute address of a path: `url('/admin')`. */
  url(path: string): string;
  readonly dataDir: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
  /** Stops the server and starts it again on the same port and data. */
  restart(): Promise<void>;
};

export type TestServerOptions = Partial<Omit<ServerConfig, 'admin'>>;

const ADMIN = { email: 'admin@example.com', password: 'correct horse' };
/** Weak on purpose: tests sign in often, and check the parameters for real elsewhere. */
const CHEAP_SCRYPT = { cost: 4, r: 1, p: 1 };

/** Starts the real server in this process: port of the system's choice, temporary data folder, empty list. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gl-server-'));
  const config = { ...DEFAULT_CONFIG, port: 0, sample: false, scrypt: CHEAP_SCRYPT, dataDir, ...options };
  let server: RunningServer = await startServer({ ...config, admin: ADMIN });
  const { port, origin } = server;
  return {
    origin,
    url: (path) => origin + path,
    dataDir: config.dataDir,
    admin: ADMIN,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    restart: async () => {
      await server.stop();
      server = await startServer({ ...config, port, admin: ADMIN });
      await untilReached(origin);
    },
  };
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
