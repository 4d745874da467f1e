import { type AnchorHTMLAttributes, type ReactNode, type Ref, useDeferredValue } from 'react';
import {
  type BaseLocationHook,
  useLocation,
  useRouter,
  Link as WouterLink,
  Router as WouterRouter,
} from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';

/**
 * Gives the components inside the address of the tab. The page shown stays until the code of the next one is loaded:
 * React renders a deferred value in the background and shows no `Suspense` fallback for it.
 */
export function Router({ children }: { children: ReactNode }) {
  return <WouterRouter hook={useDeferredLocation}>{children}</WouterRouter>;
}

const useDeferredLocation: BaseLocationHook = () => {
  const [pathname, navigate] = useBrowserLocation();
  return [useDeferredValue(pathname), navigate];
};
useDeferredLocation.searchHook = () => useDeferredValue(useBrowserSearch());

/**
 * The query of the address. `useSearch` of wouter decodes percent signs before `URLSearchParams` decodes them again,
 * which would turn the text `5%20` into `5 `; hence the undecoded query is read here.
 */
export function useQuery(): URLSearchParams {
  const { searchHook: useUndecodedSearch } = useRouter();
  return new URLSearchParams(useUndecodedSearch());
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link inside the app; marked with `aria-current` while its own page is shown. */
export function Link({ to, ...rest }: LinkProps) {
  const [pathname] = useLocation();
  return <WouterLink aria-current={pathname === to ? 'page' : undefined} {...rest} href={to} />;
}
