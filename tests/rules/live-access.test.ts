import { onValue, ref } from 'firebase/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClientAt, type TestClient } from '../server/database/support/client.ts';
import { DocumentCalls } from './support/backend/DocumentCalls.ts';
import type { DocumentListen } from './support/backend/DocumentListen.ts';
import { startEmbeddedFixture } from './support/backend/embeddedFixture.ts';
import type { Fixture, Visitor } from './support/backend/fixture.ts';
import { access, users } from './support/seed.ts';

const ann = { email: 'ann@example.test', uid: 'uid-ann', verified: true };

let fixture: Fixture;
let visitor: Visitor;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  fixture = await startEmbeddedFixture();
  visitor = await fixture.signIn(ann);
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  await fixture.deleteDocument(users(ann));
  await fixture.setTree({ access: null, gl_mappings: null, usage: null });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const grant = (admin: boolean) => ({ email: ann.email, allow: true, admin, uid: visitor.uid });
const setRecord = (admin: boolean) => fixture.setDocuments({ [users(ann)]: { ...grant(admin), name: '' } });
const calls = () => new DocumentCalls({ ...fixture, authorization: `Bearer ${visitor.token}` });

async function listening(opening: Promise<DocumentListen>): Promise<DocumentListen> {
  const listen = await opening;
  closers.push(() => listen.close());
  expect(await listen.verdict()).toBe('allowed');
  return listen;
}

/** Listens to a place of the tree; tells values and, last, `ended`. */
async function watching(path: string): Promise<unknown[]> {
  const client: TestClient = openClientAt(fixture.treeAddress, visitor.token);
  closers.push(() => client.close());
  const seen: unknown[] = [];
  onValue(
    ref(client.database, path),
    (snapshot) => seen.push(snapshot.val()),
    () => seen.push('ended'),
  );
  await expect.poll(() => seen).toHaveLength(1);
  return seen;
}

describe('a right that is withdrawn ends what is being listened to', () => {
  it('the list of users, when its admin is demoted', async () => {
    await setRecord(true);
    const listen = await listening(calls().openListenToAll('users'));
    await setRecord(false);
    expect(await listen.nextDocument()).toBe('refused');
  });

  it('the own user document, when it is pinned to another account', async () => {
    await setRecord(false);
    const listen = await listening(calls().openListen(users(ann)));
    await fixture.setDocuments({ [users(ann)]: { ...grant(false), name: '', uid: 'uid-other' } });
    expect(await listen.nextDocument()).toBe('refused');
  });

  it('the mapping list, when the access entry goes', async () => {
    await fixture.setTree({ [access(ann)]: grant(false), 'gl_mappings/X': 'x' });
    const seen = await watching('gl_mappings');
    await fixture.setTree({ [access(ann)]: null });
    await expect.poll(() => seen).toEqual([{ X: 'x' }, 'ended']);
  });

  it('the usage of all, when its admin is demoted', async () => {
    await fixture.setTree({ [access(ann)]: grant(true), 'usage/total': 7 });
    const seen = await watching('usage/total');
    await fixture.setTree({ [`${access(ann)}/admin`]: false, 'usage/total': 8 });
    await expect.poll(() => seen).toEqual([7, 'ended']);
  });
});

describe('a right that is given', () => {
  it('is seen by the applicant who waits for it', async () => {
    const listen = await listening(calls().openListen(users(ann)));
    await setRecord(false);
    expect(await listen.nextDocument()).toBe('allowed');
  });
});
