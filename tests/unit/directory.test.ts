import { beforeEach, describe, expect, it, vi } from 'vitest';
import { normaliseEmail } from '../../src/model/email.ts';
import type { UserRecord } from '../../src/model/user.ts';
import { type CollectionNews, createDirectory } from '../../src/services/directory.ts';
import type { DirectoryNews } from '../../workers/directory/messages.ts';

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

/** A directory whose workers do nothing but what the test tells them. */
function setup() {
  const workers: {
    posted: unknown[];
    isEnded: boolean;
    onmessage?: (event: { data: DirectoryNews }) => void;
  }[] = [];
  const directory = createDirectory(start, () => {
    const worker: (typeof workers)[number] = { posted: [], isEnded: false };
    workers.push(worker);
    const fake = Object.assign(worker, {
      postMessage: (message: unknown) => worker.posted.push(message),
      terminate: () => {
        worker.isEnded = true;
      },
    });
    return fake as unknown as Worker;
  });
  const heard: CollectionNews<UserRecord>[] = [];
  const hear = (news: CollectionNews<UserRecord>) => heard.push(news);
  const tell = (news: DirectoryNews) => workers.at(-1)?.onmessage?.({ data: news });
  const page = (name: string, documents: readonly UserRecord[], isComplete = true) =>
    tell({ collection: 'users', news: { kind: 'page', page: name, documents, isComplete } });
  return { directory, workers, heard, hear, tell, page };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('the directory', () => {
  it('starts one worker for both collections, when first asked', () => {
    const { directory, workers, hear } = setup();
    expect(workers).toHaveLength(0);
    directory.watchUsers(hear);
    directory.watchApplications(() => {});
    expect(workers.map(({ posted }) => posted)).toEqual([[start]]);
  });

  it('puts pages together in their order, and tells what comes together once', () => {
    const { directory, heard, hear, page } = setup();
    directory.watchUsers(hear);
    page('b', [user('c'), user('d')], false);
    page('', [user('a'), user('b')], true);
    expect(heard).toEqual([]);
    vi.runAllTimers();
    const documents = [user('a'), user('b'), user('c'), user('d')];
    expect(heard).toEqual([{ kind: 'documents', documents, isComplete: true }]);
  });

  it('replaces a page by its news', () => {
    const { directory, heard, hear, page } = setup();
    directory.watchUsers(hear);
    page('', [user('a'), user('b')]);
    page('', [user('b')]);
    vi.runAllTimers();
    expect(heard.at(-1)).toMatchObject({ documents: [user('b')] });
  });

  it('counts someone once whom two pages have', () => {
    const { directory, heard, hear, page } = setup();
    directory.watchUsers(hear);
    page('', [user('a'), user('b')]);
    page('a', [user('b'), user('c')]);
    vi.runAllTimers();
    expect(heard.at(-1)).toMatchObject({ documents: [user('a'), user('b'), user('c')] });
  });

  it('tells both collections of a failure, and begins anew when watched again', () => {
    const { directory, workers, heard, hear, tell, page } = setup();
    const end = directory.watchUsers(hear);
    const applications = vi.fn();
    directory.watchApplications(applications);
    page('', [user('a')]);
    tell({ collection: 'users', news: { kind: 'failed', message: 'refused' } });
    vi.runAllTimers();
    expect(heard).toEqual([{ kind: 'failed', message: 'refused' }]);
    expect(applications).toHaveBeenCalledWith({ kind: 'failed', message: 'refused' });
    expect(workers[0]?.isEnded).toBe(true);
    end();
    directory.watchUsers(hear);
    expect(workers).toHaveLength(2);
    page('', [user('b')]);
    vi.runAllTimers();
    expect(heard.at(-1)).toMatchObject({ documents: [user('b')] });
  });

  it('tells a late listener what is there', () => {
    const { directory, heard, hear, page } = setup();
    directory.watchUsers(() => {});
    page('', [user('a')]);
    vi.runAllTimers();
    directory.watchUsers(hear);
    vi.runAllTimers();
    expect(heard).toEqual([{ kind: 'documents', documents: [user('a')], isComplete: true }]);
  });

  it('ends its worker when stopped', () => {
    const { directory, workers, hear } = setup();
    directory.watchUsers(hear);
    directory.stop();
    expect(workers[0]?.isEnded).toBe(true);
  });
});
