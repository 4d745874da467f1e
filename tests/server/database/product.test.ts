import { signInWithEmailAndPassword } from 'firebase/auth';
import { type Database, get, getDatabase, onValue, ref, update } from 'firebase/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listUpdate, usageUpdate } from '#bench/protocol/listWrite.ts';
import { EMBEDDED_PROJECT } from '#model/backend.ts';
import { utcDay } from '#model/day.ts';
import { normaliseEmail } from '#model/email.ts';
import { type AuthClient, createAuthClient } from '../../support/authClient.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;
let client: AuthClient;
let database: Database;

beforeEach(async () => {
  server = await startTestServer();
  client = createAuthClient(server.origin);
  database = getDatabase(client.auth.app, `${server.origin.replace('http', 'ws')}?ns=${EMBEDDED_PROJECT}`);
});

afterEach(async () => {
  await client.close();
  await server.stop();
});

describe('the tree behind the product port', () => {
  it('keeps what the administrator writes over a restart, and the listener comes back', async () => {
    await signInWithEmailAndPassword(client.auth, server.admin.email, server.admin.password);
    const mapping = { description: 'ACME Ltd.', glAccount: '4000' };
    const by = { uid: client.auth.currentUser?.uid ?? '', email: server.admin.email };
    const before = {
      version: (await get(ref(database, 'gl_mappings_version'))).val(),
      stored: {},
    };
    await update(ref(database), listUpdate({ 'ACME Ltd_': mapping }, before, by));
    const connected: unknown[] = [];
    onValue(ref(database, '.info/connected'), (snapshot) => connected.push(snapshot.val()));
    const seen: unknown[] = [];
    onValue(ref(database, 'gl_mappings'), (snapshot) => seen.push(snapshot.val()));
    await until(() => expect(seen).toEqual([{ 'ACME Ltd_': mapping }]));
    await server.restart();
    await until(() => expect(connected.slice(-2)).toEqual([false, true]));
    const today = utcDay(new Date());
    await update(ref(database, 'usage'), usageUpdate(normaliseEmail(server.admin.email), 3, today));
    const counted = (await get(ref(database, 'usage'))).val();
    expect(counted).toMatchObject({ total: 3, daily: { [today]: 3 } });
    expect(seen).toEqual([{ 'ACME Ltd_': mapping }]);
  });
});
