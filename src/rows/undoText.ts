import type { UndoResult } from '#contract/table.ts';
import { messages } from '#model/text/messages.ts';

/** What the screen says when a change of the list has been taken back, or could not be. */
export function undoText(result: UndoResult): string {
  if (result.kind === 'gone') return messages.undoGone;
  if (result.kind === 'failed') return messages.undoFailed(result.detail);
  if (result.skipped.length === 0) return messages.undone;
  return result.count > 0 ? messages.undoneExcept(result.skipped) : messages.undoRefused(result.skipped);
}
