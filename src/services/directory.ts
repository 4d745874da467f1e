import type { DirectoryEvent, DirectoryOrder, DirectoryStart, PageEvent } from '#contract/directory.ts';
import type { LivenessMessage } from '#contract/liveness.ts';
import type { Application } from '#model/application.ts';
import type { UserRecord } from '#model/user.ts';
import { createObservable, type Observable } from './observable.ts';
import { isLifeNote, watchWorkerExit } from './workerExit.ts';

/** Changes that come within this time are reported as one. Milliseconds. */
const GATHER_MS = 100;

/**
 * An attempt to connect that has not succeeded by then is given up for another, which may take twice as long, up to
 * the pause that Firestore itself makes. Milliseconds.
 */
const ATTEMPT_MS = 2_500;
const LONGEST_ATTEMPT_MS = 60_000;

/** A worker that ends again so soon is left alone until somebody asks for another. Milliseconds. */
const ENDS_AGAIN_MS = 10_000;

/** A watched collection as far as it has arrived, in the order of its ids, or that it cannot be watched. */
export type CollectionUpdate<T> =
  | { readonly kind: 'documents'; readonly documents: readonly T[]; readonly isComplete: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** Watches a collection and returns the end of the watch. To watch again after a failure begins anew. */
export type WatchCollection<T> = (onEvent: (event: CollectionUpdate<T>) => void) => () => void;

/** All users and applications, live; for admins. */
export type Directory = {
  readonly watchUsers: WatchCollection<UserRecord>;
  readonly watchApplications: WatchCollection<Application>;
  /** False while the server is out of reach, so that what was reported may be outdated. */
  readonly isConnected: Observable<boolean>;
  /** Connects anew at once: call it when the network is back. */
  reconnect(): void;
  /** Called when the worker had ended by itself, and another has taken its place. Returns the end. */
  watchRestart(onRestart: () => void): () => void;
  /** Ends the worker. */
  stop(): void;
};

/** A directory whose owner says whether the page is in use. */
type AttendedDirectory = Directory & {
  /**
   * True whenever the person uses the page, so that it gets one of the browser's two streams; false when nobody sees
   * it. Without a stream what is known stays, and is brought up to date by the next use.
   */
  setInUse(isInUse: boolean): void;
};

/** The worker is started by the first watch. */
export function startDirectory(start: DirectoryStart): Directory {
  const directory = createDirectory(
    start,
    // One expression: the bundler recognises a worker by it.
    () =>
      new Worker(new URL('../../workers/directory.worker.ts', import.meta.url), {
        type: 'module',
        name: 'directory',
      }),
  );
  const watch = new AbortController();
  const setVisible = () => directory.setInUse(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', setVisible, { signal: watch.signal });
  for (const use of ['focus', 'pointerdown', 'keydown'])
    window.addEventListener(use, setVisible, { signal: watch.signal, capture: true });
  setVisible();
  return {
    ...directory,
    stop() {
      watch.abort();
      directory.stop();
    },
  };
}

/** As {@link startDirectory}, with a worker of the caller's making. */
export function createDirectory(start: DirectoryStart, startWorker: () => Worker): AttendedDirectory {
  const users = gather<UserRecord>();
  const applications = gather<Application>();
  const connectivity = createConnectivityTracker();
  const restarts = new Set<() => void>();
  let worker: Worker | null = null;
  let endLifeWatch = () => {};
  let nextAttempt: ReturnType<typeof setTimeout> | undefined;
  let lastRestart = -ENDS_AGAIN_MS;
  let isInUse = true;
  let isReleased = false;

  function begin(): void {
    if (worker !== null) return;
    const begun = startWorker();
    worker = begun;
    let hasSpoken = false;
    begun.onmessage = ({ data }: MessageEvent<DirectoryEvent | LivenessMessage>) => {
      hasSpoken = true;
      if (!isLifeNote(data)) onWorkerEvent(data);
    };
    const replace = (message: string) => (hasSpoken ? restart(message) : fail(message));
    begun.onerror = (event) => replace(event.message ?? 'The directory worker could not be started.');
    endLifeWatch = watchWorkerExit(begun, () => replace('The directory worker has ended.'));
    order(start);
    order(isInUse ? 'used' : 'hidden');
  }

  function order(message: DirectoryOrder): void {
    worker?.postMessage(message);
  }

  function onWorkerEvent(data: DirectoryEvent): void {
    if ('kind' in data) {
      isReleased = data.isReleased;
      if (isReleased) forgetConnectivity();
      return;
    }
    if (data.event.kind === 'failed') {
      fail(data.event.message);
      return;
    }
    const part = `${data.collection}/${data.event.page}`;
    if (data.event.kind === 'out-of-reach') {
      connectivity.lost(part);
      return;
    }
    connectivity.restored(part);
    if (data.collection === 'users') users.onPage(data.event);
    else applications.onPage(data.event);
  }

  function attempt(milliseconds: number): void {
    if (worker === null || isReleased) return;
    clearTimeout(nextAttempt);
    connectivity.suspect();
    order('reconnect');
    nextAttempt = setTimeout(() => {
      if (!connectivity.isConnected.get()) attempt(Math.min(2 * milliseconds, LONGEST_ATTEMPT_MS));
    }, milliseconds);
  }

  function forgetConnectivity(): void {
    clearTimeout(nextAttempt);
    connectivity.forget();
  }

  function end(): void {
    endLifeWatch();
    if (worker !== null) {
      // What it has said already may still be on its way.
      worker.onmessage = null;
      worker.onerror = null;
      worker.terminate();
    }
    worker = null;
    isReleased = false;
    forgetConnectivity();
  }

  /** What was reported stands until the new worker reports. */
  function restart(message: string): void {
    const now = performance.now();
    if (now - lastRestart < ENDS_AGAIN_MS) {
      fail(message);
      return;
    }
    lastRestart = now;
    console.error(message);
    end();
    users.forget();
    applications.forget();
    begin();
    for (const listener of restarts) listener();
  }

  function fail(message: string): void {
    end();
    users.fail(message);
    applications.fail(message);
  }

  return {
    watchUsers: (onEvent) => {
      begin();
      return users.listen(onEvent);
    },
    watchApplications: (onEvent) => {
      begin();
      return applications.listen(onEvent);
    },
    isConnected: connectivity.isConnected,
    reconnect: () => attempt(ATTEMPT_MS),
    watchRestart(onRestart) {
      restarts.add(onRestart);
      return () => restarts.delete(onRestart);
    },
    stop: end,
    setInUse(next) {
      isInUse = next;
      order(next ? 'used' : 'hidden');
    },
  };
}

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
    // After a removal pages may overlap: each document counts once. They come in order, but for that.
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

/** Tracks whether every part that is watched is as the server has it. */
function createConnectivityTracker() {
  const isConnected = createObservable(true);
  const lostParts = new Set<string>();
  let grace: ReturnType<typeof setTimeout> | undefined;

  function setConnected(connected: boolean): void {
    clearTimeout(grace);
    grace = undefined;
    isConnected.set(connected);
  }

  return {
    isConnected: isConnected as Observable<boolean>,
    /** The server of this part is out of reach. */
    lost(part: string): void {
      lostParts.add(part);
      grace ??= setTimeout(() => setConnected(false), GRACE_MS);
    },
    /** This part is as the server has it. */
    restored(part: string): void {
      lostParts.delete(part);
      if (lostParts.size === 0) setConnected(true);
    },
    /** The state is not known before the next event of a part. */
    suspect: () => setConnected(false),
    /** Nothing is watched any more. */
    forget(): void {
      lostParts.clear();
      setConnected(true);
    },
  };
}
