/** What a worker tells its page first: the lock that it holds as long as it lives. */
export type LivenessMessage = { readonly lifeLock: string };
