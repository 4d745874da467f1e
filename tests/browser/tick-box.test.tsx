import { expect, it } from 'vitest';
import { TickBox } from '#src/ui/TickBox.tsx';
import { renderInApp } from './support/renderInApp.tsx';

// WebKit draws its own one white in the dark scheme; a ticked one has the colour of the accent in every engine.
it('an empty box is drawn by us, a ticked or half ticked one by the browser', async () => {
  const screen = await renderInApp(
    <>
      <TickBox readOnly checked={false} />
      <TickBox readOnly checked />
      <TickBox readOnly checked={false} isHalf />
    </>,
  );
  const boxes = screen.getByRole('checkbox').elements();
  expect(boxes.map((box) => getComputedStyle(box).appearance)).toEqual(['none', 'auto', 'auto']);
});
