/** What is before the first hit, the hit, what is between it and the next, and so on. */
export function splitAtHits(text: string, search: string): string[] {
  const words = search.trim();
  if (words === '') return [text];
  const escaped = words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
  return text.split(new RegExp(`(${escaped})`, 'giu'));
}
