import type { KnownAccount } from '#model/access.ts';

/** How the new administrator stands. */
export type Grant = {
  /** Who signs in with the address; null: nobody yet. */
  readonly account: KnownAccount | null;
  /** Whether the rights are that account's from now on; else they wait for a verified address. */
  readonly isPinned: boolean;
  /** Where the verification mails go. */
  readonly mailbox: string;
};

/** Why the rights could not be given, foreseen: one line that names the cause and the remedy; exit code 1. */
export class GrantError extends Error {}
