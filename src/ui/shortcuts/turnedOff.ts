const STORAGE_KEY = 'shortcuts-off';
/** In place of an id: all of them. */
export const ALL = '*';

/** Which shortcuts this browser has turned off; none where it stores nothing. */
export function readTurnedOff(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  } catch {
    // Storage is blocked, or another program has written this entry.
    return new Set();
  }
}

export function storeTurnedOff(ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...ids]));
  } catch (error) {
    console.warn('The choice of shortcuts will be gone with the page:', error);
  }
}
