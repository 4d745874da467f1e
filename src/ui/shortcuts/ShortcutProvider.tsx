import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { lazyComponent } from '../lazyPage.ts';
import { ALL, isTaken, keyOf, LIST, readTurnedOff, type Shortcut, storeTurnedOff } from './shortcut.ts';
import { ShortcutContext, type ShortcutRegistry } from './useShortcuts.ts';

const ShortcutDialog = lazyComponent(async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog);

/** The second of two keys must follow within this time. Milliseconds. */
const SECOND_KEY_MS = 1_500;

type Offer = { readonly shortcut: Shortcut; readonly run: () => void };

/** Handles the shortcuts of its children and lists them; each can be turned off in this browser (WCAG 2.1.4). */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const offers = useRef(new Set<Offer>());
  const [turnedOff, setTurnedOff] = useState(readTurnedOff);
  const [isListOpen, setListOpen] = useState(false);
  const registry = useMemo<ShortcutRegistry>(
    () => ({
      add(shortcut, run) {
        const offer = { shortcut, run };
        offers.current.add(offer);
        return () => offers.current.delete(offer);
      },
      showList: () => setListOpen(true),
    }),
    [],
  );
  useEffect(() => registry.add(LIST, registry.showList), [registry]);
  useEffect(() => {
    // The list must stay within reach: it is where shortcuts are turned on again.
    const isOn = ({ shortcut: { id } }: Offer) =>
      !turnedOff.has(id) && (id === LIST.id || !turnedOff.has(ALL));
    const usable = () => [...offers.current].filter(isOn);
    return listen(
      (keys) => usable().find(({ shortcut }) => shortcut.keys === keys),
      (first) => usable().some(({ shortcut }) => shortcut.keys.startsWith(`${first} `)),
    );
  }, [turnedOff]);

  const choose = (ids: ReadonlySet<string>) => {
    setTurnedOff(ids);
    storeTurnedOff(ids);
  };
  return (
    <ShortcutContext value={registry}>
      {children}
      {isListOpen && (
        <ShortcutDialog
          shortcuts={[...offers.current].map(({ shortcut }) => shortcut)}
          turnedOff={turnedOff}
          onChoose={choose}
          onClose={() => setListOpen(false)}
        />
      )}
    </ShortcutContext>
  );
}

/** Runs what the keys pressed stand for. Returns the end. */
function listen(find: (keys: string) => Offer | undefined, isFirst: (key: string) => boolean): () => void {
  let first: { readonly key: string; readonly at: number } | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.defaultPrevented || isTaken(event.target) ? null : keyOf(event);
    if (key === null) return;
    const isSecond = first !== null && event.timeStamp - first.at < SECOND_KEY_MS;
    const offer = find(isSecond ? `${first?.key} ${key}` : key);
    first = !isSecond && isFirst(key) ? { key, at: event.timeStamp } : null;
    if (offer === undefined) return;
    event.preventDefault();
    offer.run();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
