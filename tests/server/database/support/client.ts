import { Component, type ComponentContainer } from '@firebase/component';
import { deleteApp, initializeApp } from 'firebase/app';
import { type Database, getDatabase, onValue, type Query } from 'firebase/database';
import { PROJECT } from './server.ts';

type TokenListener = (token: string | null) => void;

export type TestClient = {
  readonly database: Database;
  /** Signs in (or out, with null), as the Auth SDK would announce it. */
  setToken(token: string | null): void;
  /** Token to hand out when the SDK asks for a fresh one. */
  setNextToken(token: string | null): void;
  close(): Promise<void>;
};

let count = 0;

/** The unmodified SDK, with a stand-in for the Auth SDK that hands over the given tokens. */
export function openClient(port: number, token: string | null = null): TestClient {
  return openClientAt(`ws://127.0.0.1:${port}?ns=${PROJECT}`, token);
}

/** As {@link openClient}, with the whole address of the database. */
export function openClientAt(address: string, token: string | null): TestClient {
  count += 1;
  const app = initializeApp({ apiKey: 'k', projectId: PROJECT, appId: '1:1:web:1' }, `client-${count}`);
  const listeners = new Set<TokenListener>();
  let current = token;
  let next: string | null | undefined;
  const auth = {
    getUid: () => null,
    getToken: (forceRefresh: boolean) => {
      if (forceRefresh && next !== undefined) current = next;
      return Promise.resolve(current === null ? null : { accessToken: current });
    },
    addAuthTokenListener: (listener: TokenListener) => listeners.add(listener),
    removeAuthTokenListener: (listener: TokenListener) => listeners.delete(listener),
  };
  const { container } = app as unknown as { readonly container: ComponentContainer };
  // Overwrites that of the Auth SDK, in tests that load it too.
  container.addOrOverwriteComponent(
    new Component('auth-internal' as never, () => auth as never, 'PRIVATE' as never),
  );
  return {
    database: getDatabase(app, address),
    setToken(changed) {
      current = changed;
      for (const listener of listeners) listener(changed);
    },
    setNextToken(fresh) {
      next = fresh;
    },
    close: () => deleteApp(app),
  };
}

/** Resolves with the first value of a listen that satisfies the condition; rejects when it is refused. */
export function firstValue(query: Query, holds: (value: unknown) => boolean = () => true): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = onValue(
      query,
      (snapshot) => {
        if (!holds(snapshot.val())) return;
        queueMicrotask(() => stop());
        resolve(snapshot.val());
      },
      reject,
    );
  });
}
