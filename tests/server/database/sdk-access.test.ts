import { get, onValue, ref, update } from 'firebase/database';
import { describe, expect, it, vi } from 'vitest';
import type { DatabaseRules } from '#server/rules/rules.ts';
import { until } from '../../support/until.ts';
import { firstValue } from './support/client.ts';
import { setupDatabase } from './support/setup.ts';
import { testTokens, tokenFor } from './support/tokens.ts';

const setup = setupDatabase();

/** Reads and writes need `access/{uid}`; only `access` itself is open to everyone signed in. */
const listRules: DatabaseRules = {
  mayRead: ({ auth, root }) => auth !== null && root.child('access').child(auth.uid).primitive() === true,
  mayWrite: ({ auth, paths, newRoot }) =>
    auth !== null &&
    paths.every(
      (path) => path[0] === 'access' || newRoot.child('access').child(auth.uid).primitive() === true,
    ),
  affectsReads: (path) => path.length === 0 || path[0] === 'access',
};

describe('permission', () => {
  it('is refused to a listen, a get and a write of someone signed out', async () => {
    const server = await setup.server();
    const client = setup.client(server);
    await expect(firstValue(ref(client.database, 'a'))).rejects.toThrow('permission_denied');
    await expect(get(ref(client.database, 'a'))).rejects.toThrow('Permission denied');
    await expect(update(ref(client.database), { a: 1 })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(update(ref(client.database), { 'a/b': 1 })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    expect(server.service.read('')).toBe(null);
  });

  it('takes back a local value that the server refused', async () => {
    const server = await setup.server({
      rules: { ...listRules, mayRead: () => true, mayWrite: () => false },
    });
    server.service.update({ a: 1 });
    const client = setup.client(server, tokenFor('ann'));
    const seen: unknown[] = [];
    const stop = onValue(ref(client.database, 'a'), (snapshot) => seen.push(snapshot.val()));
    await until(() => expect(seen).toEqual([1]));
    await expect(update(ref(client.database), { a: 2 })).rejects.toThrow('PERMISSION_DENIED');
    expect(seen).toEqual([1, 2, 1]);
    stop();
  });

  it('is given by a write that one update makes together with the data it opens', async () => {
    const server = await setup.server({ rules: listRules });
    const ann = setup.client(server, tokenFor('ann'));
    await update(ref(ann.database), { 'access/ann': true, 'a/b': 1 });
    expect(server.service.read('a')).toEqual({ b: 1 });
  });

  it('taken away by a write ends the live listens that depended on it', async () => {
    const server = await setup.server({ rules: listRules });
    server.service.update({ access: { ann: true, bob: true }, a: { b: 1 } });
    const ann = setup.client(server, tokenFor('ann'));
    const bob = setup.client(server, tokenFor('bob'));
    const refused = vi.fn();
    const seen: unknown[] = [];
    onValue(ref(ann.database, 'a'), (snapshot) => seen.push(snapshot.val()), refused);
    onValue(ref(ann.database, 'access'), () => {}, refused);
    await firstValue(ref(bob.database, 'a'));
    await until(() => expect(seen).toHaveLength(1));
    server.service.update({ 'access/ann': null, 'a/b': 2 });
    await until(() => expect(refused).toHaveBeenCalledTimes(2));
    expect(seen).toEqual([{ b: 1 }]);
    expect((await get(ref(bob.database, 'a'))).val()).toEqual({ b: 2 });
  });
});

describe('a change of the signed-in user', () => {
  it('ends the listens on sign-out', async () => {
    const server = await setup.server();
    const client = setup.client(server, tokenFor('ann'));
    const refused = vi.fn();
    const seen = vi.fn();
    onValue(ref(client.database, 'a'), seen, refused);
    await until(() => expect(seen).toHaveBeenCalledOnce());
    client.setToken(null);
    await until(() => expect(refused).toHaveBeenCalledOnce());
  });

  it('keeps the listens over a token refresh', async () => {
    const server = await setup.server();
    const client = setup.client(server, tokenFor('ann', 1000));
    const refused = vi.fn();
    const seen: unknown[] = [];
    const stop = onValue(ref(client.database, 'a'), (snapshot) => seen.push(snapshot.val()), refused);
    await until(() => expect(seen).toEqual([null]));
    client.setToken(tokenFor('ann', 2000));
    await update(ref(client.database), { a: 1 });
    expect(seen).toEqual([null, 1]);
    expect(refused).not.toHaveBeenCalled();
    stop();
  });

  it('reconnects with a fresh token when the one in use expires, and the listen goes on', async () => {
    const server = await setup.server();
    const client = setup.client(server, tokenFor('ann', 2));
    client.setNextToken(tokenFor('ann', 3600));
    const refused = vi.fn();
    const connected: unknown[] = [];
    onValue(ref(client.database, '.info/connected'), (snapshot) => connected.push(snapshot.val()));
    const seen: unknown[] = [];
    onValue(ref(client.database, 'a'), (snapshot) => seen.push(snapshot.val()), refused);
    await until(() => expect(connected.slice(-3)).toEqual([true, false, true]));
    await update(ref(client.database), { a: 1 });
    await until(() => expect(seen.at(-1)).toBe(1));
    expect(refused).not.toHaveBeenCalled();
  });

  it('reconnects when the token is refused at the start, and the listen survives', async () => {
    const revoked = new Set<string>();
    const server = await setup.server({ tokens: testTokens(revoked) });
    server.service.update({ a: 1 });
    const old = tokenFor('ann', 1000);
    revoked.add(old);
    const client = setup.client(server, old);
    client.setNextToken(tokenFor('ann', 2000));
    expect(await firstValue(ref(client.database, 'a'))).toBe(1);
  });
});
