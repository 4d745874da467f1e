import { expose } from 'comlink';
import type { CallbackArgument, WorkerEvent } from '#contract/worker.ts';

/** Posts an event to the page. Buffers named in `transfer` are not copied: they must not be used any more. */
export type Emit<Event> = (event: Event, options?: { readonly transfer: ArrayBuffer[] }) => void;

/** Offers `api` to the page, whose side is `connectWorker`. Functions among the arguments of a call reach the page as events. */
export function exposeWorker(api: object): void {
  holdLivenessLock();
  expose(withCallbacks(api), self);
}

/** Gives a worker's own events a type. */
export function createEmit<Event extends { readonly kind: string }>(): Emit<Event> {
  return (event, options) => self.postMessage(event, options ?? {});
}

/**
 * Lets the page notice the end of this worker, whatever ended it: the browser releases the lock then, and gives no other
 * sign of a worker that closed or was killed. Does nothing where there are no locks (no secure context).
 */
function holdLivenessLock(): void {
  const lock = `worker/${crypto.randomUUID?.()}`;
  // Node 20, in which the tests run workers, has no navigator.
  void globalThis.navigator?.locks?.request(lock, () => {
    self.postMessage({ kind: 'alive', lock } satisfies WorkerEvent);
    return new Promise(() => {});
  });
}

/** The same API; its methods get functions where the page has sent {@link CallbackArgument}s. */
function withCallbacks<Part extends object>(part: Part): Part {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'function')
        return (...args: readonly unknown[]) => member.apply(target, args.map(callbackOf));
      return typeof member === 'object' && member !== null ? withCallbacks(member) : member;
    },
  });
}

function callbackOf(argument: unknown): unknown {
  if (!isCallback(argument)) return argument;
  const { callback } = argument;
  return (...values: readonly unknown[]) =>
    self.postMessage({ kind: 'callback', callback, values } satisfies WorkerEvent);
}

function isCallback(argument: unknown): argument is CallbackArgument {
  return typeof argument === 'object' && argument !== null && 'callback' in argument;
}
