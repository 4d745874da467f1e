import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  documentId,
  type Firestore,
  getCount,
  getDoc,
  getDocs,
  getFirestore,
  limit,
  orderBy,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  setLogLevel,
  startAfter,
  updateDoc,
  writeBatch,
} from 'firebase/firestore/lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../support/codeOf.ts';
import { testRules } from '../../support/firestoreRules.ts';
import { type FirestoreServer, PROJECT, startFirestoreServer } from '../../support/firestoreServer.ts';

/** The SDK without streams, as the page uses it: one HTTP call each. */
let server: FirestoreServer;
let app: FirebaseApp;
let firestore: Firestore;

beforeAll(async () => {
  // It logs each refusal, which these tests expect.
  setLogLevel('silent');
  server = await startFirestoreServer({ rules: testRules });
  app = initializeApp({ apiKey: 'k', projectId: PROJECT, appId: '1:1:web:1' }, 'lite');
  firestore = getFirestore(app);
  connectFirestoreEmulator(firestore, '127.0.0.1', Number(new URL(server.origin).port));
});
afterAll(async () => {
  await deleteApp(app);
  await server?.stop();
});

const place = (id: string) => doc(firestore, 'public', id);

test('one document: set, merge, update, server time, read, delete', async () => {
  await setDoc(place('a'), { name: 'Ann', at: serverTimestamp(), nest: { x: 1 } });
  await setDoc(place('a'), { nest: { y: 2 } }, { merge: true });
  await updateDoc(place('a'), { name: 'Bea' });
  const found = await getDoc(place('a'));
  expect(found.data()).toMatchObject({ name: 'Bea', nest: { x: 1, y: 2 } });
  expect(found.get('at').toMillis()).toBeGreaterThan(0);
  await deleteDoc(place('a'));
  expect((await getDoc(place('a'))).exists()).toBe(false);
  expect(await codeOf(updateDoc(place('a'), { name: 'x' }))).toBe('not-found');
});

test('several documents: a batch, a page', async () => {
  const batch = writeBatch(firestore);
  for (const id of ['b', 'c', 'd']) batch.set(place(id), { id });
  await batch.commit();
  const page = query(collection(firestore, 'public'), orderBy(documentId()), startAfter('b'), limit(1));
  expect((await getDocs(page)).docs.map(({ id }) => id)).toEqual(['c']);
});

test('what is not implemented is refused as such, what is denied as denied', async () => {
  expect(await codeOf(getCount(collection(firestore, 'public')))).toBe('unimplemented');
  const transaction = runTransaction(firestore, async (transaction) => {
    await transaction.get(place('b'));
    transaction.update(place('b'), { id: 'changed' });
  });
  expect(await codeOf(transaction)).toBe('unimplemented');
  expect((await getDoc(place('b'))).get('id')).toBe('b');
  expect(await codeOf(getDoc(doc(firestore, 'denied/a')))).toBe('permission-denied');
  expect(await codeOf(setDoc(doc(firestore, 'denied/a'), {}))).toBe('permission-denied');
});
