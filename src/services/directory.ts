import type { DirectoryNews, DirectoryStart } from '../../workers/directory/messages.ts';
import type { PageNews } from '../../workers/directory/pagedWatch.ts';
import type { Application } from '../model/application.ts';
import type { UserRecord } from '../model/user.ts';

/** Changes that come within this time are told as one. Milliseconds. */
const GATHER_MS = 100;

/** A watched collection as far as it has arrived, in the order of its ids, or that it cannot be watched. */
export type CollectionNews<T> =
  | { readonly kind: 'documents'; readonly documents: readonly T[]; readonly isComplete: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** Watches a collection and returns the end of the watch. To watch again after a failure begins anew. */
export type WatchCollection<T> = (onNews: (news: CollectionNews<T>) => void) => () => void;

/** All users and applications, live; for admins. */
export type Directory = {
  readonly watchUsers: WatchCollection<UserRecord>;
  readonly watchApplications: WatchCollection<Application>;
  /** Ends the worker. */
  stop(): void;
};

/** The worker is started by the first watch. */
export function startDirectory(start: DirectoryStart): Directory {
  return createDirectory(
    start,
    // One expression: the bundler recognises a worker by it.
    () =>
      new Worker(new URL('../../workers/directory.worker.ts', import.meta.url), {
        type: 'module',
        name: 'directory',
      }),
  );
}

/** As {@link startDirectory}, with a worker of the caller's making. */
export function createDirectory(start: DirectoryStart, startWorker: () => Worker): Directory {
  const users = gather<UserRecord>();
  const applications = gather<Application>();
  let worker: Worker | null = null;

  function begin(): void {
    if (worker !== null) return;
    worker = startWorker();
    worker.onmessage = ({ data }: MessageEvent<DirectoryNews>) => {
      if (data.news.kind === 'failed') fail(data.news.message);
      else if (data.collection === 'users') users.hear(data.news);
      else applications.hear(data.news);
    };
    worker.onerror = (event) => fail(event.message ?? 'The directory worker could not be started.');
    worker.postMessage(start);
  }

  function fail(message: string): void {
    worker?.terminate();
    worker = null;
    users.fail(message);
    applications.fail(message);
  }

  return {
    watchUsers: (onNews) => {
      begin();
      return users.listen(onNews);
    },
    watchApplications: (onNews) => {
      begin();
      return applications.listen(onNews);
    },
    stop() {
      worker?.terminate();
      worker = null;
    },
  };
}

/** Puts the pages of one collection together and tells the listeners. */
function gather<T extends { readonly email: string }>() {
  const listeners = new Set<(news: CollectionNews<T>) => void>();
  let pages = new Map<string, readonly T[]>();
  let isComplete = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (news: CollectionNews<T>) => {
    for (const listener of listeners) listener(news);
  };
  const tellDocuments = () => {
    timer = undefined;
    // After a removal pages may overlap: each document counts once. They come in order, but for that.
    const ordered = [...pages].sort(([a], [b]) => (a < b ? -1 : 1));
    const all = new Map(ordered.flatMap(([, documents]) => documents.map((one) => [one.email, one])));
    tell({ kind: 'documents', documents: [...all.values()], isComplete });
  };
  return {
    listen(listener: (news: CollectionNews<T>) => void): () => void {
      listeners.add(listener);
      if (pages.size > 0) timer ??= setTimeout(tellDocuments, 0);
      return () => listeners.delete(listener);
    },
    hear(news: Extract<PageNews<T>, { kind: 'page' }>): void {
      pages.set(news.page, news.documents);
      isComplete = news.isComplete;
      timer ??= setTimeout(tellDocuments, GATHER_MS);
    },
    fail(message: string): void {
      clearTimeout(timer);
      timer = undefined;
      pages = new Map();
      isComplete = false;
      tell({ kind: 'failed', message });
    },
  };
}
