import type { AdminGrant } from '#server/people.ts';

/** `mailbox`: where the verification mails go. */
export type Grant = AdminGrant & { readonly mailbox: string };

/** A foreseen reason why the rights could not be given: one line that names the cause and the remedy; exit code 1. */
export class GrantError extends Error {}
