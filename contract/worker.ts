/**
 * What every worker posts to its page besides its own events and Comlink's answers, all over the worker's one port, so that
 * what is posted first arrives first.
 */
export type WorkerEvent = LivenessEvent | CallbackEvent;

/** A worker's first message: the name of the lock that it holds until it ends. */
type LivenessEvent = { readonly kind: 'alive'; readonly lock: string };

/** A worker has called the function that the page passed as an argument, such as `onProgress`. */
type CallbackEvent = {
  readonly kind: 'callback';
  readonly callback: number;
  readonly values: readonly unknown[];
};

/** In place of a function among the arguments of a call; it can be called until the call is answered. */
export type CallbackArgument = { readonly callback: number };
