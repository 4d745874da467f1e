/**
 * An object that is loaded, with its code, when one of its methods is called first. The methods then answer later than
 * their type says, which a caller in another thread does not notice. A load that fails rejects the call, and the next
 * call tries again.
 */
export function lazyPart<T extends object>(load: () => Promise<T>): T {
  let loading: Promise<T> | null = null;
  const call = async (name: PropertyKey, args: readonly unknown[]): Promise<unknown> => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    const part = await loading;
    return (Reflect.get(part, name) as (...args: readonly unknown[]) => unknown).apply(part, [...args]);
  };
  return new Proxy({} as T, {
    // What Comlink marks the object with is its own.
    get: (own, name) =>
      Reflect.has(own, name) ? Reflect.get(own, name) : (...args: readonly unknown[]) => call(name, args),
  });
}
