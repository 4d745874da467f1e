import { type AuthService, createAuthService } from '../../server/auth/auth-service.ts';
import { createNotConfigured } from '../../server/auth/identity/not-configured.ts';
import type { Store } from '../../server/store/store.ts';

/** Weak on purpose: tests sign in often. */
export const CHEAP_SCRYPT = { cost: 4, r: 1, p: 1 };

/** The identity service alone, for tests that put another service beside it. Its mails go nowhere. */
export function createTestAuthService(store: Store, projectId: string): AuthService {
  return createAuthService({
    store,
    projectId,
    now: Date.now,
    scrypt: CHEAP_SCRYPT,
    behindProxy: false,
    brand: 'GL Classifier',
    mailer: { send: () => Promise.resolve() },
    identities: createNotConfigured(),
    logError: (what, error) => console.error(what, error),
  });
}
