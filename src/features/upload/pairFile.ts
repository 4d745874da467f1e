import type { ImportOutcome } from '#contract/analysis.ts';
import { fileMessages } from '#model/fileMessages.ts';
import { readFailureText } from '#model/readMessages.ts';

/** Names of files that may hold a table. What a file is, its contents tell: a bank's `.xls` is often something else. */
const TABLE_NAME = /\.(csv|tsv|tab|txt|xlsx|xlsm|xls|ods|dat|asc|prn|skv)$/i;
const TABLE_TYPE = /^text\/|spreadsheet|ms-excel|application\/csv/;
/** For the file dialog. */
export const ACCEPTED_FILES = '.csv,.tsv,.tab,.txt,.xlsx,.xlsm,text/csv,text/tab-separated-values,text/plain';

/** The file to read of those that were dropped or chosen, or the message that says why there is none. */
export type PickedFile =
  | { readonly kind: 'file'; readonly file: File; readonly others: number }
  | { readonly kind: 'refused'; readonly message: string };

/** Takes the first file, if it may be a table by its type or name; null when there are no files at all. */
export function pickFile(files: readonly File[], isFolder: boolean): PickedFile | null {
  const [file, ...others] = files;
  if (!file) return null;
  if (isFolder) return { kind: 'refused', message: fileMessages.fileIsFolder(file.name) };
  if (!mayBeTable(file)) return { kind: 'refused', message: fileMessages.fileOfWrongType(file.name) };
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
    case 'too-many-pairs':
      return fileMessages.fileTooLong(name, outcome.limit);
    case 'unreadable':
      return fileMessages.fileUnreadable(name, outcome.detail);
    case 'columns-unknown':
      return fileMessages.chooseColumns(name);
    case 'cancelled':
      return null;
    default:
      return fileMessages.fileUnreadable(name, readFailureText(outcome));
  }
}

function mayBeTable({ name, type }: File): boolean {
  return TABLE_NAME.test(name) || TABLE_TYPE.test(type);
}
