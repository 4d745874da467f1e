import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between browsers and the server, and can cut the Realtime Database off: its sockets, and none else. */
export type CuttableProxy = {
  readonly origin: string;
  /** Ends the database's connections and refuses new ones, until it is `restored`. */
  cutDatabase(): void;
  restoreDatabase(): void;
  /** How many connections to the database there are. */
  databaseConnections(): number;
  /** Bytes that the database has sent so far, over all connections. */
  databaseBytes(): number;
  close(): Promise<void>;
};

/** @param target origin of the server behind */
export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const database = new Set<Socket>();
  let isCut = false;
  let databaseBytes = 0;

  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // A browser that goes away, or a cut, ends the other side as well.
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    keep(client);
    client.once('data', (first) => {
      // A WebSocket has a connection of its own, which begins with its request.
      const isDatabase = first.toString('latin1').startsWith('GET /.ws');
      if (isDatabase && isCut) return client.destroy();
      if (isDatabase) database.add(client);
      const upstream = connect(Number(port), hostname);
      keep(upstream);
      if (isDatabase) upstream.on('data', (sent) => (databaseBytes += sent.length));
      client.on('close', () => {
        database.delete(client);
        upstream.destroy();
      });
      upstream.on('close', () => client.destroy());
      upstream.write(first);
      client.pipe(upstream).pipe(client);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutDatabase() {
      isCut = true;
      for (const socket of database) socket.destroy();
    },
    restoreDatabase() {
      isCut = false;
    },
    databaseConnections: () => database.size,
    databaseBytes: () => databaseBytes,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
