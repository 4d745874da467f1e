import type {
  CollectionEvent,
  DirectoryApi,
  DirectoryEvent,
  DirectoryStart,
  PageEvent,
} from '#contract/directory.ts';
import type { Application } from '#model/application.ts';
import { detailOf } from '#model/detailOf.ts';
import type { UserRecord } from '#model/user.ts';
import { createObservable, type Observable } from './observable.ts';
import { connectWorker, WorkerEnded, type WorkerLink } from './workerLink.ts';

/**
 * Time for the first attempt to connect, in milliseconds. Each further attempt gets twice as long, up to the longest
 * pause that Firestore itself makes.
 */
const ATTEMPT_MS = 2_500;
const LONGEST_ATTEMPT_MS = 60_000;

/** A worker that ends again within this time is not replaced until the next watch. Milliseconds. */
const ENDS_AGAIN_MS = 10_000;

/** A watched collection as far as it has arrived, in the order of its ids, or that it cannot be watched. */
export type CollectionUpdate<T> =
  | { readonly kind: 'documents'; readonly documents: readonly T[]; readonly isComplete: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** Watches a collection and returns the end of the watch. To watch again after a failure restarts it. */
export type WatchCollection<T> = (onEvent: (event: CollectionUpdate<T>) => void) => () => void;

export type Directory = Omit<DirectoryClient, 'setInUse'>;

/** Starts the directory of this page. The first watch starts the worker. */
export function startDirectory(start: DirectoryStart): Directory {
  const stopped = new AbortController();
  const directory = new DirectoryClient(
    start,
    (listeners) => {
      const worker = new Worker(new URL('../../workers/directory.worker.ts', import.meta.url), {
        type: 'module',
        name: 'directory',
      });
      return connectWorker<DirectoryApi, DirectoryEvent>(worker, { name: 'directory', ...listeners });
    },
    stopped,
  );
  reportUse(directory, stopped.signal);
  return directory;
}

/** Reports at every use of the page, and when it is hidden. */
function reportUse(directory: DirectoryClient, signal: AbortSignal): void {
  const report = () => directory.setInUse(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', report, { signal });
  for (const use of ['focus', 'pointerdown', 'keydown'])
    window.addEventListener(use, report, { signal, capture: true });
  report();
}

type StartWorker = (listeners: {
  onEvent(event: DirectoryEvent): void;
  onEnd(reason: Error): void;
}) => WorkerLink<DirectoryApi>;

/**
 * All users and applications, live; for admins. The page's side of the directory worker: starts it, replaces it when it ends
 * by itself, and reads its messages.
 */
export class DirectoryClient {
  readonly #users = gather<UserRecord>();
  readonly #applications = gather<Application>();
  readonly #connectivity = createConnectivityTracker();
  readonly #restartListeners = new Set<() => void>();
  #worker: WorkerLink<DirectoryApi> | null = null;
  #nextAttempt: ReturnType<typeof setTimeout> | undefined;
  #lastRestart = -ENDS_AGAIN_MS;
  #isInUse = true;
  #isReleased = false;
  readonly #paused = createObservable(false);

  /**
   * True while the page is visible and other tabs have the browser's streams: what was reported may be outdated until the
   * page is used.
   */
  readonly isPaused: Observable<boolean> = this.#paused;
  /** False while the server is out of reach, so that what was reported may be outdated. */
  readonly isConnected: Observable<boolean> = this.#connectivity.isConnected;

  /** `stop` aborts `stopped`. */
  constructor(
    private readonly start: DirectoryStart,
    private readonly startWorker: StartWorker,
    private readonly stopped = new AbortController(),
  ) {}

  readonly watchUsers: WatchCollection<UserRecord> = (onEvent) => {
    this.#begin();
    return this.#users.listen(onEvent);
  };

  readonly watchApplications: WatchCollection<Application> = (onEvent) => {
    this.#begin();
    return this.#applications.listen(onEvent);
  };

  /** Reconnects at once: call it when the network is back. */
  readonly reconnect = (): void => this.#attempt(ATTEMPT_MS);

  /** Called when the worker had ended by itself, and another has taken its place. Returns the end. */
  watchRestart(onRestart: () => void): () => void {
    this.#restartListeners.add(onRestart);
    return () => this.#restartListeners.delete(onRestart);
  }

  /**
   * Call it with true whenever the person uses the page, so that the page gets one of the browser's two streams, and
   * with false when the page is hidden. Without a stream the documents reported stand; the next use updates them.
   */
  setInUse(isInUse: boolean): void {
    this.#isInUse = isInUse;
    // In use, the page gets a stream; hidden, nobody sees it.
    this.#paused.set(false);
    this.#tell((api) => api.setInUse(isInUse));
  }

  /** Ends the worker. */
  stop(): void {
    this.stopped.abort();
    this.#endWorker();
  }

  #begin(): void {
    if (this.#worker !== null) return;
    const worker = this.startWorker({
      onEvent: (event) => this.#onWorkerEvent(event),
      onEnd: ({ message }) => (worker.hasBegun() ? this.#restart() : this.#fail(message)),
    });
    this.#worker = worker;
    this.#tell((api) => api.begin(this.start));
    this.#tell((api) => api.setInUse(this.#isInUse));
  }

  /** Requests that a worker has not answered when it ends are sent to the next one. */
  #tell(call: (api: WorkerLink<DirectoryApi>['api']) => Promise<void>): void {
    if (this.#worker === null) return;
    call(this.#worker.api).catch((error: unknown) => {
      if (!(error instanceof WorkerEnded)) this.#fail(detailOf(error));
    });
  }

  #onWorkerEvent(data: DirectoryEvent): void {
    if (data.kind === 'collection') this.#onCollectionEvent(data);
    else {
      this.#isReleased = data.isReleased;
      this.#paused.set(this.#isReleased && this.#isInUse);
      if (this.#isReleased) clearTimeout(this.#nextAttempt);
      this.#connectivity.setReleased(this.#isReleased);
    }
  }

  #onCollectionEvent({ collection, event }: CollectionEvent): void {
    if (event.kind === 'failed') {
      this.#fail(event.message);
      return;
    }
    const page = `${collection}/${event.page}`;
    if (event.kind === 'out-of-reach') {
      this.#connectivity.lost(page);
      return;
    }
    this.#connectivity.restored(page);
    if (collection === 'users') this.#users.onPage(event);
    else this.#applications.onPage(event);
  }

  #attempt(milliseconds: number): void {
    if (this.#worker === null || this.#isReleased) return;
    clearTimeout(this.#nextAttempt);
    this.#connectivity.suspect();
    this.#tell((api) => api.reconnect());
    this.#nextAttempt = setTimeout(() => {
      if (!this.isConnected.get()) this.#attempt(Math.min(2 * milliseconds, LONGEST_ATTEMPT_MS));
    }, milliseconds);
  }

  /** The documents reported stand until the new worker reports. */
  #restart(): void {
    const now = performance.now();
    if (now - this.#lastRestart < ENDS_AGAIN_MS) {
      this.#fail('The directory worker has ended.');
      return;
    }
    this.#lastRestart = now;
    this.#endWorker();
    this.#users.forget();
    this.#applications.forget();
    this.#begin();
    for (const listener of this.#restartListeners) listener();
  }

  #fail(message: string): void {
    this.#endWorker();
    this.#users.fail(message);
    this.#applications.fail(message);
  }

  #endWorker(): void {
    this.#worker?.stop();
    this.#worker = null;
    this.#isReleased = false;
    this.#paused.set(false);
    clearTimeout(this.#nextAttempt);
    this.#connectivity.forget();
  }
}

/** Changes that arrive within this time are reported as one. Milliseconds. */
const GATHER_MS = 100;

type PageOf<T> = Extract<PageEvent<T>, { kind: 'page' }>;

/** Puts the pages of one collection together for the listeners. */
function gather<T extends { readonly email: string }>() {
  const listeners = new Set<(event: CollectionUpdate<T>) => void>();
  let pages = new Map<string, readonly T[]>();
  let isComplete = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const emit = (event: CollectionUpdate<T>) => {
    for (const listener of listeners) listener(event);
  };
  const emitDocuments = () => {
    timer = undefined;
    // After a removal pages may overlap: each document counts once. Apart from that, pages follow each other in order.
    const ordered = [...pages].sort(([a], [b]) => (a < b ? -1 : 1));
    const all = new Map(ordered.flatMap(([, documents]) => documents.map((one) => [one.email, one])));
    emit({ kind: 'documents', documents: [...all.values()], isComplete });
  };
  function forget(): void {
    clearTimeout(timer);
    timer = undefined;
    pages = new Map();
    isComplete = false;
  }

  return {
    listen(listener: (event: CollectionUpdate<T>) => void): () => void {
      listeners.add(listener);
      if (pages.size > 0) timer ??= setTimeout(emitDocuments, 0);
      return () => listeners.delete(listener);
    },
    onPage(event: PageOf<T>): void {
      pages.set(event.page, event.documents);
      isComplete = event.isComplete;
      timer ??= setTimeout(emitDocuments, GATHER_MS);
    },
    forget,
    fail(message: string): void {
      forget();
      emit({ kind: 'failed', message });
    },
  };
}

/** A gap in the connection that is shorter than this is not reported. Milliseconds. */
const GRACE_MS = 1_000;

/** Tracks whether every page that is watched is up to date with the server. */
function createConnectivityTracker() {
  const isConnected = createObservable(true);
  const lostPages = new Set<string>();
  let isReleased = false;
  let grace: ReturnType<typeof setTimeout> | undefined;

  function awaitRestored(): void {
    if (!isReleased && lostPages.size > 0) grace ??= setTimeout(() => setConnected(false), GRACE_MS);
  }

  function setConnected(connected: boolean): void {
    clearTimeout(grace);
    grace = undefined;
    isConnected.set(connected);
  }

  return {
    isConnected: isConnected as Observable<boolean>,
    /** The server is out of reach, so that this page may be outdated. */
    lost(page: string): void {
      lostPages.add(page);
      awaitRestored();
    },
    /** This page is up to date with the server. */
    restored(page: string): void {
      lostPages.delete(page);
      if (lostPages.size === 0) setConnected(true);
    },
    /** Unknown until the next event of a page. */
    suspect: () => setConnected(false),
    /**
     * Without a stream every page is out of reach, which is no failure: that is reported only once there is a stream
     * again, where some have not caught up.
     */
    setReleased(released: boolean): void {
      isReleased = released;
      if (released) setConnected(true);
      else awaitRestored();
    },
    /** Nothing is watched any more. */
    forget(): void {
      lostPages.clear();
      isReleased = false;
      setConnected(true);
    },
  };
}
