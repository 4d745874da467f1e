import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** Clients that want to use the server up, from as many addresses as they like. Texts are bytes (Latin-1). */
export type Hostile = {
  /** Sends text on a connection of its own, which stays open until {@link stop}. */
  open(text: string, repeat?: () => string): void;
  /** A request's head, from an address of the caller's choice. */
  head(target: string, fields?: Readonly<Record<string, string | number>>, address?: number): string;
  /** The start of a WebSocket: its handshake. */
  upgrade(address?: number): string;
  stop(): void;
};

/** How long a client waits before it comes again after it was sent away. Milliseconds. */
const RETRY_MS = 1000;

/** @param origin of a server that trusts the addresses that a proxy reports */
export function hostileClients(origin: string): Hostile {
  const { hostname, port, host } = new URL(origin);
  const sockets = new Set<Socket>();
  let isStopped = false;

  const open = (text: string, repeat?: () => string) => {
    if (isStopped) return;
    const socket = connect(Number(port), hostname, () => {
      socket.write(text, 'latin1');
      if (repeat !== undefined) pump(socket, repeat);
    });
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(() => open(text, repeat), RETRY_MS).unref();
    });
  };
  const head: Hostile['head'] = (target, fields = {}, address = 0) => {
    const all = { Host: host, 'X-Forwarded-For': addressOf(address), ...fields };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  };
  return {
    open,
    head,
    upgrade: (address) => {
      const fields = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13 };
      const key = randomBytes(16).toString('base64');
      return head('GET /.ws?v=5&ns=gl-classifier', { ...fields, 'Sec-WebSocket-Key': key }, address);
    },
    stop: () => {
      isStopped = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Goes on sending as fast as the server takes it, and never reads. */
function pump(socket: Socket, next: () => string): void {
  const write = () => {
    if (socket.destroyed) return;
    if (socket.write(next(), 'latin1')) setImmediate(write);
    else socket.once('drain', write);
  };
  write();
}

function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

/** A masked WebSocket frame, as a browser sends it. @param announced length that it claims, its own by default */
export function clientFrame(text: string, announced = Buffer.byteLength(text)): string {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(announced));
  // The mask is four zeros: the payload stays as it is.
  const head = Buffer.concat([Buffer.from([0x81, 0x80 | 127]), length, Buffer.alloc(4)]);
  return head.toString('latin1') + text;
}
