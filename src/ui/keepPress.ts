/** What is clicked rather than typed into. */
const CONTROLS = 'a, button, input, label, summary, [role="option"], [role="menuitem"]';

/** So far a hand moves the mouse while it presses. CSS pixels. */
const STEADY = 4;

type Press = { readonly control: HTMLElement; readonly on: DOMRect; readonly x: number; readonly y: number };

/**
 * Clicks what was pressed also if the page has moved it from under the resting mouse before the release: a warning or a
 * number that comes in above a button would lose the click, since browsers give none to either place then
 * (UI Events §3.5, `click`: the nearest common ancestor gets it). Touch needs none of it, and keys neither.
 * @returns ends it
 */
export function keepPresses(): () => void {
  const end = new AbortController();
  let press: Press | null = null;
  const onDown = ({ button, target, clientX: x, clientY: y }: MouseEvent) => {
    const control = target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
    press = button === 0 && control !== null ? { control, on: control.getBoundingClientRect(), x, y } : null;
  };
  const onUp = (event: MouseEvent) => {
    if (press !== null && event.button === 0 && hasMoved(press, event)) press.control.click();
    press = null;
  };
  const options = { capture: true, signal: end.signal };
  document.addEventListener('mousedown', onDown, options);
  document.addEventListener('mouseup', onUp, options);
  return () => end.abort();
}

/** Whether what was pressed is elsewhere by now, though the mouse is not. */
function hasMoved({ control, on, x, y }: Press, { target, clientX, clientY }: MouseEvent): boolean {
  if (Math.abs(clientX - x) > STEADY || Math.abs(clientY - y) > STEADY) return false;
  const now = control.getBoundingClientRect();
  const isClicked = target instanceof Node && control.contains(target);
  return control.isConnected && !isClicked && (now.x !== on.x || now.y !== on.y);
}
