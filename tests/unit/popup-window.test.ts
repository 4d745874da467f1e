import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchNextWindow } from '#src/services/popupWindow.ts';

const opened = { closed: false };
const open = vi.fn(() => opened as unknown as Window);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('open', open);
  opened.closed = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says that the next window is closed, once, and leaves the opening of windows as it was', () => {
  const onClosed = vi.fn();
  watchNextWindow(onClosed);
  expect(globalThis.open('https://accounts.example')).toBe(opened);
  expect(open).toHaveBeenLastCalledWith('https://accounts.example');
  expect(globalThis.open).toBe(open);
  vi.advanceTimersByTime(60_000);
  expect(onClosed).not.toHaveBeenCalled();
  opened.closed = true;
  vi.advanceTimersByTime(60_000);
  expect(onClosed).toHaveBeenCalledOnce();
});

it('says nothing after the end of the watch', () => {
  const onClosed = vi.fn();
  const end = watchNextWindow(onClosed);
  globalThis.open('https://accounts.example');
  end();
  opened.closed = true;
  vi.advanceTimersByTime(60_000);
  expect(onClosed).not.toHaveBeenCalled();
  expect(globalThis.open).toBe(open);
});
