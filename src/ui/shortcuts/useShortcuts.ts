import { createContext, use, useEffect, useLayoutEffect, useRef } from 'react';
import type { Shortcut } from './shortcut.ts';

/** What the provider gives to those below it. */
export type ShortcutRegistry = {
  /** Offers a shortcut; `run` is called when it is pressed. Returns the end. */
  add(shortcut: Shortcut, run: () => void): () => void;
  /** Shows the list of all that are offered now. */
  showList(): void;
};

export const ShortcutContext = createContext<ShortcutRegistry | null>(null);

/** Offers a shortcut while the component is there. Does nothing outside of a ShortcutProvider. */
export function useShortcut(shortcut: Shortcut, run: () => void, isOffered = true): void {
  const registry = use(ShortcutContext);
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const { id, keys, label } = shortcut;
  useEffect(() => {
    if (registry === null || !isOffered) return;
    return registry.add({ id, keys, label }, () => latest.current());
  }, [registry, id, keys, label, isOffered]);
}

/** Opens the list of shortcuts. */
export function useShortcutList(): () => void {
  const registry = use(ShortcutContext);
  return () => registry?.showList();
}
