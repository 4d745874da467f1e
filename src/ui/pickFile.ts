/** Names of files that may hold a table. What a file is, its contents tell: a bank's `.xls` is often something else. */
const TABLE_NAME =
  /\.(csv|tsv|tab|txt|xlsx|xlsm|xls|ods|dat|asc|prn|skv|ofx|qfx|qif|sta|mt9\d\d|94\d|swi|fin|xml|camt|05[234])$/i;
const TABLE_TYPE = /^text\/|spreadsheet|ms-excel|application\/(csv|xml|x-ofx|x-qif)/;
/** For the file dialog where a list is wanted. */
export const ACCEPTED_FILES = '.csv,.tsv,.tab,.txt,.xlsx,.xlsm,text/csv,text/tab-separated-values,text/plain';
/** The same, with the formats of bank statements. */
export const ACCEPTED_STATEMENTS = `${ACCEPTED_FILES},.ofx,.qfx,.qif,.sta,.mt940,.mt942,.940,.942,.swi,.fin,.xml,.camt,.053`;

/** The file to read of those that were dropped or chosen, or why there is none: a name in `fileMessages`. */
export type PickedFile =
  | { readonly kind: 'file'; readonly file: File; readonly others: number }
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly reason: 'fileIsFolder' | 'fileOfWrongType';
    };

/** Takes the first file, if it may be a table by its type or name; null when there are no files at all. */
export function pickFile(files: readonly File[], isFolder: boolean): PickedFile | null {
  const [file, ...others] = files;
  if (!file) return null;
  if (isFolder) return { kind: 'refused', name: file.name, reason: 'fileIsFolder' };
  if (!mayBeTable(file)) return { kind: 'refused', name: file.name, reason: 'fileOfWrongType' };
  return { kind: 'file', file, others: others.length };
}

/** Like {@link pickFile}, of what was dropped. Must be called while the drop is handled. */
export function pickDropped({ files, items }: DataTransfer): PickedFile | null {
  const entry = [...items].find(({ kind }) => kind === 'file')?.webkitGetAsEntry();
  return pickFile([...files], entry?.isDirectory ?? false);
}

function mayBeTable({ name, type }: File): boolean {
  return TABLE_NAME.test(name) || TABLE_TYPE.test(type);
}
