import { messages } from '#model/messages.ts';
import type { ImportOutcome } from '../../services/analysis.ts';

/** What is said after a file was read or could not be; null for a reading that was cancelled. */
export function fileMessage(name: string, others: number, outcome: ImportOutcome): string | null {
  switch (outcome.kind) {
    case 'lines': {
      const read = others > 0 ? messages.firstFileOnly(name, others) : messages.fileRead(name);
      return outcome.leftOut > 0 ? `${read} ${messages.repetitionsLeftOut(outcome.leftOut)}` : read;
    }
    case 'not-text': {
      const isWorkbook = outcome.looksLike === 'xlsx' || outcome.looksLike === 'xls';
      return isWorkbook ? messages.fileIsWorkbook(name) : messages.fileNotText(name);
    }
    case 'empty':
      return messages.fileEmpty(name);
    case 'unclosed-quote':
      return messages.fileQuoteOpen(name, outcome.line);
    case 'too-many-pairs':
      return messages.fileTooLong(name, outcome.limit);
    case 'unreadable':
      return messages.fileUnreadable(name, outcome.detail);
    case 'cancelled':
      return null;
  }
}
