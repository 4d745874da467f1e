import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setupClassifier } from './support/classifierSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';

it.each(['light', 'dark'] as const)(
  'the kinds of rows have contrast under the pointer, %s',
  async (scheme) => {
    const { type } = await setupClassifier({ scheme });
    await type('PREMIER INN\nunknown');
    const kinds = page.getByRole('radiogroup', { name: 'Rows shown' });
    await expect.element(kinds.getByText('No Match 1')).toBeVisible();
    for (const name of ['All 2', 'No Match 1']) {
      await userEvent.hover(kinds.getByText(name));
      await expectAccessible(kinds.element() as HTMLElement);
    }
  },
);
