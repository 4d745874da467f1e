import { useLayoutEffect, useRef } from 'react';

/** Calls `onHandOver` with the former `current` when another takes its place while the component is there. */
export function useHandOver<T>(current: T, onHandOver: (former: T) => void): void {
  const last = useRef(current);
  useLayoutEffect(() => {
    const former = last.current;
    last.current = current;
    if (former !== current) onHandOver(former);
  });
}
