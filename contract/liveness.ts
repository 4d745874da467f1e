/** A worker's first message to the page: the name of the lock that it holds until it ends. */
export type LivenessMessage = { readonly livenessLock: string };
