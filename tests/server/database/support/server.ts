import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TokenVerifier } from '#server/auth/authContext.ts';
import { DatabaseService } from '#server/database/service.ts';
import type { DatabaseRules } from '#server/rules/rules.ts';
import { grantingQuota } from '../../../support/grantingQuota.ts';
import { signedInDatabaseRules } from './signedInRules.ts';
import { openTestStore, type TestStore } from './store.ts';
import { testTokens } from './tokens.ts';

export const PROJECT = 'demo';

export type TestServer = {
  readonly port: number;
  readonly service: DatabaseService;
  readonly store: TestStore;
  /** Closes the service and the port; the store stays open. */
  stop(): Promise<void>;
};

export type ServerOptions = {
  readonly rules?: DatabaseRules;
  readonly tokens?: TokenVerifier;
  readonly store?: TestStore;
  readonly port?: number;
  readonly maxConnections?: number;
};

/** The database alone behind a plain HTTP server. */
export async function startDatabase(options: ServerOptions = {}): Promise<TestServer> {
  const { rules = signedInDatabaseRules, tokens = testTokens(), store = openTestStore() } = options;
  const limits = options.maxConnections === undefined ? {} : { maxConnections: options.maxConnections };
  const service = new DatabaseService({
    store,
    tokens,
    rules,
    // The rules of these tests want no entries.
    trustsClaims: true,
    projectId: PROJECT,
    quota: grantingQuota(),
    ...limits,
  });
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    if (service.owns(url.pathname)) void service.handle(request, response, url);
    else response.writeHead(404).end();
  });
  server.on('upgrade', (request, socket, head) => service.upgrade?.(request, socket, head));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    service,
    store,
    async stop() {
      await service.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A rules that lets everybody do everything. */
export const openRules: DatabaseRules = {
  mayRead: () => true,
  mayWrite: () => true,
  affectsReads: () => false,
};
