import { fileMessages } from '#model/text/fileMessages.ts';

/** Names of files that may hold a table. What a file is, its contents tell: a bank's `.xls` is often something else. */
const TABLE_NAME =
  /\.(csv|tsv|tab|txt|xlsx|xlsm|xls|ods|dat|asc|prn|skv|ofx|qfx|qif|sta|mt9\d\d|94\d|swi|fin|xml|camt|05[234])$/i;
const TABLE_TYPE = /^text\/|spreadsheet|ms-excel|application\/(csv|xml|x-ofx|x-qif)/;
/** For the file dialog where a list is wanted. */
export const ACCEPTED_FILES = '.csv,.tsv,.tab,.txt,.xlsx,.xlsm,text/csv,text/tab-separated-values,text/plain';
/** The same, with the formats of bank statements. */
export const ACCEPTED_STATEMENTS = `${ACCEPTED_FILES},.ofx,.qfx,.qif,.sta,.mt940,.mt942,.940,.942,.swi,.fin,.xml,.camt,.053`;

/** Reads a file; `others`: how many came with it, which are not read. */
export type TakeFile = (file: File, others: number) => void;

/** Takes the first file, if it may be a table by its type or name; why not, `refuse` is told. */
export function pickFile(
  [file, ...others]: readonly File[],
  isFolder: boolean,
  take: TakeFile,
  refuse: (why: string) => void,
): void {
  if (!file) return;
  if (isFolder) refuse(fileMessages.fileIsFolder(file.name));
  else if (!TABLE_NAME.test(file.name) && !TABLE_TYPE.test(file.type))
    refuse(fileMessages.fileOfWrongType(file.name));
  else take(file, others.length);
}
