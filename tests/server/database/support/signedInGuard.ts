import type { DatabaseGuard } from '#server/rules/guard.ts';

/** Lets everyone who is signed in do everything. */
export const signedInDatabaseGuard: DatabaseGuard = {
  mayRead: (request) => request.auth !== null,
  mayWrite: (request) => request.auth !== null,
  affectsReads: () => false,
};
