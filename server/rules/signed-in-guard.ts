import type { DatabaseGuard, FirestoreGuard } from './guard.ts';

const NO_READS: ReadonlySet<string> = new Set();

/** Refuses whoever is signed out. Stands in until the rules files are enforced. */
export const signedInFirestoreGuard: FirestoreGuard = {
  judge: (request) => ({ allowed: request.auth !== null, reads: NO_READS }),
};

export const signedInDatabaseGuard: DatabaseGuard = {
  mayRead: (request) => request.auth !== null,
  mayWrite: (request) => request.auth !== null,
  affectsReads: () => false,
};
