import type { Mapping } from '#model/mapping.ts';

/** A mapping as the table sorts and searches it. */
export type IndexedMapping = {
  readonly mapping: Mapping;
  readonly description: string;
  readonly glAccount: string;
};

/** The texts of the rows one after another, each as `description LF account LF`, and where each row begins. */
type SearchText = { readonly text: string; readonly starts: Uint32Array };

/** How texts are sorted and searched: composed, in lower case, runs of white space as one space. */
export function foldForTable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The mappings of one letter, sorted by description. */
export class Bucket {
  #rows: readonly IndexedMapping[];
  /** Made when it is searched, since a scan of one long text is several times faster than of many short ones. */
  #searchText: SearchText | null = null;

  constructor(rows: IndexedMapping[] = []) {
    this.#rows = rows.sort(compare);
  }

  get rows(): readonly IndexedMapping[] {
    return this.#rows;
  }

  /** Takes out rows, then adds others. Linear in the size of the bucket. */
  change(removed: ReadonlySet<IndexedMapping>, added: IndexedMapping[]): void {
    const kept = removed.size > 0 ? this.#rows.filter((row) => !removed.has(row)) : this.#rows;
    this.#rows = merge(kept, added.sort(compare));
    this.#searchText = null;
  }

  /** Work ahead for the first search, which else waits for it. */
  prepareSearch(): void {
    this.#searchText ??= layOut(this.#rows);
  }

  /** Adds the mappings whose description or account contains the folded text `wanted` to `found`, in order. */
  search(wanted: string, found: Mapping[]): void {
    this.#searchText ??= layOut(this.#rows);
    const { text, starts } = this.#searchText;
    let row = 0;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[row])) {
      row = rowAt(starts, row, at);
      const hit = this.#rows[row];
      if (hit) found.push(hit.mapping);
      row++;
      if (row >= this.#rows.length) return;
    }
  }
}

function compare(a: IndexedMapping, b: IndexedMapping): number {
  if (a.description !== b.description) return a.description < b.description ? -1 : 1;
  return a.mapping.key < b.mapping.key ? -1 : 1;
}

function merge(a: readonly IndexedMapping[], b: readonly IndexedMapping[]): IndexedMapping[] {
  const merged: IndexedMapping[] = [];
  let next = 0;
  for (const row of a) {
    for (let other = b[next]; other && compare(other, row) < 0; other = b[++next]) merged.push(other);
    merged.push(row);
  }
  merged.push(...b.slice(next));
  return merged;
}

function layOut(rows: readonly IndexedMapping[]): SearchText {
  const starts = new Uint32Array(rows.length + 1);
  let start = 0;
  rows.forEach(({ description, glAccount }, row) => {
    starts[row] = start;
    start += description.length + glAccount.length + 2;
  });
  starts[rows.length] = start;
  return { text: rows.map((row) => `${row.description}\n${row.glAccount}\n`).join(''), starts };
}

/** The row whose text holds position `at`, looked for from row `from` on: near it first, where hits are many. */
function rowAt(starts: Uint32Array, from: number, at: number): number {
  let low = from;
  let step = 1;
  while (low + step < starts.length - 1 && (starts[low + step] ?? 0) <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}
