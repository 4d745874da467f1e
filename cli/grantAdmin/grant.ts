import type { KnownAccount } from '#model/access.ts';

/** The state of the new administrator. */
export type Grant = {
  /** Who signs in with the address; null: nobody yet. */
  readonly account: KnownAccount | null;
  /** Whether the rights belong to that account from now on; else they take effect when the address is verified. */
  readonly isPinned: boolean;
  /** Where the verification mails go. */
  readonly mailbox: string;
};

/** A foreseen reason why the rights could not be given: one line that names the cause and the remedy; exit code 1. */
export class GrantError extends Error {}
