import { afterEach } from 'vitest';
import { openClient, type TestClient } from './client.ts';
import { type ServerOptions, startDatabase, type TestServer } from './server.ts';

/** Starts servers and clients for one test file and takes them down after each test. */
export function setupDatabase() {
  const clients: TestClient[] = [];
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    for (const server of servers.splice(0)) {
      await server.stop();
      server.store.close();
    }
  });
  return {
    async server(options: ServerOptions = {}): Promise<TestServer> {
      const server = await startDatabase(options);
      servers.push(server);
      return server;
    },
    client(server: { readonly port: number }, token: string | null = null): TestClient {
      const client = openClient(server.port, token);
      clients.push(client);
      return client;
    },
  };
}
