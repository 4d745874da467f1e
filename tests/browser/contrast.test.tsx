import { Chip } from '@mantine/core';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from './support/expectAccessible.ts';
import { renderInApp } from './support/renderInApp.tsx';

it.each(['light', 'dark'] as const)(
  'the text of a chip has contrast under the pointer, %s',
  async (scheme) => {
    const screen = await renderInApp(
      <Chip.Group value="chosen" onChange={() => {}}>
        {['chosen', 'other'].map((value) => (
          <Chip key={value} value={value} size="xs" variant="light" icon={null}>
            {value}
          </Chip>
        ))}
      </Chip.Group>,
      scheme,
    );
    await userEvent.hover(document.body, { position: { x: 1, y: 1 } });
    for (const label of screen.container.querySelectorAll('label')) {
      const colour = () => getComputedStyle(label).backgroundColor;
      const before = colour();
      await userEvent.hover(label);
      await expect.poll(colour).not.toBe(before);
      await expectAccessible(screen.container);
    }
  },
);
