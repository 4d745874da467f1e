import type { ImportOutcome } from '#contract/analysis.ts';
import { fileMessages } from '#model/fileMessages.ts';

/** The types that browsers give CSV files, depending on the system's programs. */
const TYPES_OF_CSV_NAMES = new Set(['application/vnd.ms-excel', 'application/csv', 'text/plain', '']);

/** The file to read of those that were dropped or chosen, or the message that says why there is none. */
export type PickedFile =
  | { readonly kind: 'file'; readonly file: File; readonly others: number }
  | { readonly kind: 'refused'; readonly message: string };

/** Takes the first file, if it is a CSV file by its type or name; null when there are no files at all. */
export function pickFile(files: readonly File[], isFolder: boolean): PickedFile | null {
  const [file, ...others] = files;
  if (!file) return null;
  if (isFolder) return { kind: 'refused', message: fileMessages.fileIsFolder(file.name) };
  if (!isCsv(file)) return { kind: 'refused', message: fileMessages.fileOfWrongType(file.name) };
  return { kind: 'file', file, others: others.length };
}

/** Like {@link pickFile}, of what was dropped. Must be called while the drop is handled. */
export function pickDropped({ files, items }: DataTransfer): PickedFile | null {
  const entry = [...items].find(({ kind }) => kind === 'file')?.webkitGetAsEntry();
  return pickFile([...files], entry?.isDirectory ?? false);
}

/** The message after a file was read or could not be; null for a reading that was cancelled. */
export function fileMessage(name: string, others: number, outcome: ImportOutcome): string | null {
  switch (outcome.kind) {
    case 'lines': {
      const read = others > 0 ? fileMessages.firstFileOnly(name, others) : fileMessages.fileRead(name);
      return outcome.leftOut > 0 ? `${read} ${fileMessages.repetitionsLeftOut(outcome.leftOut)}` : read;
    }
    case 'not-text': {
      const isWorkbook = outcome.looksLike === 'xlsx' || outcome.looksLike === 'xls';
      return isWorkbook ? fileMessages.fileIsWorkbook(name) : fileMessages.fileNotText(name);
    }
    case 'empty':
      return fileMessages.fileEmpty(name);
    case 'unclosed-quote':
      return fileMessages.fileQuoteOpen(name, outcome.line);
    case 'too-many-pairs':
      return fileMessages.fileTooLong(name, outcome.limit);
    case 'unreadable':
      return fileMessages.fileUnreadable(name, outcome.detail);
    case 'cancelled':
      return null;
  }
}

function isCsv({ name, type }: File): boolean {
  return type === 'text/csv' || (/\.csv$/i.test(name) && TYPES_OF_CSV_NAMES.has(type));
}
