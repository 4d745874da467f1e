import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between browsers and the server, and can cut the Realtime Database off: its sockets, and none else. */
export type CuttableProxy = {
  readonly origin: string;
  /** Ends the database's connections and refuses new ones, until it is `restored`. */
  cutDatabase(): void;
  /** Lets the database's connections be, new ones as well, and passes no byte on in either direction. */
  stallDatabase(): void;
  /** Ends our side of the database's connections and goes on listening; new ones fare the same. */
  halfCloseDatabase(): void;
  /** New connections work again. Those that stalled stay silent, as after a change of networks. */
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
  const silence = new WeakMap<Socket, () => void>();
  let fault: 'none' | 'cut' | 'stalled' | 'half-closed' = 'none';
  let databaseBytes = 0;

  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // A browser that goes away, or a cut, ends the other side as well.
    socket.on('error', () => socket.destroy());
  };
  const takeDatabase = (client: Socket, first: Buffer) => {
    database.add(client);
    client.on('close', () => database.delete(client));
    if (fault === 'stalled') return;
    forward(client, first).on('data', (sent) => (databaseBytes += sent.length));
  };
  const forward = (client: Socket, first: Buffer): Socket => {
    const upstream = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    keep(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    upstream.write(first);
    client.pipe(upstream).pipe(client);
    silence.set(client, () => {
      client.unpipe(upstream).pause();
      upstream.unpipe(client).pause();
    });
    return upstream;
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    client.once('data', (first) => {
      // A WebSocket has a connection of its own, which begins with its request.
      if (!first.toString('latin1').startsWith('GET /.ws')) forward(client, first);
      else if (fault === 'cut') client.destroy();
      else if (fault === 'half-closed') client.end();
      else takeDatabase(client, first);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutDatabase() {
      fault = 'cut';
      for (const socket of database) socket.destroy();
    },
    stallDatabase() {
      fault = 'stalled';
      for (const socket of database) silence.get(socket)?.();
    },
    halfCloseDatabase() {
      fault = 'half-closed';
      for (const socket of database) socket.end();
    },
    restoreDatabase() {
      fault = 'none';
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
