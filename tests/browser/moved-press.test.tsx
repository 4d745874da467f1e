import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { Dialog } from '#src/ui/Dialog.tsx';
import { renderInApp } from './support/renderInApp.tsx';

type Move = (by: number) => void;

let move: Move = () => {};

/** What comes in above its content, as a warning does, is as high as the test says. */
function Below({ children }: { children: ReactNode }) {
  const [height, setHeight] = useState(0);
  move = setHeight;
  return (
    <>
      <div style={{ height }} />
      {children}
    </>
  );
}

/** The mouse at a place of the page that has the tests in a frame. */
async function mouse(type: 'mousePressed' | 'mouseReleased', { x, y }: { x: number; y: number }) {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
  const scale = frame.width / window.innerWidth;
  const at = { x: frame.x + x * scale, y: frame.y + y * scale };
  await cdp().send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 });
}

function middleOf(element: Element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Presses on `element`, lets what is above it grow, and releases at `to`. */
async function pressWhileItMoves(element: Element, by = 60, to = middleOf(element)): Promise<void> {
  await mouse('mousePressed', middleOf(element));
  move(by);
  await frames();
  await mouse('mouseReleased', to);
  await frames();
}

/** A button below what grows. */
async function renderSend() {
  const onClick = vi.fn();
  const screen = await renderInApp(
    <Below>
      <Button onClick={onClick}>Send</Button>
    </Below>,
  );
  return { onClick, send: screen.getByRole('button', { name: 'Send' }).element() };
}

afterEach(() => move(0));

it('a button that moves under a press of the mouse is clicked all the same, once', async () => {
  const { send, onClick } = await renderSend();
  await pressWhileItMoves(send);
  expect(onClick).toHaveBeenCalledTimes(1);
  move(0);
  await frames();
  await pressWhileItMoves(send, 0);
  expect(onClick).toHaveBeenCalledTimes(2);
});

it('also in a dialog, which stays open, and without a click on what came in its place', async () => {
  const [onClick, onOther, onClose] = [vi.fn(), vi.fn(), vi.fn()];
  const screen = await renderInApp(
    <Dialog title="Proposal" onClose={onClose}>
      <Below>
        <button type="button" style={{ display: 'block', height: 60 }} onClick={onOther}>
          Other
        </button>
        <Button onClick={onClick}>Send</Button>
      </Below>
    </Dialog>,
  );
  await pressWhileItMoves(screen.getByRole('button', { name: 'Send' }).element());
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(onOther).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

it('so are the words of a checkbox', async () => {
  const onClick = vi.fn();
  const screen = await renderInApp(
    <Below>
      <label>
        <input type="checkbox" onClick={onClick} />
        All
      </label>
    </Below>,
  );
  await pressWhileItMoves(screen.getByText('All').element());
  expect(onClick).toHaveBeenCalledTimes(1);
});

it('so are links', async () => {
  const screen = await renderInApp(
    <Below>
      <a href="#there">There</a>
    </Below>,
  );
  await pressWhileItMoves(screen.getByText('There').element());
  expect(location.hash).toBe('#there');
});

it('a press that the person takes elsewhere is given up, as always', async () => {
  const { send, onClick } = await renderSend();
  const { x, y } = middleOf(send);
  await pressWhileItMoves(send, 0, { x, y: y + 200 });
  await pressWhileItMoves(send, 60, { x, y: y + 200 });
  expect(onClick).not.toHaveBeenCalled();
});

it('a button that was disabled or went away under a press is not clicked', async () => {
  const { send, onClick } = await renderSend();
  send.addEventListener('pointerdown', () => send.toggleAttribute('disabled', true));
  await pressWhileItMoves(send);
  expect(onClick).not.toHaveBeenCalled();
});
