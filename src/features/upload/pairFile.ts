import type { ImportOutcome } from '#contract/analysis.ts';
import { fileMessages } from '#model/text/fileMessages.ts';
import { readFailureText } from '#model/text/readMessages.ts';

/** The message after a file was read or could not be; null when it was cancelled, or a panel asks for its columns. */
export function fileMessage(name: string, others: number, outcome: ImportOutcome): string | null {
  switch (outcome.kind) {
    case 'lines': {
      const read = others > 0 ? fileMessages.firstFileOnly(name, others) : fileMessages.fileRead(name);
      return outcome.leftOut > 0 ? `${read} ${fileMessages.repetitionsLeftOut(outcome.leftOut)}` : read;
    }
    case 'too-many-pairs':
      return fileMessages.fileTooLong(name, outcome.limit);
    case 'cancelled':
    case 'columns-unknown':
      return null;
    default:
      return fileMessages.fileUnreadable(name, readFailureText(outcome));
  }
}
