import { isNoList } from '#model/foreignFormat.ts';
import { fileMessages } from '#model/text/fileMessages.ts';
import type { TakeFile } from './pickFile.ts';

/** Has a pasted text read as a file is, unless it is plain lines or a table: answers false, and the box takes it itself. */
export function takeAsFile(text: string, take: TakeFile): boolean {
  if (!isNoList(text)) return false;
  take(new File([text], fileMessages.pasted), 0);
  return true;
}
