import { type PointerEvent, useRef, useState } from 'react';

/**
 * The position of the row that the pointer was moved to, until it leaves the list or a key is pressed. Browsers also
 * tell of a pointer that stands still over rows that move: that is no wish to know about them.
 */
export function useHoveredRow() {
  const [hovered, setHovered] = useState<number | null>(null);
  const last = useRef({ x: 0, y: 0 });
  const pointer = {
    onPointerMove({ target, clientX: x, clientY: y }: PointerEvent) {
      if (last.current.x === x && last.current.y === y) return;
      last.current = { x, y };
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      setHovered(row === null ? null : Number(row.dataset['row']));
    },
    onPointerLeave: () => setHovered(null),
    onKeyDownCapture: () => setHovered(null),
  };
  return { hovered, pointer };
}
