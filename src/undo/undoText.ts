import type { UndoResult } from '#contract/table.ts';
import { messages } from '#model/text/messages.ts';
import type { Undo } from './useUndo.ts';

/** The messages about one kind of change. `undone` says how many are undone, unless it is one text for any number. */
type UndoMessages = {
  readonly undone: string | ((count: number) => string);
  undoneExcept(skipped: readonly string[]): string;
  undoRefused(skipped: readonly string[]): string;
  readonly undoGone: string;
  undoFailed(detail: string): string;
};

/** Takes back by `undo` what has this id, and says so in `words`; null for nothing to take back. */
export function undoOf<Id>(
  id: Id | null,
  undo: (id: Id) => Promise<UndoResult>,
  words?: UndoMessages,
): Undo | null {
  return id === null ? null : async () => undoText(await undo(id), words);
}

/** What the screen says when a change has been taken back, or could not be. */
export function undoText(result: UndoResult, words: UndoMessages = messages): string {
  if (result.kind === 'gone') return words.undoGone;
  if (result.kind === 'failed') return words.undoFailed(result.detail);
  const { count, skipped } = result;
  if (skipped.length > 0) return count > 0 ? words.undoneExcept(skipped) : words.undoRefused(skipped);
  return typeof words.undone === 'string' ? words.undone : words.undone(count);
}
