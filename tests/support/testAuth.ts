import { type AuthServer, createAuthServer } from '#server/auth/authServer.ts';
import { createNotConfigured } from '#server/auth/identity/identityProvider.ts';
import type { Store } from '#server/store/store.ts';
import { grantingQuota } from './grantingQuota.ts';

/** The real identity service with cheap passwords, for tests of its neighbours; its mail goes nowhere. */
export function createTestAuth(store: Store, projectId: string): AuthServer {
  return createAuthServer({
    store,
    projectId,
    now: Date.now,
    scrypt: { cost: 4, r: 1, p: 1 },
    behindProxy: false,
    quota: grantingQuota(),
    publicOrigin: null,
    accessOf: () => 'none',
    audit: () => {},
    brand: 'GL Classifier',
    mailer: { send: async () => {} },
    identities: createNotConfigured(),
    logError: (what, error) => console.error(what, error),
  });
}
