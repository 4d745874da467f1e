type Props = {
  text: string;
  /** Finds what is to be marked; global. Null: nothing is marked. */
  pattern: RegExp | null;
};

/** A text with the places marked that a pattern finds. */
export function Marked({ text, pattern }: Props) {
  const parts = splitAtHits(text, pattern);
  if (parts.length === 1) return text;
  // Every second part is a hit.
  return parts.map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity than their place.
      <mark key={i}>{part}</mark>
    ),
  );
}

/** What is before the first hit, the hit, what is between it and the next, and so on. */
export function splitAtHits(text: string, pattern: RegExp | null): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: hit, index } of pattern === null ? [] : text.matchAll(pattern)) {
    parts.push(text.slice(end, index), hit);
    end = index + hit.length;
  }
  return [...parts, text.slice(end)];
}
