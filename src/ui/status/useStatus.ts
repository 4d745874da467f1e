import { createContext, type ReactNode, use } from 'react';

/** One button beside a message, such as Retry. */
export type StatusAction = {
  readonly label: string;
  readonly run: () => void;
  /** The message clears so many milliseconds later than it would without the action, together with it, as for Undo. */
  readonly lingers?: number;
  /** It takes back what was done: Ctrl+Z is the same, where the page has no steps of its own to take back. */
  readonly isUndo?: boolean;
  /** Ctrl+Z still takes it back when the message has gone by itself, until the next one or a new action. */
  readonly outlivesMessage?: boolean;
};

export type StatusOptions = {
  /** Stands below the text. */
  readonly details?: ReactNode;
  /** The message clears so many milliseconds later: its details have buttons. */
  readonly lingers?: number;
  /** A message with an action stays until the action is used or it is dismissed or replaced, unless it lingers. */
  readonly action?: StatusAction;
  /** For work under way ("Uploading…"): stays until dismissed or replaced. */
  readonly stays?: boolean;
  /** For news that matter less than a failure: not shown while an error is. */
  readonly yieldsToErrors?: boolean;
  /** For what comes by itself: not shown while a message offers Undo, which a person may be about to press. */
  readonly yieldsToUndo?: boolean;
};

/** The one line in which the product says what it has just done, or could not do. */
export type Status = {
  /** Shows `text` in place of what was shown before. */
  show(text: string, options?: StatusOptions): void;
  /** Takes the message away; call it when a new action begins, so that no old error stands beside it. */
  dismiss(): void;
  /** Takes a message with Undo out of the way of what opens above the page; Ctrl+Z stays as it was. */
  makeRoom(): void;
};

export const StatusContext = createContext<Status | null>(null);

/** The status line of the page. Throws outside of a StatusProvider. */
export function useStatus(): Status {
  const status = use(StatusContext);
  if (status === null) throw new Error('useStatus needs a StatusProvider around the component');
  return status;
}
