/** What tests do with Firestore on a page that has the SDK (sdkPage.ts). */
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type FirestoreServer, PASSWORD, PROJECT } from './firestoreServer.ts';
import { openSdkPage } from './sdkPage.ts';

/** With it come the types of `window.sdk` and its like. */
export type { Sdk } from './sdkPage.ts';

/** A query constraint by its name in the SDK, e.g. `['startAfter', 'b']` or `['limit', 2]`. */
type Constraint = readonly [name: 'orderBy' | 'startAfter' | 'endAt' | 'limit', ...args: unknown[]];

/** A listener's last event: `[id, data]` of each document, or the reason why the listener ended. */
type Seen =
  | { readonly docs: readonly (readonly [id: string, data: unknown])[]; readonly fromCache: boolean }
  | { readonly error: string };

/** Opens the page and signs in, or stays signed out. */
export async function openPage(
  browser: Browser,
  server: FirestoreServer,
  email: string | null,
  firestore: object = {},
): Promise<Page> {
  const page = await openSdkPage(browser, server.origin);
  await page.evaluate(
    async ({ email, password, projectId, firestore }) => {
      const { auth } = window.sdk.start({ projectId, firestore });
      if (email) await window.sdk.auth.signInWithEmailAndPassword(auth, email, password);
    },
    { email, password: PASSWORD, projectId: PROJECT, firestore },
  );
  return page;
}

/** Listens to a document (even number of segments) or a collection; records its events under `name`. */
export async function watch(
  page: Page,
  name: string,
  path: string,
  constraints: readonly Constraint[] = [],
): Promise<void> {
  await page.evaluate(
    ({ name, path, constraints }) => {
      const { fs } = window.connection;
      const sdk = window.sdk.firestore;
      const log: unknown[] = [];
      window.recorded[name] = log;
      const fail = (error: { code: string }) => log.push({ error: error.code });
      if (path.split('/').length % 2 === 0) {
        sdk.onSnapshot(
          sdk.doc(fs, path),
          { includeMetadataChanges: true },
          (snapshot) => {
            const docs = snapshot.exists() ? [[snapshot.id, snapshot.data()]] : [];
            log.push({ docs, fromCache: snapshot.metadata.fromCache });
          },
          fail,
        );
        return;
      }
      const functions = sdk as unknown as Record<string, (...args: unknown[]) => never>;
      const parts = constraints.map(([kind, ...args]) => functions[kind]?.(...args) as never);
      sdk.onSnapshot(
        sdk.query(sdk.collection(fs, path), ...parts),
        { includeMetadataChanges: true },
        (snapshot) => {
          const docs = snapshot.docs.map((one) => [one.id, one.data()]);
          log.push({ docs, fromCache: snapshot.metadata.fromCache });
        },
        fail,
      );
    },
    { name, path, constraints },
  );
}

/** All events of the listener. */
export function history(page: Page, name: string): Promise<Seen[]> {
  return page.evaluate((name) => window.recorded[name] as Seen[], name);
}

/** The listener's last event. */
export async function latest(page: Page, name: string): Promise<Seen | undefined> {
  return (await history(page, name)).at(-1);
}

/** Document ids of the listener's last event. */
export async function latestIds(page: Page, name: string): Promise<string[] | undefined> {
  const seen = await latest(page, name);
  return seen && 'docs' in seen ? seen.docs.map(([id]) => id) : undefined;
}

export async function set(page: Page, path: string, data: Record<string, unknown>): Promise<void> {
  await page.evaluate(
    async ({ path, data }) => {
      const { doc, setDoc } = window.sdk.lite;
      await setDoc(doc(window.connection.fsLite, path), data);
    },
    { path, data },
  );
}

export async function remove(page: Page, path: string): Promise<void> {
  await page.evaluate(async (path) => {
    const { doc, deleteDoc } = window.sdk.lite;
    await deleteDoc(doc(window.connection.fsLite, path));
  }, path);
}

/** Data of a document as the server has it; null when there is none. */
export function read(page: Page, path: string): Promise<Record<string, unknown> | null> {
  return page.evaluate(async (path) => {
    const { doc, getDoc } = window.sdk.lite;
    return (await getDoc(doc(window.connection.fsLite, path))).data() ?? null;
  }, path);
}

/** Runs `work` in the page; resolves with the code of its FirebaseError, or null when it succeeds. */
export function refusalOf(page: Page, work: () => Promise<unknown>): Promise<string | null> {
  return page.evaluate(
    `(${work.toString()})().then(() => null, (error) => error.code ?? String(error))`,
  ) as Promise<string | null>;
}

/** Expects what `get` returns to become as the matcher says, within a time that a busy machine needs. */
export function eventually<T>(get: () => T | Promise<T>): ReturnType<typeof expect.poll> {
  return expect.poll(get, { timeout: 20_000, interval: 20 });
}
