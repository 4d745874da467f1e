/** `50,000`: a number of things as every text shows it, the same in every language of the browser. */
export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

/** `1 row`, `50,000 rows`. `plural`: where an s does not make it, as in `entries`. */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(n)} ${n === 1 ? noun : plural}`;
}
