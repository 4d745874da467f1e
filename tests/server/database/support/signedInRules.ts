import type { DatabaseRules } from '#server/rules/rules.ts';

/** Lets everyone who is signed in do everything. */
export const signedInDatabaseRules: DatabaseRules = {
  mayRead: (request) => request.auth !== null,
  mayWrite: (request) => request.auth !== null,
  affectsReads: () => false,
};
