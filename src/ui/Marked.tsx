type Props = {
  text: string;
  /** As typed into the search box; blank: nothing is marked. */
  search: string;
};

/** A text with the places marked that a search has found: in any case, any run of white space for any other. */
export function Marked({ text, search }: Props) {
  const parts = splitAtHits(text, search);
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
export function splitAtHits(text: string, search: string): string[] {
  const words = search.trim();
  if (words === '') return [text];
  const escaped = words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
  return text.split(new RegExp(`(${escaped})`, 'giu'));
}
