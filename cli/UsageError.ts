/** A mistake of the person at the keyboard: one line on standard error, exit code 2. */
export class UsageError extends Error {}
