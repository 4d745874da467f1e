import type { Email } from './email.ts';

/** A request for access: collection `applications`, keyed by e-mail. */
export type Application = {
  readonly email: Email;
  /** Display name of the sign-in profile, or empty. */
  readonly name: string;
  readonly appliedAt: Date;
  readonly uid: string;
  readonly emailVerified: boolean;
};
