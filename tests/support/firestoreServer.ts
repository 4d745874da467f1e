import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normaliseEmail } from '#model/email.ts';
import { createFirestoreService, type FirestoreService } from '#server/firestore/service.ts';
import { type Listener, listen } from '#server/http/listener.ts';
import { createOriginCheck } from '#server/http/requestOrigin.ts';
import { createRequestRouter } from '#server/http/requestRouter.ts';
import type { FirestoreRules } from '#server/rules/rules.ts';
import { openStore } from '#server/store/openStore.ts';
import type { Store } from '#server/store/store.ts';
import { grantingQuota } from './grantingQuota.ts';
import { createSdkPage } from './sdkPage.ts';
import { createTestAuth } from './testAuth.ts';

export const PROJECT = 'demo';
export const PASSWORD = 'correct horse';

export type FirestoreServer = {
  readonly origin: string;
  /** The running service and store; others after a restart. */
  readonly firestore: FirestoreService;
  readonly store: Store;
  /** Keys of all documents written so far, in the order of the commits; one for each change of a document. */
  readonly written: readonly string[];
  /** Creates an account that signs in with PASSWORD. */
  createAccount(email: string): Promise<void>;
  /** Stops the server, calls `meanwhile`, and starts it again on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

type Options = { readonly rules: FirestoreRules; readonly now?: () => number };

type Running = {
  listener: Listener;
  store: Store;
  firestore: FirestoreService;
  stop(): Promise<void>;
} & Pick<FirestoreServer, 'createAccount'>;

/** The real front, identity service and Firestore with rules of the test's own, and the page with the SDK. */
export async function startFirestoreServer(options: Options): Promise<FirestoreServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gl-firestore-'));
  const written: string[] = [];
  let running = await run(dataDir, options, 0, written);
  const { port } = running.listener;
  return {
    origin: `http://127.0.0.1:${port}`,
    get firestore() {
      return running.firestore;
    },
    get store() {
      return running.store;
    },
    written,
    createAccount: (email) => running.createAccount(email),
    async restart() {
      await running.stop();
      running = await run(dataDir, options, port, written);
    },
    async stop() {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function run(
  dataDir: string,
  { rules, now = Date.now }: Options,
  port: number,
  written: string[],
): Promise<Running> {
  const store = openStore(dataDir);
  const auth = createTestAuth(store, PROJECT);
  const quota = grantingQuota();
  const firestore = createFirestoreService({
    store,
    tokens: auth.tokens,
    rules,
    quota,
    projectId: PROJECT,
    now,
    onCommit: ({ changes }) => written.push(...changes.map(({ key }) => key)),
  });
  const services = [auth, firestore, await createSdkPage()];
  const front = createRequestRouter({
    services,
    files: new Map(),
    checkOrigin: createOriginCheck(null),
    quota,
    behindProxy: false,
    now: Date.now,
    logError: (what, error) => console.error(what, error),
  });
  const listener = await listen(front, { host: '127.0.0.1', port, quota, closeGrace: 50 });
  return {
    listener,
    store,
    firestore,
    createAccount: (email) =>
      auth.createVerifiedAccount({ email: normaliseEmail(email), password: PASSWORD, name: email }, () => {}),
    async stop() {
      for (const service of services) await service.close();
      await listener.close();
      store.close();
    },
  };
}
