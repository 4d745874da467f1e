import type { Locator } from 'vitest/browser';

/** What Ctrl+V does in a text box, without the clipboard of the machine. */
export function pasteInto(box: Locator, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  // The browser inserts only what it has itself from the clipboard.
  if (box.element().dispatchEvent(event)) document.execCommand('insertText', false, text);
}
