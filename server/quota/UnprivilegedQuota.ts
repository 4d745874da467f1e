import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { AuthContext } from '../auth/authContext.ts';
import { callerOf } from '../http/requestOrigin.ts';
import {
  HELD_LIMITS,
  LEVELS,
  type Level,
  type Limits,
  type QuotaClientKind,
  type Resource,
  WORK_LIMITS,
} from './limits.ts';
import { QuotaClient, type QuotaClientOptions, type QuotaOwner } from './QuotaClient.ts';
import { UsageCounter } from './UsageCounter.ts';
import { WorkMeter } from './WorkMeter.ts';

type Options = {
  readonly isGranted: (auth: NonNullable<AuthContext>) => boolean;
  /** Whether a reverse proxy on this machine reports the callers' addresses. */
  readonly behindProxy: boolean;
  /** Milliseconds. */
  readonly now: () => number;
  /** For measuring work, in milliseconds; a test's own clock. */
  readonly elapsed?: () => number;
  /** For tests, in place of the usual ones. */
  readonly limits?: Partial<Record<Resource, Limits>>;
};

type ConnectionNote = { readonly client: QuotaClient; isBusy: () => boolean };

/** Key of what is not counted by account or address. */
const ALL = '';

/**
 * The quota shared by people who are signed out, or signed in without a grant (anybody can register).
 * Whoever has a grant takes nothing of it and is never refused by it.
 */
export class UnprivilegedQuota implements QuotaOwner {
  readonly #options: Options;
  readonly #limits: Readonly<Record<Resource, Limits>>;
  readonly #usage = new UsageCounter();
  /** In the order of their arrival. */
  readonly #clients = new Set<QuotaClient>();
  readonly #connections = new WeakMap<object, ConnectionNote>();
  readonly #work: Readonly<Record<Level, WorkMeter>>;

  constructor(options: Options) {
    this.#options = options;
    this.#limits = { ...HELD_LIMITS, ...options.limits };
    this.#work = {
      account: new WorkMeter(WORK_LIMITS.account, options.now),
      address: new WorkMeter(WORK_LIMITS.address, options.now),
      process: new WorkMeter(WORK_LIMITS.process, options.now),
    };
  }

  /** Whether a signed-in person has a grant: looked up in the stored data at each call. */
  isGranted(auth: AuthContext): boolean {
    return auth !== null && this.#options.isGranted(auth);
  }

  /**
   * Admits a socket, stream or request. Where a limit is reached, another one's is evicted.
   * @param evict ends it at once
   */
  acquire(
    kind: Exclude<QuotaClientKind, 'connection'>,
    request: IncomingMessage,
    evict: () => void,
  ): QuotaClient {
    const connection = this.#connections.get(request.socket);
    const address = callerOf(request, this.#options.behindProxy);
    return this.#admit({ kind, address, evict, onGranted: () => connection?.client.release() });
  }

  /** Admits a TCP connection. It counts until it closes, or until one of its requests is from somebody with a grant. */
  acquireConnection(socket: Socket): void {
    let note: ConnectionNote | undefined;
    const client = this.#admit({
      kind: 'connection',
      address: ALL,
      evict: () => socket.destroy(),
      isBusy: () => note?.isBusy() ?? false,
    });
    note = { client, isBusy: () => false };
    this.#connections.set(socket, note);
    socket.once('close', () => client.release());
  }

  /** Notes a request on its connection, which is then evicted after those that wait for no answer. */
  noteRequest(request: IncomingMessage, isAnswered: () => boolean): void {
    const note = this.#connections.get(request.socket);
    // A request whose body does not end waits for no answer.
    if (note !== undefined) note.isBusy = () => request.complete && !isAnswered();
  }

  recount(client: QuotaClient): void {
    if (this.#clients.has(client)) this.#usage.recount(client);
  }

  makeRoom(client: QuotaClient, resource: Resource): boolean {
    return LEVELS.every((level) => this.#reduce(client, resource, level));
  }

  mayBegin(client: QuotaClient): boolean {
    const limits = this.#limits.pending;
    return LEVELS.every((level) => this.#usage.usageWith(client, 'pending', level) < limits[level]);
  }

  elapsed(): number {
    return this.#options.elapsed?.() ?? performance.now();
  }

  mayWork({ account, address }: QuotaClient): boolean {
    const { account: ofAccount, address: ofAddress, process } = this.#work;
    if (ofAddress.isUsedUp(address) || (account !== null && ofAccount.isUsedUp(account))) return false;
    const used = Math.max(ofAddress.used(address), account === null ? 0 : ofAccount.used(account));
    return used <= WORK_LIMITS.spared || !process.isUsedUp(ALL);
  }

  spend(client: QuotaClient, ms: number): void {
    for (const level of LEVELS) {
      const name = client.nameAt(level);
      if (name !== null) this.#work[level].spend(name, ms);
    }
  }

  remove(client: QuotaClient): void {
    this.#clients.delete(client);
    this.#usage.forget(client);
  }

  #admit(options: Omit<QuotaClientOptions, 'quota'>): QuotaClient {
    const client = new QuotaClient({ quota: this, ...options });
    this.#clients.add(client);
    this.#usage.recount(client);
    this.makeRoom(client, client.kind);
    return client;
  }

  /** Evicts clients until a limit is kept. False when `client` itself is the one that would have to go. */
  #reduce(client: QuotaClient, resource: Resource, level: Level): boolean {
    const name = client.nameAt(level);
    while (this.#usage.usageWith(client, resource, level) > this.#limits[resource][level]) {
      const holders = [...this.#clients].filter(
        (one) => one.amountOf(resource) > 0 && one.nameAt(level) === name,
      );
      const victim = largest(level === 'process' ? ofHeaviestAddress(holders, resource) : holders, resource);
      if (victim === undefined || victim === client) return false;
      victim.evict();
    }
    return true;
  }
}

/** The clients at the address whose clients hold most together. */
function ofHeaviestAddress(clients: readonly QuotaClient[], resource: Resource): readonly QuotaClient[] {
  const totals = new Map<string, number>();
  for (const client of clients)
    totals.set(client.address, (totals.get(client.address) ?? 0) + client.amountOf(resource));
  const most = Math.max(...totals.values());
  return clients.filter(({ address }) => totals.get(address) === most);
}

/** The one that holds most, and of equals the oldest; a busy one only where there is no other. */
function largest(clients: readonly QuotaClient[], resource: Resource): QuotaClient | undefined {
  const idle = clients.filter((client) => !client.isBusy());
  const [first, ...others] = idle.length > 0 ? idle : clients;
  return others.reduce(
    (found, client) =>
      found === undefined || client.amountOf(resource) > found.amountOf(resource) ? client : found,
    first,
  );
}
