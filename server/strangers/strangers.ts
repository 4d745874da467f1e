import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { AuthContext } from '../auth/authContext.ts';
import { callerOf } from '../http/requestOrigin.ts';
import { type GuestKind, HELD_LIMITS, type Limits, type Resource, WORK_LIMITS } from './limits.ts';
import { type GuestBudget, type GuestOptions, QuotaClient } from './QuotaClient.ts';
import { UsageCounter } from './UsageCounter.ts';
import { WorkMeter } from './WorkMeter.ts';

/**
 * The budget that all strangers share: people who are signed out, or signed in without a grant (anybody can register).
 * Whoever has a grant takes nothing of it and is never refused by it.
 */
export type Strangers = {
  /** Whether a signed-in person has a grant: looked up in the stored data at each call. */
  isGranted(auth: AuthContext): boolean;
  /**
   * Admits a socket, stream or request. Where a limit is reached, another stranger's gives way.
   * @param evict ends it at once
   */
  enter(kind: Exclude<GuestKind, 'connection'>, request: IncomingMessage, evict: () => void): QuotaClient;
  /** Admits a TCP connection. It counts until it closes, or until one of its requests is from somebody with a grant. */
  enterConnection(socket: Socket): void;
  /** Notes a request on its connection, which then gives way after those that wait for no answer. */
  noteRequest(request: IncomingMessage, isAnswered: () => boolean): void;
};

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

export function createStrangers(options: Options): Strangers {
  return new StrangerBudget(options);
}

type ConnectionNote = { readonly guest: QuotaClient; isBusy: () => boolean };

/** Key of what is not counted by account or address. */
const ALL = '';

class StrangerBudget implements Strangers, GuestBudget {
  readonly #options: Options;
  readonly #limits: Readonly<Record<Resource, Limits>>;
  readonly #tally = new UsageCounter();
  /** In the order of their arrival. */
  readonly #guests = new Set<QuotaClient>();
  readonly #connections = new WeakMap<object, ConnectionNote>();
  readonly #work: Readonly<Record<'account' | 'address' | 'process', WorkMeter>>;

  constructor(options: Options) {
    this.#options = options;
    this.#limits = { ...HELD_LIMITS, ...options.limits };
    this.#work = {
      account: new WorkMeter(WORK_LIMITS.account, options.now),
      address: new WorkMeter(WORK_LIMITS.address, options.now),
      process: new WorkMeter(WORK_LIMITS.process, options.now),
    };
  }

  isGranted(auth: AuthContext): boolean {
    return auth !== null && this.#options.isGranted(auth);
  }

  enter(kind: Exclude<GuestKind, 'connection'>, request: IncomingMessage, evict: () => void): QuotaClient {
    const connection = this.#connections.get(request.socket);
    const address = callerOf(request, this.#options.behindProxy);
    return this.#admit({ kind, address, evict, onGranted: () => connection?.guest.leave() });
  }

  enterConnection(socket: Socket): void {
    let note: ConnectionNote | undefined;
    const guest = this.#admit({
      kind: 'connection',
      address: ALL,
      evict: () => socket.destroy(),
      isBusy: () => note?.isBusy() ?? false,
    });
    note = { guest, isBusy: () => false };
    this.#connections.set(socket, note);
    socket.once('close', () => guest.leave());
  }

  noteRequest(request: IncomingMessage, isAnswered: () => boolean): void {
    const note = this.#connections.get(request.socket);
    // A request whose body does not end waits for no answer.
    if (note !== undefined) note.isBusy = () => request.complete && !isAnswered();
  }

  recount(guest: QuotaClient): void {
    if (this.#guests.has(guest)) this.#tally.recount(guest);
  }

  makeRoom(guest: QuotaClient, resource: Resource): boolean {
    const { account, address } = guest;
    return (
      this.#reduce(guest, resource, 'account', (one) => one.account === account) &&
      this.#reduce(guest, resource, 'address', (one) => one.address === address) &&
      this.#reduce(guest, resource, 'process', () => true)
    );
  }

  mayBegin(guest: QuotaClient): boolean {
    const held = this.#tally.heldWith(guest, 'pending');
    const limits = this.#limits.pending;
    return held.account < limits.account && held.address < limits.address && held.process < limits.process;
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

  spend({ account, address }: QuotaClient, ms: number): void {
    this.#work.process.spend(ALL, ms);
    this.#work.address.spend(address, ms);
    if (account !== null) this.#work.account.spend(account, ms);
  }

  remove(guest: QuotaClient): void {
    this.#guests.delete(guest);
    this.#tally.forget(guest);
  }

  #admit(options: Omit<GuestOptions, 'budget'>): QuotaClient {
    const guest = new QuotaClient({ budget: this, ...options });
    this.#guests.add(guest);
    this.#tally.recount(guest);
    this.makeRoom(guest, guest.kind);
    return guest;
  }

  /** Makes guests give way until a limit is kept. False when `guest` itself is the one that would have to. */
  #reduce(
    guest: QuotaClient,
    resource: Resource,
    level: keyof Limits,
    isCounted: (one: QuotaClient) => boolean,
  ): boolean {
    while (this.#tally.heldWith(guest, resource)[level] > this.#limits[resource][level]) {
      const holders = [...this.#guests].filter((one) => one.amountOf(resource) > 0 && isCounted(one));
      const victim = largest(level === 'process' ? ofHeaviestAddress(holders, resource) : holders, resource);
      if (victim === undefined || victim === guest) return false;
      victim.evict();
    }
    return true;
  }
}

/** The guests at the address whose guests hold most together. */
function ofHeaviestAddress(guests: readonly QuotaClient[], resource: Resource): readonly QuotaClient[] {
  const totals = new Map<string, number>();
  for (const guest of guests)
    totals.set(guest.address, (totals.get(guest.address) ?? 0) + guest.amountOf(resource));
  const most = Math.max(...totals.values());
  return guests.filter(({ address }) => totals.get(address) === most);
}

/** The one that holds most, and of equals the oldest; a busy one only where there is no other. */
function largest(guests: readonly QuotaClient[], resource: Resource): QuotaClient | undefined {
  const idle = guests.filter((guest) => !guest.isBusy());
  const [first, ...others] = idle.length > 0 ? idle : guests;
  return others.reduce(
    (found, guest) =>
      found === undefined || guest.amountOf(resource) > found.amountOf(resource) ? guest : found,
    first,
  );
}
