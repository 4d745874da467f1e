import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import type { Auth } from 'firebase/auth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { normaliseEmail } from '#model/email.ts';
import { openRecords } from '#src/services/records.ts';
import { STEP_TIMEOUT_MS, slowSteps } from '#src/services/runSteps.ts';

const email = normaliseEmail('ann@example.com');
const DOCUMENTS = 'projects/p/databases/(default)/documents';
const missing = [{ missing: `${DOCUMENTS}/users/${email}`, readTime: '2026-11-22T10:00:00.000000Z' }];
const written = { commitTime: '2026-11-22T10:00:00.000000Z', writeResults: [{}] };

/** What a request comes to: an answer, a refusal, a line that is cut, or silence. */
type ServerAnswer = { readonly status: number; readonly body: unknown } | 'cut' | 'silent';
const answer = (body: unknown): ServerAnswer => ({ status: 200, body });
const refusal = (status: number, message: string): ServerAnswer => ({ status, body: { error: { message } } });

let app: FirebaseApp;
let sent: string[];
beforeEach(() => {
  sent = [];
  app = initializeApp({ projectId: 'p', apiKey: 'p' }, 'records');
  vi.useFakeTimers();
  for (const kind of ['warn', 'error'] as const) vi.spyOn(console, kind).mockImplementation(() => {});
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await deleteApp(app);
});

/** The records over a server that answers each request as listed; the last answer is repeated. */
function recordsOver(...answers: readonly ServerAnswer[]) {
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const served = answers[Math.min(sent.length, answers.length - 1)];
    sent.push(String(url).replace(/^.*:(\w+)(\?.*)?$/, '$1'));
    if (served === 'silent' || served === undefined) return new Promise(() => {});
    if (served === 'cut') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(served.body), { status: served.status });
  });
  const getIdToken = vi.fn(async () => 'new');
  const auth = { currentUser: { getIdToken } } as unknown as Auth;
  const backend = { kind: 'embedded', origin: 'http://127.0.0.1:1', projectId: 'p' } as const;
  return { ...openRecords({ backend, app, auth }), getIdToken };
}

/** What becomes of a call, and after how long. */
async function outcomeOf(call: Promise<unknown>): Promise<{ after: number; outcome: unknown }> {
  const begun = Date.now();
  let result: { after: number; outcome: unknown } | null = null;
  const end = (outcome: unknown) => {
    result = { after: Date.now() - begun, outcome };
  };
  call.then(end, (error: Error) => end(error.message));
  await vi.advanceTimersByTimeAsync(STEP_TIMEOUT_MS + 1);
  return result ?? { after: Number.POSITIVE_INFINITY, outcome: 'never' };
}

describe('a call to Firestore', () => {
  it('is one request', async () => {
    const { users } = recordsOver(answer(written));
    expect(await outcomeOf(users.removeUser(email))).toEqual({ after: 0, outcome: undefined });
    expect(sent).toEqual(['commit']);
  });

  it('is repeated while the server cannot be reached', async () => {
    const { users } = recordsOver('cut', 'cut', answer(missing));
    expect(await outcomeOf(users.readUser(email))).toEqual({ after: 2_000, outcome: null });
    expect(sent).toEqual(['batchGet', 'batchGet', 'batchGet']);
  });

  it('says within ten seconds that the server cannot be reached', async () => {
    const { users } = recordsOver('cut');
    const { after, outcome } = await outcomeOf(users.removeUser(email));
    expect(outcome).toBe('the server cannot be reached');
    expect(after).toBeLessThan(STEP_TIMEOUT_MS);
  });

  it('is repeated after a pause that took longer than planned', async () => {
    const { users } = recordsOver('cut', answer(missing));
    const call = users.readUser(email);
    await vi.advanceTimersByTimeAsync(500);
    vi.setSystemTime(Date.now() + 2 * STEP_TIMEOUT_MS);
    expect((await outcomeOf(call)).outcome).toBeNull();
    expect(sent).toEqual(['batchGet', 'batchGet']);
  });

  it('is a read: asks again when there is no answer', async () => {
    const { users } = recordsOver('silent', answer(missing));
    expect(await outcomeOf(users.readUser(email))).toEqual({ after: 2_500, outcome: null });
  });

  it('is a write: is not sent twice while the first is unanswered, and rejects because there is no answer', async () => {
    const { users } = recordsOver('silent');
    const { after, outcome } = await outcomeOf(users.removeUser(email));
    expect(outcome).toMatch(/^the server does not answer/);
    expect(after).toBe(STEP_TIMEOUT_MS);
    expect(sent).toEqual(['commit']);
  });

  it('tells whoever watches the connection once it has waited for two seconds, and not of an answer that came', async () => {
    const told: number[] = [];
    const tell = () => told.push(Date.now() - begun);
    const begun = Date.now();
    slowSteps.addEventListener('slow', tell);
    const { users } = recordsOver(answer(written), 'silent');
    await outcomeOf(users.removeUser(email));
    await outcomeOf(users.removeUser(email));
    slowSteps.removeEventListener('slow', tell);
    expect(new Set(told)).toEqual(new Set([STEP_TIMEOUT_MS + 1 + 2_000]));
  });

  it('is not repeated when the server refuses it', async () => {
    const { users } = recordsOver(refusal(403, 'Missing or insufficient permissions.'));
    const { outcome } = await outcomeOf(users.removeUser(email));
    expect(outcome).toContain('Missing or insufficient permissions.');
    expect(sent).toEqual(['commit']);
  });

  it('is repeated once with a new token when the server does not take the old one', async () => {
    const { users, getIdToken } = recordsOver(refusal(401, 'The token has expired.'));
    const { outcome } = await outcomeOf(users.removeUser(email));
    expect(outcome).toContain('The token has expired.');
    expect(sent).toEqual(['commit', 'commit']);
    expect(getIdToken).toHaveBeenCalledExactlyOnceWith(true);
  });
});

describe('applying for access', () => {
  const account = { uid: 'ann', email, displayName: 'Ann', emailVerified: true };
  const found = [
    {
      found: {
        name: `${DOCUMENTS}/applications/${email}`,
        fields: {},
        createTime: '2026-11-22T10:00:00.000000Z',
        updateTime: '2026-11-22T10:00:00.000000Z',
      },
      readTime: '2026-11-22T10:00:00.000000Z',
    },
  ];
  const none = [{ missing: `${DOCUMENTS}/applications/${email}`, readTime: '2026-11-22T10:00:00.000000Z' }];

  it('says when that has been done', async () => {
    const { applications } = recordsOver(answer(found));
    expect((await outcomeOf(applications.apply(account))).outcome).toBe('already-applied');
  });

  it('succeeds when the answer to the first attempt was lost and the second is refused', async () => {
    const refused = refusal(403, 'Missing or insufficient permissions.');
    const { applications } = recordsOver(answer(none), 'cut', refused, answer(found));
    expect((await outcomeOf(applications.apply(account))).outcome).toBe('applied');
  });

  it('fails when it is refused', async () => {
    const refused = refusal(403, 'Missing or insufficient permissions.');
    const { applications } = recordsOver(answer(none), refused, answer(none));
    expect((await outcomeOf(applications.apply(account))).outcome).toContain('insufficient permissions');
  });
});
