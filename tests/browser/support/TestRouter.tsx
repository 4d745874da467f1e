import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';

/** A router whose addresses are not those of the browser that runs the tests. */
export function TestRouter({ start = '/', children }: { start?: string; children: ReactNode }) {
  return <MemoryRouter initialEntries={[start]}>{children}</MemoryRouter>;
}

/** Shows the address of the router. */
export function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}
