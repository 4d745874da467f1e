const INPUTS = ['keydown', 'beforeinput', 'pointerdown', 'mousedown', 'click'] as const;

/**
 * Drops keys and presses until the returned function is called: what somebody presses while a question is on its way to
 * them must change nothing that it asks about.
 */
export function holdInput(): () => void {
  const drop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const input of INPUTS) window.addEventListener(input, drop, { capture: true, passive: false });
  return () => {
    for (const input of INPUTS) window.removeEventListener(input, drop, { capture: true });
  };
}
