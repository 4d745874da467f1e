import { readFileSync } from 'node:fs';

/** A cell, and what the copy buttons make of it. */
type CopiedCell = { readonly cell: string; readonly copied: string };

/** The table of docs/screens/copying.md, which says what becomes of what. */
export function copyTable(): readonly CopiedCell[] {
  const text = readFileSync(new URL('../../docs/screens/copying.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| `(.*?)` \| `(.*?)` \| /gm);
  return Array.from(rows, ([, cell = '', copied = '']) => ({
    cell: unescaped(cell),
    copied: unescaped(copied),
  }));
}

/** A table writes `\|` for `|`. */
function unescaped(text: string): string {
  return text.replaceAll('\\|', '|');
}
