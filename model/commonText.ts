/** Two texts are compared in pieces of this length: far faster than unit by unit. */
const PIECE = 4096;

/** How many UTF-16 units two texts begin with alike. */
export function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.slice(at, at + PIECE) === b.slice(at, at + PIECE)) at += PIECE;
  at = Math.min(at, most);
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** How many UTF-16 units two texts end with alike, behind the `start` that they have in common. */
export function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (
    length + PIECE <= most &&
    a.slice(a.length - length - PIECE, a.length - length) ===
      b.slice(b.length - length - PIECE, b.length - length)
  )
    length += PIECE;
  while (length < most && a.charCodeAt(a.length - length - 1) === b.charCodeAt(b.length - length - 1))
    length++;
  return length;
}

/**
 * Whether `next` is another text and not `last` with something changed, so that nothing chosen for `last` is meant for it:
 * the two share less than half of the shorter one. Alike headings and an alike last line make no text the same.
 */
export function isOtherText(last: string, next: string): boolean {
  const shorter = Math.min(last.length, next.length);
  const start = commonStart(last, next);
  return shorter === 0 || (start + commonEnd(last, next, start)) * 2 < shorter;
}
