import { vi } from 'vitest';

/** Stands in for the clipboard. What it returns gives the text that was copied last, once the copy is complete. */
export function catchCopy(): () => string {
  let copied = '';
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    copied = (await (await item?.getType('text/plain'))?.text()) ?? '';
  });
  return () => copied;
}
