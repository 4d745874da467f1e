import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between a client and the server, and can lose answers: the server has acted, and the client does not know. */
export type LosingProxy = {
  readonly origin: string;
  /** The answers to requests whose address has `part` in it are lost, until this is called with null. */
  lose(part: string | null): void;
  close(): Promise<void>;
};

/** @param target origin of the server behind */
export async function startLosingProxy(target: string): Promise<LosingProxy> {
  let lost: string | null = null;
  const server = createServer((asked, response) => {
    const { method, headers, url = '/' } = asked;
    const forwarded = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
      if (lost !== null && url.includes(lost)) {
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    asked.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose(part) {
      lost = part;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
