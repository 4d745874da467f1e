import { type ReactNode, useState } from 'react';
import { type Addresses, Router } from '#src/ui/router.tsx';

/** A router whose addresses are not those of the browser that runs the tests. */
export function TestRouter({ start = '/', children }: { start?: string; children: ReactNode }) {
  const [addresses] = useState(() => addressesFrom(start));
  return <Router addresses={addresses}>{children}</Router>;
}

function addressesFrom(start: string): Addresses {
  let at = new URL(start, 'http://localhost');
  return {
    place: () => ({ pathname: at.pathname, search: at.search }),
    go(to) {
      at = new URL(to, at);
    },
    watch: () => () => {},
  };
}
