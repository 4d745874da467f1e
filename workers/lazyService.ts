/**
 * Pauses between the tries to fetch code, half a minute in all: the connection may be gone for a moment just when a part
 * is needed first. Milliseconds.
 */
const RETRY_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 7_000, 7_000, 8_000];
/** A fetch on a line that has fallen silent is never answered. Milliseconds. */
const FETCH_LIMIT_MS = 60_000;

const realPause = (milliseconds: number) => new Promise<void>((end) => setTimeout(end, milliseconds));

/**
 * Loads code when it is first asked for, and over a blink of the connection: a load that fails is tried again after a
 * pause. Rejects when the last try has failed, or the time is up; the next question tries again.
 * @param pause resolves after so many milliseconds
 */
export function loadOnce<T>(load: () => Promise<T>, pause = realPause): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= loadPatiently(load, pause).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function loadPatiently<T>(load: () => Promise<T>, pause: typeof realPause): Promise<T> {
  const timeUp = async () => {
    await pause(FETCH_LIMIT_MS);
    throw new Error('A part of the app could not be fetched in time.');
  };
  return Promise.race([loadAgainAndAgain(load, pause), timeUp()]);
}

async function loadAgainAndAgain<T>(load: () => Promise<T>, pause: typeof realPause): Promise<T> {
  for (const milliseconds of RETRY_PAUSES_MS) {
    try {
      return await load();
    } catch (error) {
      console.warn('A part of the app could not be fetched; it is tried again:', error);
      await pause(milliseconds);
    }
  }
  return load();
}

/**
 * An object that is loaded, with its code, when one of its methods is called first. The methods then answer later than
 * their type says, which a caller in another thread does not notice. A load that fails rejects the call; see
 * {@link loadOnce}.
 */
export function lazyService<T extends object>(load: () => Promise<T>, pause = realPause): T {
  return callingInto(loadOnce(load, pause));
}

/** `own` and, as its other members, those of an object that `load`, made by {@link loadOnce}, loads. */
export function withLazyMembers<Own extends object, T extends object>(
  own: Own,
  load: () => Promise<T>,
): Own & T {
  return new Proxy(own as Own & T, {
    get(target, name) {
      if (name === 'then' || Object.hasOwn(target, name)) return Reflect.get(target, name);
      return callingInto(async () => Reflect.get(await load(), name) as object);
    },
  });
}

function callingInto<T extends object>(load: () => Promise<T>): T {
  const call = async (name: PropertyKey, args: readonly unknown[]): Promise<unknown> => {
    const part = await load();
    return (Reflect.get(part, name) as (...args: readonly unknown[]) => unknown).apply(part, [...args]);
  };
  return new Proxy({} as T, {
    // A promise that resolves to the object would otherwise take it for another promise.
    get: (_, name) => (name === 'then' ? undefined : (...args: readonly unknown[]) => call(name, args)),
  });
}
