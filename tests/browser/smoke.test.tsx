import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';

it('renders in a real browser', async () => {
  const screen = await render(<p>GL Classifier</p>);
  await expect.element(screen.getByText('GL Classifier')).toBeVisible();
});
