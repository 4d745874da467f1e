import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DirectoryApi, DirectoryEvent } from '#contract/directory.ts';
import { normaliseEmail } from '#model/email.ts';
import type { UserRecord } from '#model/user.ts';
import { type CollectionUpdate, DirectoryClient } from '#src/services/directory.ts';
import { WorkerEnded, type WorkerLink } from '#src/services/workerLink.ts';

const start = {
  backend: { kind: 'embedded', origin: 'http://localhost', projectId: 'p' },
  uid: 'u',
} as const;

const user = (name: string): UserRecord => ({
  email: normaliseEmail(`${name}@example.com`),
  name,
  allow: true,
  admin: false,
});

type Listeners = Parameters<ConstructorParameters<typeof DirectoryClient>[1]>[0];

/** A worker that does nothing but what the test has it do. */
class FakeWorker {
  readonly calls: unknown[] = [];
  readonly listeners: Listeners;
  isEnded = false;
  hasBegun = false;

  constructor(listeners: Listeners) {
    this.listeners = listeners;
  }

  readonly link: WorkerLink<DirectoryApi> = {
    api: {
      begin: async (options) => void this.calls.push(options),
      setInUse: async (isInUse) => void this.calls.push(isInUse ? 'used' : 'hidden'),
      reconnect: async () => void this.calls.push('reconnect'),
    },
    giveUp: () => {},
    hasBegun: () => this.hasBegun,
    stop: () => {
      this.isEnded = true;
    },
  };

  emit(event: DirectoryEvent): void {
    this.hasBegun = true;
    if (!this.isEnded) this.listeners.onEvent(event);
  }
}

/** A directory whose users are watched, or not yet. */
function setup({ isWatched = true } = {}) {
  const workers: FakeWorker[] = [];
  const directory = new DirectoryClient(start, (listeners) => {
    const worker = new FakeWorker(listeners);
    workers.push(worker);
    return worker.link;
  });
  const updates: CollectionUpdate<UserRecord>[] = [];
  const onUpdate = (event: CollectionUpdate<UserRecord>) => updates.push(event);
  const send = (event: DirectoryEvent) => workers.at(-1)?.emit(event);
  const page = (name: string, documents: readonly UserRecord[], isComplete = true) =>
    send({
      kind: 'collection',
      collection: 'users',
      event: { kind: 'page', page: name, documents, isComplete },
    });
  const lose = (name: string) =>
    send({ kind: 'collection', collection: 'users', event: { kind: 'out-of-reach', page: name } });
  const breakDown = () => workers.at(-1)?.listeners.onEnd(new WorkerEnded('broken'));
  /** Whom the listeners were told of last. */
  const told = () => {
    vi.runAllTimers();
    const last = updates.at(-1);
    return last?.kind === 'documents' ? last.documents.map(({ name }) => name) : last?.kind;
  };
  if (isWatched) directory.watchUsers(onUpdate);
  return { directory, workers, updates, onUpdate, send, page, lose, breakDown, told };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('the directory', () => {
  it('starts one worker for both collections, when first asked', () => {
    const { directory, workers, onUpdate } = setup({ isWatched: false });
    expect(workers).toHaveLength(0);
    directory.watchUsers(onUpdate);
    directory.watchApplications(() => {});
    expect(workers.map(({ calls }) => calls)).toEqual([[start, 'used']]);
  });

  it('puts pages together in their order, and reports what comes together once', () => {
    const { updates, page } = setup();
    page('b', [user('c'), user('d')], false);
    page('', [user('a'), user('b')], true);
    expect(updates).toEqual([]);
    vi.runAllTimers();
    const documents = [user('a'), user('b'), user('c'), user('d')];
    expect(updates).toEqual([{ kind: 'documents', documents, isComplete: true }]);
  });

  it('replaces a page by its next event', () => {
    const { page, told } = setup();
    page('', [user('a'), user('b')]);
    page('', [user('b')]);
    expect(told()).toEqual(['b']);
  });

  it('counts someone once whom two pages have', () => {
    const { page, told } = setup();
    page('', [user('a'), user('b')]);
    page('a', [user('b'), user('c')]);
    expect(told()).toEqual(['a', 'b', 'c']);
  });

  it('reports a failure of either collection to both, and begins anew when watched again', () => {
    const { directory, workers, updates, onUpdate, send, page, told } = setup({ isWatched: false });
    const end = directory.watchUsers(onUpdate);
    const applications = vi.fn();
    directory.watchApplications(applications);
    page('', [user('a')]);
    send({ kind: 'collection', collection: 'users', event: { kind: 'failed', message: 'refused' } });
    vi.runAllTimers();
    expect(updates).toEqual([{ kind: 'failed', message: 'refused' }]);
    expect(applications).toHaveBeenCalledWith({ kind: 'failed', message: 'refused' });
    expect(workers[0]?.isEnded).toBe(true);
    end();
    directory.watchUsers(onUpdate);
    expect(workers).toHaveLength(2);
    page('', [user('b')]);
    expect(told()).toEqual(['b']);
  });

  it('reports to a late listener what has arrived', () => {
    const { directory, updates, onUpdate, page } = setup({ isWatched: false });
    directory.watchUsers(() => {});
    page('', [user('a')]);
    vi.runAllTimers();
    directory.watchUsers(onUpdate);
    vi.runAllTimers();
    expect(updates).toEqual([{ kind: 'documents', documents: [user('a')], isComplete: true }]);
  });

  it('ends its worker when stopped', () => {
    const { directory, workers } = setup();
    directory.stop();
    expect(workers[0]?.isEnded).toBe(true);
  });
});

describe('a directory worker that ends', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    return () => vi.restoreAllMocks();
  });

  it('is replaced by another, and the documents reported stand until the new one reports', () => {
    const { directory, workers, updates, onUpdate, page, breakDown, told } = setup({ isWatched: false });
    const restarted = vi.fn();
    directory.watchRestart(restarted);
    directory.watchUsers(onUpdate);
    page('', [user('a')]);
    vi.runAllTimers();
    breakDown();
    vi.runAllTimers();
    expect(updates).toHaveLength(1);
    expect(restarted).toHaveBeenCalledOnce();
    expect(workers.map(({ isEnded, calls }) => [isEnded, calls])).toEqual([
      [true, [start, 'used']],
      [false, [start, 'used']],
    ]);
    page('', [user('b')]);
    expect(told()).toEqual(['b']);
  });

  it.each([
    ['again within ten seconds', 9_999, 'failed'],
    ['again after ten seconds', 10_000, 'documents'],
  ])('%s', (_when, milliseconds, kind) => {
    const { updates, page, breakDown } = setup();
    page('', [user('a')]);
    breakDown();
    vi.advanceTimersByTime(milliseconds);
    page('', [user('a')]);
    breakDown();
    page('', [user('a')]);
    vi.runAllTimers();
    expect(updates.at(-1)?.kind).toBe(kind);
  });

  it('before it has said anything is not replaced: its code cannot be loaded', () => {
    const { workers, updates, breakDown } = setup();
    breakDown();
    expect(updates).toEqual([{ kind: 'failed', message: 'broken' }]);
    expect(workers).toHaveLength(1);
  });
});

describe('a directory without a stream', () => {
  it('leaves the documents as they are, counts as connected, and does not try to connect anew', () => {
    const { directory, workers, send, page, lose, told } = setup();
    page('', [user('a')]);
    lose('');
    send({ kind: 'stream', isReleased: true });
    lose('');
    vi.runAllTimers();
    directory.reconnect();
    expect(directory.isConnected.get()).toBe(true);
    expect(workers[0]?.calls).toEqual([start, 'used']);
    send({ kind: 'stream', isReleased: false });
    vi.advanceTimersByTime(1_000);
    expect(directory.isConnected.get()).toBe(false);
    page('', [user('b')]);
    expect(directory.isConnected.get()).toBe(true);
    expect(told()).toEqual(['b']);
  });

  it('is paused while the page can be seen, until it is used', () => {
    const { directory, send } = setup();
    expect(directory.isPaused.get()).toBe(false);
    send({ kind: 'stream', isReleased: true });
    expect(directory.isPaused.get()).toBe(true);
    directory.setInUse(true);
    expect(directory.isPaused.get()).toBe(false);
    send({ kind: 'stream', isReleased: false });
    directory.setInUse(false);
    send({ kind: 'stream', isReleased: true });
    expect(directory.isPaused.get()).toBe(false);
  });

  it('passes on when the page is used and when it is hidden, to the next worker as well', () => {
    const { directory, workers, onUpdate, page, breakDown } = setup({ isWatched: false });
    directory.setInUse(false);
    directory.watchUsers(onUpdate);
    directory.setInUse(true);
    directory.setInUse(false);
    page('', [user('a')]);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    breakDown();
    expect(workers.map(({ calls }) => calls)).toEqual([
      [start, 'hidden', 'used', 'hidden'],
      [start, 'hidden'],
    ]);
  });
});

describe('whether the directory is connected', () => {
  it('is false once a page has been out of reach for a second, until all are back', () => {
    const { directory, page, lose } = setup();
    page('', [user('a')]);
    lose('');
    lose('a');
    vi.advanceTimersByTime(999);
    expect(directory.isConnected.get()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(directory.isConnected.get()).toBe(false);
    page('', [user('a')]);
    expect(directory.isConnected.get()).toBe(false);
    page('a', [user('b')]);
    expect(directory.isConnected.get()).toBe(true);
  });

  it('does not change for a gap shorter than that', () => {
    const { directory, onUpdate, page, lose } = setup({ isWatched: false });
    const onChange = vi.fn();
    directory.isConnected.subscribe(onChange);
    directory.watchUsers(onUpdate);
    lose('');
    vi.advanceTimersByTime(999);
    page('', [user('a')]);
    vi.runAllTimers();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is suspect while it connects anew, and no longer at the end of its worker', () => {
    const { directory, workers, onUpdate, page } = setup({ isWatched: false });
    directory.reconnect();
    expect(directory.isConnected.get()).toBe(true);
    directory.watchUsers(onUpdate);
    page('', [user('a')]);
    directory.reconnect();
    expect(workers[0]?.calls).toEqual([start, 'used', 'reconnect']);
    expect(directory.isConnected.get()).toBe(false);
    page('', [user('a')]);
    expect(directory.isConnected.get()).toBe(true);
    directory.reconnect();
    directory.stop();
    expect(directory.isConnected.get()).toBe(true);
  });
});
