/** A text field lays out every line it holds, at each key stroke too: with some thousand lines, typing becomes slow. */
const LARGE_LINES = 1000;
const LARGE_LENGTH = 100_000;
/** What stays in the field of a larger text. */
const HEAD_LINES = 200;
const HEAD_LENGTH = 20_000;

/** A text in two parts: `head` is in the field, `tail` is not. `head + tail` is the text. */
export type FoldedText = { readonly head: string; readonly tail: string };

/** Keeps a large text out of the field but for its first lines; any other text whole. */
export function fold(text: string): FoldedText {
  if (!isLarge(text)) return { head: text, tail: '' };
  const cut = Math.min(endOfLine(text, HEAD_LINES), HEAD_LENGTH);
  return { head: text.slice(0, cut), tail: text.slice(cut) };
}

/** Whether a text field would be slow with it. */
export function isLarge(text: string): boolean {
  return text.length > LARGE_LENGTH || endOfLine(text, LARGE_LINES) < text.length;
}

/**
 * The text after `inserted` took the place of what is selected in the field. A selection of the whole field
 * means the whole text. The end of the field of a folded text means a new line at the end of the text.
 */
export function insert(
  { head, tail }: FoldedText,
  selection: { readonly start: number; readonly end: number },
  inserted: string,
): string {
  if (selection.start === 0 && selection.end === head.length) return inserted;
  if (tail !== '' && selection.start === head.length) {
    return head + tail + (tail.endsWith('\n') ? '' : '\n') + inserted;
  }
  return head.slice(0, selection.start) + inserted + head.slice(selection.end) + tail;
}

/** Offset of the end of line number `lines`, or of the text when it has fewer. */
function endOfLine(text: string, lines: number): number {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return text.length;
  }
  return end;
}
