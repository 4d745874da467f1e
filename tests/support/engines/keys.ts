/** WebDriver's code points for keys that have no character. */
const KEYS: Readonly<Record<string, string>> = {
  Control: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Backspace: '\uE003',
  Delete: '\uE017',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
};

type KeyAction = { readonly type: 'keyDown' | 'keyUp'; readonly value: string };

/** The source of WebDriver actions, of its classic form and of BiDi alike, that presses `chord`. */
export function chordActions(chord: string): object[] {
  const keys = chord.split('+').map((name) => KEYS[name] ?? name.toLowerCase());
  const down = keys.map((value): KeyAction => ({ type: 'keyDown', value }));
  const up = keys.toReversed().map((value): KeyAction => ({ type: 'keyUp', value }));
  return [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }];
}

/** The same, typing `text`. */
export function typingActions(text: string): object[] {
  const actions = [...text].flatMap((value): KeyAction[] => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** The same, clicking at a place of the window. */
export function clickActions(x: number, y: number): object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}
