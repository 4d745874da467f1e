import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between browsers and the server, and can cut them off: from the Realtime Database alone, or altogether. */
export type FaultProxy = {
  readonly origin: string;
  /** Ends the database's connections and refuses new ones, until all is `restored`. */
  cutDatabase(): void;
  /** Lets the database's connections be, new ones as well, and passes no byte on in either direction. */
  stallDatabase(): void;
  /** The same, at once when browsers have sent the database so many bytes more; resolves then. */
  stallDatabaseAfter(bytes: number): Promise<void>;
  /** Ends our side of the database's connections and goes on listening; new ones fare the same. */
  halfCloseDatabase(): void;
  /** As some proxies of companies do: refuses WebSockets and lets all else through. Open ones stay. */
  refuseUpgrades(): void;
  /** As `cutDatabase`, for every connection there is. */
  cutAll(): void;
  /** As `stallDatabase`, for every connection there is. */
  stallAll(): void;
  /** New connections work again. Those that stalled stay silent, as after a change of networks. */
  restore(): void;
  /** Ends the connections that fell silent. */
  endStalled(): void;
  /** Bytes that the database has sent so far, over all connections. */
  databaseBytes(): number;
  /** In how many pieces they came, which are about as many as its messages. */
  databasePieces(): number;
  close(): Promise<void>;
};

type Fault = 'none' | 'cut' | 'stalled' | 'half-closed' | 'no-upgrades';

/** A WebSocket has a connection of its own, so that this is in its first bytes. */
const UPGRADE = /^upgrade: *websocket/im;
const REFUSAL = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** @param target origin of the server behind */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  /** Connections of browsers, and whether they are the database's. */
  const clients = new Map<Socket, boolean>();
  const silence = new WeakMap<Socket, () => void>();
  const stalled = new Set<Socket>();
  let fault: Fault = 'none';
  let hitsAll = false;
  let databaseBytes = 0;
  let databasePieces = 0;
  let bytesUntilStall = Number.POSITIVE_INFINITY;
  let onStall = () => {};

  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // A browser that goes away, or a cut, ends the other side as well.
    socket.on('error', () => socket.destroy());
  };
  const take = (client: Socket, first: Buffer) => {
    // A WebSocket has a connection of its own, which begins with its request.
    const isDatabase = first.toString('latin1').startsWith('GET /.ws');
    const met = isDatabase || hitsAll ? fault : 'none';
    if (met === 'cut') return client.destroy();
    if (met === 'half-closed') return client.end();
    if (fault === 'no-upgrades' && UPGRADE.test(first.toString('latin1'))) return client.end(REFUSAL);
    clients.set(client, isDatabase);
    client.on('close', () => clients.delete(client));
    if (met === 'stalled') return stall(client);
    const upstream = forward(client, first);
    if (!isDatabase) return;
    upstream.on('data', (sent) => {
      databaseBytes += sent.length;
      databasePieces++;
    });
    client.on('data', (sent) => countDown(sent.length));
  };
  const countDown = (bytes: number) => {
    bytesUntilStall -= bytes;
    if (bytesUntilStall > 0) return;
    bytesUntilStall = Number.POSITIVE_INFINITY;
    fail('stalled', false, stall);
    onStall();
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
  const fail = (how: Fault, isForAll: boolean, action: (client: Socket) => void) => {
    fault = how;
    hitsAll = isForAll;
    for (const [client, isDatabase] of clients) if (isDatabase || isForAll) action(client);
  };
  const destroy = (client: Socket) => client.destroy();
  const stall = (client: Socket) => {
    silence.get(client)?.();
    stalled.add(client);
    client.on('close', () => stalled.delete(client));
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    client.once('data', (first) => take(client, first));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutDatabase: () => fail('cut', false, destroy),
    stallDatabase: () => fail('stalled', false, stall),
    stallDatabaseAfter: (bytes) => {
      bytesUntilStall = bytes;
      return new Promise((resolve) => {
        onStall = resolve;
      });
    },
    halfCloseDatabase: () => fail('half-closed', false, (client) => client.end()),
    refuseUpgrades: () => fail('no-upgrades', false, () => {}),
    cutAll: () => fail('cut', true, destroy),
    stallAll: () => fail('stalled', true, stall),
    restore: () => fail('none', false, () => {}),
    endStalled: () => stalled.forEach(destroy),
    databaseBytes: () => databaseBytes,
    databasePieces: () => databasePieces,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
