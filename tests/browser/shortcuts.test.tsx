import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ShortcutProvider } from '#src/ui/shortcuts/ShortcutProvider.tsx';
import { useShortcut } from '#src/ui/shortcuts/useShortcuts.ts';
import { renderInApp } from './support/renderInApp.tsx';

const COPY = { id: 'copy', keys: 'c', label: 'Copy' };

function Screen({ onCopy }: { onCopy: () => void }) {
  useShortcut(COPY, onCopy);
  return <p>A page</p>;
}

const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

describe('shortcuts that are turned off', () => {
  beforeEach(() => localStorage.clear());

  async function setup() {
    const onCopy = vi.fn();
    await renderInApp(
      <ShortcutProvider>
        <Screen onCopy={onCopy} />
      </ShortcutProvider>,
    );
    await userEvent.keyboard('?');
    await list.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).click();
    return onCopy;
  }

  it('leave the key of the list, where they are turned on again', async () => {
    const onCopy = await setup();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await userEvent.keyboard('c');
    expect(onCopy).not.toHaveBeenCalled();
    await userEvent.keyboard('?');
    await list.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await userEvent.keyboard('c');
    expect(onCopy).toHaveBeenCalledOnce();
  });

  it('include the key of the list when its own box is unchecked (WCAG 2.1.4)', async () => {
    await setup();
    await list.getByRole('checkbox', { name: 'Show this list' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await userEvent.keyboard('?');
    await expect.element(list).not.toBeInTheDocument();
  });
});
