import { describe, expect, it, vi } from 'vitest';
import { BackendUnknown, fetchHostedBackend, findBackend } from '#src/services/backend.ts';

const project = {
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_AUTH_DOMAIN: 'p.firebaseapp.com',
  VITE_FIREBASE_PROJECT_ID: 'p',
  VITE_FIREBASE_APP_ID: '1:2:web:3',
  VITE_FIREBASE_DATABASE_URL: 'https://p.firebaseio.com',
};
const built = {
  kind: 'firebase',
  apiKey: 'key',
  authDomain: 'p.firebaseapp.com',
  projectId: 'p',
  appId: '1:2:web:3',
  databaseURL: 'https://p.firebaseio.com',
};
const own = { origin: 'http://localhost:8080', isEmbedded: true };

describe('the choice of the backend', () => {
  it('is our own server for a page that it has marked, without asking', () => {
    const expected = { kind: 'embedded', origin: 'http://localhost:8080', projectId: 'gl-classifier' };
    expect(findBackend({ VITE_FIREBASE_API_KEY: ' ' }, own)).toEqual(expected);
  });

  it('is the Firebase project that the build was given, wherever the page comes from', () => {
    expect(findBackend(project, { origin: 'https://p.web.app', isEmbedded: false })).toEqual(built);
    expect(findBackend(project, own)).toEqual(built);
  });

  it('is refused when a part is missing, which is named', () => {
    const incomplete = { ...project, VITE_FIREBASE_APP_ID: undefined };
    expect(() => findBackend(incomplete, own)).toThrow(/set VITE_FIREBASE_APP_ID, or none/);
  });

  it('has the official emulators in place of Google’s services when both are named', () => {
    const [auth, firestore] = ['http://127.0.0.1:9099', 'http://127.0.0.1:8085'];
    const emulators = { VITE_AUTH_EMULATOR: auth, VITE_FIRESTORE_EMULATOR: firestore };
    const emulated = { ...built, emulators: { auth, firestore } };
    expect(findBackend({ ...project, ...emulators }, own)).toEqual(emulated);
    expect(() => findBackend({ ...project, ...emulators, VITE_AUTH_EMULATOR: '' }, own)).toThrow(/or none/);
  });

  it('is asked for at Firebase Hosting’s reserved address on any other page', async () => {
    const ask = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(hosted));
    await expect(findBackend({}, { origin: 'https://p.web.app', isEmbedded: false })).resolves.toEqual(built);
    // With a signal: a host that never answers must not hold the page for ever.
    expect(ask.mock.calls).toEqual([['/__/firebase/init.json', { signal: expect.any(AbortSignal) }]]);
    ask.mockRestore();
  });
});

const { kind: _kind, ...settings } = built;
const hosted = { ...settings, messagingSenderId: '2', storageBucket: 'p.appspot.com' };

const answering = (body: BodyInit, init?: ResponseInit) => async () => new Response(body, init);
const refusal = (ask: () => Promise<Response>): Promise<BackendUnknown> =>
  fetchHostedBackend(ask).then(
    () => {
      throw new Error('was found');
    },
    (error: BackendUnknown) => error,
  );

describe('the settings that Firebase Hosting tells', () => {
  it('do without the app’s id, which a site without a web app lacks', async () => {
    const { appId, ...rest } = hosted;
    const { appId: _, ...expected } = built;
    expect(await fetchHostedBackend(answering(JSON.stringify(rest)))).toEqual(expected);
  });

  it.each([
    ['nothing there', answering('Not found', { status: 404 })],
    ['the start page in their place', answering('<!doctype html><html lang="en"></html>')],
    ['settings cut off', answering('{"apiKey":"key",')],
    ['no object', answering('null')],
    ['undefined, as an offline emulator answers', answering('undefined')],
  ])('are missed by name: %s', async (_, ask) => {
    const error = await refusal(ask);
    expect(error).toBeInstanceOf(BackendUnknown);
    expect(error.kind).toBe('settings');
    expect(error.message).toMatch(
      /no settings at \/__\/firebase\/init\.json.*npm start.*Firebase Hosting.*VITE_FIREBASE_\*/,
    );
  });

  it('of a project without a database say what is to be created', async () => {
    const error = await refusal(answering(JSON.stringify({ ...hosted, databaseURL: undefined })));
    expect(error.kind).toBe('settings');
    expect(error.message).toMatch(/has no databaseURL: create its Realtime Database/);
  });

  it.each([
    ['the network is gone', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['nobody answers in time', async () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
    ['the site is overloaded', answering('Service Unavailable', { status: 503 })],
  ])('may be asked for again when %s', async (_, ask) => {
    expect((await refusal(ask)).kind).toBe('unreachable');
  });
});
