/**
 * Puts a text on the clipboard that is not ready yet. Must be called in the very task of the click: the promise
 * is handed to the browser, which keeps the right to write until it settles. Rejects when the text cannot be had
 * or the browser refuses.
 */
export async function copyToClipboard(text: Promise<Blob>): Promise<void> {
  if (typeof ClipboardItem !== 'undefined') {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
      return;
    } catch (error) {
      // Older browsers take no promise here; what else went wrong goes wrong again below.
      console.warn('Writing a clipboard item failed, writing text instead:', error);
    }
  }
  await navigator.clipboard.writeText(await (await text).text());
}
