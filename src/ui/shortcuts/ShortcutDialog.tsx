import { Kbd, Stack, Text } from '@mantine/core';
import { Dialog } from '../Dialog.tsx';
import layout from '../layout.module.css';
import { TickBox } from '../TickBox.tsx';
import { withAll } from '../withToggled.ts';
import { ALL, LIST, type Shortcut } from './shortcut.ts';

type Props = {
  shortcuts: readonly Shortcut[];
  /** Ids of those that are turned off. */
  turnedOff: ReadonlySet<string>;
  onChoose: (turnedOff: ReadonlySet<string>) => void;
  onClose: () => void;
};

/** The shortcuts of the page on screen, each with a box that turns it off. */
export function ShortcutDialog({ shortcuts, turnedOff, onChoose, onClose }: Props) {
  const turn = (id: string, isOn: boolean) => onChoose(withAll(turnedOff, [id], !isOn));
  const isOff = turnedOff.has(ALL);
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <Stack gap="sm">
        <Text c="dimmed">
          They work on this page while you are not typing. What you turn off stays off in this browser.
        </Text>
        <TickBox
          label="Use keyboard shortcuts"
          checked={!isOff}
          onChange={({ currentTarget: { checked } }) => turn(ALL, checked)}
        />
        <ul className={layout['stack']}>
          {shortcuts.map(({ id, keys, label }) => (
            <li key={id} className={layout['between']}>
              <TickBox
                label={label}
                disabled={isOff && id !== LIST.id}
                checked={(!isOff || id === LIST.id) && !turnedOff.has(id)}
                onChange={({ currentTarget: { checked } }) => turn(id, checked)}
              />
              <span className={layout['cluster']}>
                {keys.split(' ').map((key, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the keys of one shortcut never change
                  <Kbd key={i}>{key}</Kbd>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  );
}
