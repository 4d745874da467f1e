import { Button } from '@mantine/core';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { STATUS_CLEAR_MS, UNDO_STAYS_MS } from '#model/limits.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { lazyComponent } from '#src/ui/lazyPage.ts';
import { type StatusOptions, useStatus } from '#src/ui/status/useStatus.ts';
import { expectAccessible } from './support/expectAccessible.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { SCHEMES } from './support/schemes.ts';
import { button, says } from './support/steps.ts';

type Props = { text: string; options?: StatusOptions };

function Speaker({ text, options }: Props) {
  const status = useStatus();
  return (
    <>
      <Button onClick={() => status.show(text, options)}>Act</Button>
      <Button onClick={status.dismiss}>Begin</Button>
    </>
  );
}

async function shown(props: Props, scheme?: 'light' | 'dark') {
  const screen = await renderInApp(<Speaker {...props} />, scheme);
  await says(button('Act').click(), props.text);
  return screen;
}

describe('a status message', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('of success is announced politely and clears after three seconds', async () => {
    const screen = await shown({ text: 'Approved a@example.com' });
    await expect.element(screen.getByRole('status')).toHaveTextContent('Approved a@example.com');
    vi.advanceTimersByTime(STATUS_CLEAR_MS - 1);
    await expect.element(screen.getByText('Approved a@example.com')).toBeVisible();
    vi.advanceTimersByTime(1);
    await expect.element(screen.getByText('Approved a@example.com')).not.toBeInTheDocument();
  });

  it.each(['Dismiss message', 'Begin'])(
    'of failure is announced as an alert, and stays until "%s"',
    async (name) => {
      const screen = await shown({ text: 'Failed to copy data.' });
      vi.advanceTimersByTime(STATUS_CLEAR_MS * 100);
      await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to copy data.');
      await screen.getByRole('button', { name }).click();
      await expect.element(screen.getByText('Failed to copy data.')).not.toBeInTheDocument();
    },
  );

  it('that yields to errors is not shown while one is, and is after it', async () => {
    const restarted = 'The classifier had stopped and was started again. Your text is kept.';
    const News = () => {
      const { show } = useStatus();
      return <Button onClick={() => show(restarted, { yieldsToErrors: true })}>News</Button>;
    };
    const screen = await renderInApp(
      <>
        <Speaker text="Failed to update mapping." />
        <News />
      </>,
    );
    await button('Act').click();
    await button('News').click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to update mapping.');
    await button('Dismiss message').click();
    await says(button('News').click(), restarted);
  });

  it('that comes by itself leaves an offered Undo, by key too, and is shown after it', async () => {
    const run = vi.fn();
    const Ready = () => {
      const { show } = useStatus();
      return <Button onClick={() => show('Ready.', { yieldsToUndo: true })}>Ready</Button>;
    };
    await renderInApp(
      <>
        <Speaker text="Cleared." options={{ action: { label: 'Undo', run, isUndo: true } }} />
        <Ready />
      </>,
    );
    await button('Act').click();
    await says(button('Ready').click(), 'Cleared.');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(run).toHaveBeenCalledOnce();
    await says(button('Ready').click(), 'Ready.');
  });

  it('with an action stays, and goes when the action is used', async () => {
    const run = vi.fn();
    const text = 'Row updated with your choice.';
    const screen = await shown({ text, options: { action: { label: 'Undo', run } } });
    vi.advanceTimersByTime(STATUS_CLEAR_MS * 2);
    await button('Undo').click();
    expect(run).toHaveBeenCalledOnce();
    await expect.element(screen.getByText(text)).not.toBeInTheDocument();
  });

  it('with a lingering action stays as long as its action', async () => {
    const run = vi.fn();
    const text = 'Mapping deleted successfully.';
    const screen = await shown({ text, options: { action: { label: 'Undo', run, lingers: 7000 } } });
    // Not the last millisecond: each look at the screen moves the faked time on a little.
    vi.advanceTimersByTime(STATUS_CLEAR_MS + 6_000);
    await expect.element(screen.getByText(text)).toBeVisible();
    await button('Undo').click();
    expect(run).toHaveBeenCalledOnce();
    await expect.element(screen.getByText(text)).not.toBeInTheDocument();
  });

  it('with a lingering action goes together with it in the end', async () => {
    const options = { action: { label: 'Undo', run: () => {}, lingers: 7000 } };
    const screen = await shown({ text: 'Mapping deleted successfully.', options });
    vi.advanceTimersByTime(STATUS_CLEAR_MS + 7_000);
    await expect.element(screen.getByText('Mapping deleted')).not.toBeInTheDocument();
    await expect.element(button('Undo')).not.toBeInTheDocument();
  });

  it('with an Undo that outlives it leaves in the end; Ctrl+Z still takes back, until a new action', async () => {
    const run = vi.fn();
    const action = { label: 'Undo', run, isUndo: true, lingers: UNDO_STAYS_MS, outlivesMessage: true };
    const screen = await shown({ text: 'Cleared 3,000 rows.', options: { action } });
    vi.advanceTimersByTime(STATUS_CLEAR_MS + UNDO_STAYS_MS);
    await expect.element(screen.getByText('Cleared 3,000 rows.')).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(run).toHaveBeenCalledOnce();
    await button('Act').click();
    await button('Begin').click();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(run).toHaveBeenCalledOnce();
  });

  it('with an Undo leaves for a dialog', async () => {
    const action = { label: 'Undo', run: () => {}, isUndo: true, lingers: UNDO_STAYS_MS };
    const Page = () => {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <Speaker text="Mapping deleted successfully." options={{ action }} />
          <Button onClick={() => setOpen(true)}>Open</Button>
          {isOpen && <Dialog onClose={() => setOpen(false)}>Which?</Dialog>}
        </>
      );
    };
    const screen = await renderInApp(<Page />);
    await says(button('Act').click(), 'Mapping deleted');
    await says(button('Open').click(), 'Which?');
    await expect.element(screen.getByText('Mapping deleted')).not.toBeInTheDocument();
  });

  it('for work under way stays until replaced', async () => {
    const screen = await shown({ text: 'Uploading to Firebase...', options: { stays: true } });
    vi.advanceTimersByTime(STATUS_CLEAR_MS * 2);
    await expect.element(screen.getByText('Uploading to Firebase...')).toBeVisible();
  });

  it('is not taken away while the pointer rests on it', async () => {
    const screen = await shown({ text: 'Copied 2 GL accounts!' });
    await screen.getByText('Copied 2 GL accounts!').hover();
    vi.advanceTimersByTime(STATUS_CLEAR_MS * 2);
    await expect.element(screen.getByText('Copied 2 GL accounts!')).toBeVisible();
  });

  it.each(SCHEMES)('has no accessibility violation (%s)', async (scheme) => {
    vi.useRealTimers();
    await shown({ text: 'Failed to copy data.' }, scheme);
    await expectAccessible();
  });
});

describe('a part whose code cannot be fetched', () => {
  const Part = lazyComponent<{ onClose?: () => void }>(() =>
    Promise.reject(new TypeError('Failed to fetch')),
  );

  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <p>A page</p>
        <Part />
        <Button onClick={() => setOpen(true)}>Open</Button>
        {isOpen && <Part onClose={() => setOpen(false)} />}
      </>
    );
  }

  it('is done without, or where somebody opened it said; the page stands', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const screen = await renderInApp(<Page />);
    await expect.element(screen.getByText('A page')).toBeVisible();
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/^$/);
    await says(button('Open').click(), /^Failed to load what was to open/);
    await says(button('Dismiss message').click(), page.getByText('A page'));
    await says(button('Open').click(), /^Failed to load what was to open/);
    await expect.element(screen.getByText('A page')).toBeVisible();
  });
});
