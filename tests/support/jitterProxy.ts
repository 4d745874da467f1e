import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Duplex, Transform } from 'node:stream';

/** A bad line between clients and the server: everything takes its time, and requests overtake each other. */
export type JitterProxy = {
  readonly origin: string;
  readonly port: number;
  /** Requests that went on before one that had come earlier. */
  overtakings(): number;
  close(): Promise<void>;
};

type Options = {
  /** Numbers in [0, 1): the same ones give the same delays in the order of what arrives. */
  readonly random: () => number;
  /** Milliseconds that a request or a piece of an answer is held back at most. */
  readonly most: number;
};

/** @param target origin of the server behind */
export async function startJitterProxy(target: string, { random, most }: Options): Promise<JitterProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Duplex>();
  let arrived = 0;
  let latest = 0;
  let overtakings = 0;
  const keep = (socket: Duplex) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  /** Holds back each piece for a time of its own, and keeps their order. */
  const delaying = () =>
    new Transform({
      transform(chunk, _encoding, done) {
        setTimeout(() => done(null, chunk), random() * most);
      },
    });

  const pass = (body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url: path, headers } = incoming;
    const onward = request({ host: hostname, port, method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(delaying()).pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  };
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    arrived += 1;
    const number = arrived;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () =>
      setTimeout(() => {
        if (number < latest) overtakings += 1;
        latest = Math.max(latest, number);
        pass(Buffer.concat(chunks), incoming, outgoing);
      }, random() * most),
    );
  });
  server.on('connection', keep);
  server.on('upgrade', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    const upstream: Socket = connect(Number(port), hostname);
    keep(upstream);
    const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    upstream.write(head);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(delaying()).pipe(upstream).pipe(delaying()).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    origin: `http://127.0.0.1:${own}`,
    port: own,
    overtakings: () => overtakings,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
