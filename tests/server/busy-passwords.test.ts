import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { HeldThread, holdThreads, releaseThreads } from '../support/HeldThread.ts';
import { postJson } from '../support/post.ts';
import type { TestServer } from '../support/server.ts';

vi.mock('node:worker_threads', () => ({ Worker: HeldThread }));

let server: TestServer;
beforeAll(async () => {
  // The server's modules as this file's mock has them, and for the next file of this process as they are.
  vi.resetModules();
  const { startTestServer } = await import('../support/server.ts');
  // Behind a proxy, as which the test speaks.
  server = await startTestServer({ publicUrl: new URL('https://gl.example.com') });
});
afterAll(async () => {
  await server.stop();
  vi.doUnmock('node:worker_threads');
  vi.resetModules();
});

async function signIn(address: string, email: string, password: string): Promise<string> {
  const url = `http://127.0.0.1:${server.port}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x`;
  const { status, body } = await postJson(
    url,
    { email, password, returnSecureToken: true },
    { 'X-Forwarded-For': address },
  );
  return status === 200 ? 'signed in' : (body as { error: { message: string } }).error.message;
}

it('sign-ins of everybody at once are put off, and that uses up no try', async () => {
  holdThreads();
  // More than may wait whatever the machine (1,000 and one per thread), each of another person from another place.
  const waiting = Array.from({ length: 1010 }, (_, n) =>
    signIn(`10.0.${n >> 8}.${n & 255}`, `p${n}@example.com`, 'wrong'),
  );
  expect(await Promise.race(waiting)).toContain('Too many people are signing in');
  // Ten wrong passwords are allowed.
  for (let tries = 0; tries < 12; tries++)
    expect(await signIn('10.1.0.1', server.admin.email, 'wrong')).toContain('Too many people are signing in');

  releaseThreads();
  expect(await Promise.all(waiting)).toContain('INVALID_LOGIN_CREDENTIALS');
  expect(await signIn('10.1.0.1', server.admin.email, server.admin.password)).toBe('signed in');
});
