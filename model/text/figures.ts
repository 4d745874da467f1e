/** `50,000`: a number of things as every text shows it, the same in every language of the browser. */
export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

/** `-1,234.50` of `-1234.50`, and `-1.234,50` of `-1234,50`: an amount or a number as a table shows it. */
export function groupedAmount(text: string, decimal: '.' | ','): string {
  const [whole = '', fraction] = text.split(decimal);
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, decimal === '.' ? ',' : '.');
  return fraction === undefined ? thousands : thousands + decimal + fraction;
}

/** `1 row`, `50,000 rows`. `plural`: where an s does not make it, as in `entries`. */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(n)} ${n === 1 ? noun : plural}`;
}
