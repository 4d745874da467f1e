import type { OwnAccess } from '#contract/ledger.ts';
import { type Access, type Account, accessOf } from '#model/user.ts';
import type { SignedIn } from './auth.ts';
import { answered, deleteCachedLists, deleteDrafts, storageProblem } from './browserStorage.ts';
import type { LedgerService } from './ledger.ts';
import { createObservable, type Observable } from './observable.ts';
import { People } from './people.ts';
import type { Services } from './services.ts';
import { whenIdle } from './whenIdle.ts';

/** Who is signed in and what they may do, as far as that is known. */
export type SessionState =
  | { readonly kind: 'starting' }
  /** The backend does not answer, hence the rights are unknown. */
  | { readonly kind: 'unreachable' }
  /** The browser refuses the storage that the app cannot do without, or does not answer. */
  | { readonly kind: 'storage-blocked' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'no-access'; readonly account: Account }
  | { readonly kind: 'allowed'; readonly account: Account; readonly access: Exclude<Access, 'none'> };

/** The ledger of the signed-in person, and whether it has taken the place of one that broke down. */
type RunningLedger = { readonly service: LedgerService; readonly isReplaced: boolean };

/**
 * The session of this tab. Follows the signed-in account and, through its ledger worker, the person's own entry of
 * `access`, which alone decides what the person may do: an approval or a removal by an admin takes effect at once.
 * Writes the time of the last login once per sign-in of an allowed user.
 */
export class Session {
  readonly #auth: Services['auth'];
  readonly #records: Services['records'];
  readonly #ledger: LedgerHolder;
  readonly #state = createObservable<SessionState>({ kind: 'starting' });
  readonly #endAccountWatch: () => void;
  #signedIn: SignedIn | null = null;
  /** When the sign-in began for which {@link #recordLogin} has run, so that it runs once. */
  #notedLogin = 0;

  readonly state: Observable<SessionState> = this.#state;
  readonly people: People;
  /** Null while nobody is signed in. For somebody without access the ledger only waits for access. */
  readonly ledger: Observable<RunningLedger | null>;

  constructor({ auth, records, startLedger }: Pick<Services, 'auth' | 'records' | 'startLedger'>) {
    this.#auth = auth;
    this.#records = records;
    this.people = new People(async () => (await records()).users);
    this.#ledger = new LedgerHolder(startLedger, {
      onAccess: (access) => this.#onAccess(access),
      onGivenUp: () => this.#onUnreachable(),
    });
    this.ledger = this.#ledger.current;
    this.#endAccountWatch = auth.watchAccount((signedIn) => this.#onAccount(signedIn));
    // The SDK reads the session from there, and says nothing while it waits.
    void this.#checkStorage();
  }

  /** Starts over after `unreachable` or `storage-blocked`. */
  readonly retry = (): void => {
    this.#begin(this.#signedIn?.account ?? null);
  };

  /**
   * Signs out, in every tab, and deletes the text stored of the user. A session that ends in another way, expired or
   * revoked, leaves the text stored for when the user signs in again.
   */
  readonly logout = async (): Promise<void> => {
    await this.#auth.signOut();
    await deleteDrafts().catch((error: unknown) =>
      console.error('The text of the last user is still stored here:', error),
    );
  };

  /** Ends the watches and the ledger. */
  stop(): void {
    this.#endAccountWatch();
    this.#ledger.end();
  }

  #setState(next: SessionState): void {
    if (JSON.stringify(next) !== JSON.stringify(this.#state.get())) this.#state.set(next);
  }

  #onAccount(next: SignedIn | null): void {
    const isSamePerson = next !== null && next.account.uid === this.#signedIn?.account.uid;
    this.#signedIn = next;
    if (!isSamePerson) this.people.forget();
    if (next === null) this.#onSignedOut();
    else if (isSamePerson) this.#onTokenRenewed(next.account);
    else this.#begin(next.account);
  }

  /** Null: the SDK has not said who is signed in. */
  #begin(account: Account | null): void {
    this.#setState({ kind: 'starting' });
    if (account !== null) this.#ledger.begin(account);
    void this.#checkStorage();
  }

  async #checkStorage(): Promise<void> {
    const answer = storageProblem();
    const problem = await answered(answer).catch(String);
    if (problem === null || this.#state.get().kind === 'signed-out') return;
    console.error('IndexedDB cannot be used:', problem);
    this.#ledger.end();
    this.#setState({ kind: 'storage-blocked' });
    // An answer that comes late.
    if ((await answer) === null && this.#state.get().kind === 'storage-blocked') this.retry();
  }

  #onTokenRenewed(account: Account): void {
    const state = this.#state.get();
    if (state.kind !== 'allowed' && state.kind !== 'no-access') return;
    this.#setState({ ...state, account });
    // The rules may allow the new token what they refused the old one, as after the address was verified.
    if (state.kind === 'no-access') this.#ledger.begin(account);
  }

  #onSignedOut(): void {
    this.#setState({ kind: 'signed-out' });
    this.#ledger.end();
    deleteLists();
    // While the person types, the code that a sign-in needs is fetched; a failure is handled when it is needed.
    whenIdle(() => void this.#records().catch(() => {}));
  }

  #onAccess(access: OwnAccess): void {
    if (this.#signedIn === null) return;
    const { account } = this.#signedIn;
    if (access === 'unreachable') this.#onUnreachable();
    else if (access === 'none') this.#onNoAccess(account);
    else {
      this.#setState({ kind: 'allowed', account, access });
      void this.#recordLogin(this.#signedIn);
    }
  }

  /** Rights that are known stand while the server is out of reach. */
  #onUnreachable(): void {
    if (this.#state.get().kind === 'starting') this.#setState({ kind: 'unreachable' });
  }

  #onNoAccess(account: Account): void {
    const hadAccess = this.#state.get().kind === 'allowed';
    this.#setState({ kind: 'no-access', account });
    // The worker that holds the list ends; another one waits for access.
    if (hadAccess) this.#ledger.begin(account);
    deleteLists();
  }

  async #recordLogin({ account, signedInAt }: SignedIn): Promise<void> {
    if (this.#notedLogin === signedInAt.getTime()) return;
    this.#notedLogin = signedInAt.getTime();
    try {
      const { users } = await this.#records();
      const record = await users.readUser(account.email);
      if (record && this.#signedIn?.account.uid === account.uid) this.people.takeOwn(record);
      if (accessOf(account, record) === 'none') return;
      const lastLogin = record?.lastLogin;
      if (lastLogin !== undefined && Date.parse(lastLogin) >= signedInAt.getTime()) return;
      await users.writeLastLogin(account.email, signedInAt);
    } catch (error) {
      console.error('The time of the last login was not written:', error);
    }
  }
}

/** Deletes the stored mapping lists: neither a person without access nor the next person may read them. */
function deleteLists(): void {
  deleteCachedLists().catch((error: unknown) =>
    console.error('The mapping list of the last user may still be stored here:', error),
  );
}

/** A ledger that breaks down again so soon is not replaced until the person asks for another. Milliseconds. */
const BREAKS_AGAIN_MS = 10_000;

type LedgerListeners = {
  onAccess(access: OwnAccess): void;
  /** The ledger could not be started, or broke down again and is not replaced. */
  onGivenUp(): void;
};

/** Holds one ledger at a time, and replaces one that breaks down: the next one restores the draft of the page. */
class LedgerHolder {
  readonly #current = createObservable<RunningLedger | null>(null);
  #endCurrent = () => {};

  readonly current: Observable<RunningLedger | null> = this.#current;

  constructor(
    private readonly start: Services['startLedger'],
    private readonly listeners: LedgerListeners,
  ) {}

  begin(account: Account, isReplaced = false): void {
    this.#endCurrent();
    let isOver = false;
    this.#endCurrent = () => {
      isOver = true;
    };
    this.start(account).then(
      (service) => (isOver ? service.stop() : this.#hold(service, account, isReplaced)),
      (error: unknown) => {
        console.error('The part of the app that follows the access cannot be loaded:', error);
        if (!isOver) this.listeners.onGivenUp();
      },
    );
  }

  #hold(service: LedgerService, account: Account, isReplaced: boolean): void {
    const reportAccess = () => {
      const access = service.access.get();
      if (access !== null) this.listeners.onAccess(access);
    };
    const endWatches = [
      service.access.subscribe(reportAccess),
      service.watchBreakdown(this.#replacer(account, isReplaced)),
    ];
    this.#endCurrent = () => {
      for (const end of endWatches) end();
      service.stop();
    };
    this.#current.set({ service, isReplaced });
    reportAccess();
  }

  /** For the breakdown of a ledger that starts now, and for each later call, by which the person asks for another. */
  #replacer(account: Account, isReplaced: boolean): () => void {
    const begunAt = Date.now();
    let isBroken = false;
    return () => {
      const isAskedFor = isBroken;
      isBroken = true;
      if (!isAskedFor && isReplaced && Date.now() - begunAt < BREAKS_AGAIN_MS) this.listeners.onGivenUp();
      else this.begin(account, true);
    };
  }

  end(): void {
    this.#endCurrent();
    this.#endCurrent = () => {};
    this.#current.set(null);
  }
}
