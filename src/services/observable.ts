/** A value that changes, in the form React's `useSyncExternalStore` takes. */
export type Observable<T> = {
  get(): T;
  /** Returns the end of the subscription. */
  subscribe(onChange: () => void): () => void;
};

/** An observable that its owner can set. Setting the same value changes nothing. */
type Settable<T> = Observable<T> & { set(value: T): void };

export function createObservable<T>(initial: T): Settable<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listen of listeners) listen();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
