import Papa from 'papaparse';
import { findDelimiter, joinQuotedCells, unguard } from './columns.ts';

/** The lines of a table as cells, with the number of each line; blank lines are left out. */
export type TableRow = { readonly line: number; readonly cells: readonly string[] };

export type TableReading =
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'not-text' };

/** The first bytes of workbooks (XLSX, XLS) and PDF files. */
const NO_TEXT: readonly (readonly number[])[] = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

/** Reads a pasted text, or a text file with tabs, commas or semicolons. */
export async function readTable(source: string | Blob): Promise<TableReading> {
  if (typeof source === 'string') return rowsOf(joinQuotedCells(source));
  const bytes = new Uint8Array(await source.arrayBuffer());
  if (NO_TEXT.some((magic) => magic.every((byte, i) => bytes[i] === byte))) return { kind: 'not-text' };
  return rowsOf(decode(bytes));
}

function rowsOf(text: string): TableReading {
  const lines = text.replace(/\r\n?/g, '\n');
  const { data } = Papa.parse<string[]>(lines, { delimiter: findDelimiter(lines), newline: '\n' });
  const rows = data
    .map((cells, i) => ({ line: i + 1, cells: cells.map(unguard) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return rows.length === 0 ? { kind: 'empty' } : { kind: 'rows', rows };
}

/** UTF-16 by its byte order mark, else UTF-8 where all of it is valid, else Windows-1252. */
function decode(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
