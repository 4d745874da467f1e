import { setTimeout as delay } from 'node:timers/promises';
import type { Email } from '#model/email.ts';
import { type ListVersion, readListVersion } from '#model/log/version.ts';
import { accessPath, CHART_VERSION_PATH, LIST_VERSION_PATH } from '#model/paths.ts';
import { entriesBetween } from '#workers/ledger/log/entriesBetween.ts';
import { type Push, RealtimeClient } from '../protocol/RealtimeClient.ts';

/** As the ledger worker: between two pings of a visible page, and before another attempt to connect. Milliseconds. */
export const PING_INTERVAL_MS = 25_000;
const RETRY_MS = 1000;

type ListenerOptions = {
  readonly origin: string;
  readonly email: Email;
  readonly idToken: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The list is known up to this version; whoever connects follows from there. */
  readonly onFollowed: () => void;
  /** The version was pushed, and its changes have not been read yet. */
  readonly onPushed: () => void;
  /** An attempt to connect failed. */
  readonly onRefused: () => void;
};

/** What one open page asks of the Realtime Database, without the page: it listens, follows the list, and pings. */
export class Listener {
  readonly #options: ListenerOptions;
  #client: RealtimeClient | null = null;
  #version: ListVersion | null = null;
  #isWanted = true;
  #pings: NodeJS.Timeout | undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Connects, again and again until it succeeds, and follows the list to the version that is announced. */
  async open(): Promise<void> {
    for (this.#isWanted = true; this.#isWanted; await delay(RETRY_MS * (0.5 + Math.random()))) {
      try {
        await this.#connect();
        return;
      } catch {
        this.#client?.close();
        this.#options.onRefused();
      }
    }
  }

  /** Loses the connection; {@link open} brings it back. */
  cut(): void {
    this.#isWanted = false;
    this.stopPings();
    this.#client?.close();
  }

  /** Resolves when the server has ended the connection. */
  async ended(): Promise<void> {
    const socket = this.#client?.socket;
    if (socket === undefined || socket.readyState === socket.CLOSED) return;
    await new Promise((resolve) => socket.once('close', resolve));
  }

  startPings(): void {
    const ping = () => void this.#client?.ask('g', { p: '/ping', q: {} }).catch(() => {});
    this.#pings = setTimeout(() => {
      ping();
      this.#pings = setInterval(ping, PING_INTERVAL_MS);
    }, Math.random() * PING_INTERVAL_MS);
  }

  stopPings(): void {
    clearInterval(this.#pings);
  }

  async #connect(): Promise<void> {
    const { origin, email, idToken, headers } = this.#options;
    const versions: ListVersion[] = [];
    let isOpen = false;
    const onPush = ({ body }: Push) => {
      if (String(body['p']).replace(/^\//, '') !== LIST_VERSION_PATH) return;
      const version = readListVersion(body['d']);
      if (isOpen) void this.#onVersion(version);
      else versions.push(version);
    };
    const client = await RealtimeClient.connect(origin, onPush, headers);
    this.#client = client;
    await client.demand('auth', { cred: idToken });
    const places = [accessPath(email), LIST_VERSION_PATH, CHART_VERSION_PATH];
    await Promise.all(places.map((place) => client.demand('q', { p: `/${place}`, h: '' })));
    isOpen = true;
    const version = versions.at(-1);
    if (version === undefined) throw new Error('The version of the list did not come.');
    await this.#follow(version);
  }

  async #onVersion(version: ListVersion): Promise<void> {
    this.#options.onPushed();
    // Whoever loses the connection meanwhile follows after the next one.
    await this.#follow(version).catch(() => {});
  }

  /** Reads the changes since the version that is known; the first one is taken as known. */
  async #follow(version: ListVersion): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    const from = this.#version ?? version;
    if (from.id !== version.id) {
      for await (const page of entriesBetween(readerOf(client), from, version))
        if (page === null) throw new Error('The whole list would be read.');
    }
    this.#version = version;
    this.#options.onFollowed();
  }
}

/** Reads as the Firebase SDK does. */
export function readerOf(client: RealtimeClient): Parameters<typeof entriesBetween>[0] {
  return {
    read: (path) => client.demand('g', { p: `/${path}`, q: {} }),
    async readChildren(path, { orderBy = 'seq', startAt = 0, endAt = 0 } = { orderBy: 'seq' }) {
      const q = { i: orderBy, sp: startAt, sin: true, ep: endAt, ein: true };
      const children = (await client.demand('g', { p: `/${path}`, q })) as Record<string, { seq: number }>;
      return Object.entries(children ?? {}).sort(([, a], [, b]) => a.seq - b.seq);
    },
  };
}
