import type { AuthService } from './auth/auth-service.ts';
import type { DatabaseService } from './database/service.ts';
import type { FirestoreService } from './firestore/service.ts';

/** The three services of the product, for trusted writes past all rules. */
export type Services = {
  readonly auth: AuthService;
  readonly documents: FirestoreService;
  readonly tree: DatabaseService;
};
