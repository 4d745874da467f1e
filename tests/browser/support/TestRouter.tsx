import { type ReactNode, useState } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';

/** A router whose addresses are not those of the browser that runs the tests. */
export function TestRouter({ start = '/', children }: { start?: string; children: ReactNode }) {
  const [{ hook }] = useState(() => memoryLocation({ path: start }));
  return <Router hook={hook}>{children}</Router>;
}
