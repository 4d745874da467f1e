/** Loads at the first call; what fails is tried again by the next call. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/**
 * An object that is loaded, with its code, when one of its methods is called first. The methods then answer later than
 * their type says, which a caller in another thread does not notice. A load that fails rejects the call, and the next
 * call tries again.
 */
export function lazyPart<T extends object>(load: () => Promise<T>): T {
  const part = loadOnce(load);
  const call = async (name: PropertyKey, args: readonly unknown[]): Promise<unknown> => {
    const loaded = await part();
    return (Reflect.get(loaded, name) as (...args: readonly unknown[]) => unknown).apply(loaded, [...args]);
  };
  return new Proxy({} as T, {
    // A promise that resolves to the object would otherwise take it for another promise.
    get: (_, name) => (name === 'then' ? undefined : (...args: readonly unknown[]) => call(name, args)),
  });
}
