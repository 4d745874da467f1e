/**
 * What `action` returns, which reads or writes `localStorage` or `sessionStorage`; undefined where the browser forbids that,
 * or has no room. Nothing depends on what is stored this way: `loss` tells developers what a person then does without.
 */
export function tryStorage<T>(loss: string, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    console.warn(loss, error);
    return undefined;
  }
}

/** The value stored as JSON; null for none, and for what another version or program has stored. */
export function parseStored(json: string | null | undefined): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
