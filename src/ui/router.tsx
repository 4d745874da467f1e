import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  use,
  useEffect,
  useState,
} from 'react';

/** The part of an address by which the app chooses what it shows. */
export type Place = { readonly pathname: string; readonly search: string };

/** The addresses that a tab goes through. */
export type Addresses = {
  place(): Place;
  /** Adds `to`, a path of this origin with or without a query, or puts it in place of the present address. */
  go(to: string, how: 'push' | 'replace'): void;
  /** Calls `onChange` when the person goes back or forth. Returns the end of the watch. */
  watch(onChange: () => void): () => void;
};

/** Those of the browser's tab. */
export const browserAddresses: Addresses = {
  place: () => ({ pathname: window.location.pathname, search: window.location.search }),
  go: (to, how) => window.history[how === 'push' ? 'pushState' : 'replaceState'](null, '', to),
  watch(onChange) {
    window.addEventListener('popstate', onChange);
    return () => window.removeEventListener('popstate', onChange);
  },
};

type RouterState = { readonly place: Place; go(to: string, how?: 'push' | 'replace'): void };

const RouterContext = createContext<RouterState | null>(null);

/**
 * Tells the app inside at which address it is. The product has five fixed addresses, for which this is enough; a
 * routing library costs 13 kB before the sign-in screen can be shown.
 */
export function Router({ addresses, children }: { addresses: Addresses; children: ReactNode }) {
  const [place, setPlace] = useState(addresses.place);
  // In a transition: the page stays until the code of the next one is there.
  const follow = () => startTransition(() => setPlace(addresses.place()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `follow` does the same in every render.
  useEffect(() => addresses.watch(follow), [addresses]);
  const go: RouterState['go'] = (to, how = 'push') => {
    addresses.go(to, how);
    follow();
  };
  return <RouterContext value={{ place, go }}>{children}</RouterContext>;
}

/** The address, and how to go to another. */
export function useRouter(): RouterState {
  const router = use(RouterContext);
  if (router === null) throw new Error('useRouter needs a Router around the component');
  return router;
}

/** Goes to `to` in place of the present address. */
export function Redirect({ to }: { to: string }) {
  const { go } = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address.
  useEffect(() => go(to, 'replace'), [to]);
  return null;
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; ref?: Ref<HTMLAnchorElement> };

/** A link inside the app; marked as the current one at its own address. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const { place, go } = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    go(to);
  };
  return <a href={to} aria-current={place.pathname === to ? 'page' : undefined} {...rest} onClick={follow} />;
}

/** In another tab or window, or as a download: that is for the browser. */
function opensElsewhere({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey;
}
