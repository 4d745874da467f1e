import { type Email, normaliseEmail } from './email.ts';
import { withoutHidden } from './hiddenCharacters.ts';

/** A request for access: collection `applications`, keyed by email. */
export type Application = {
  readonly email: Email;
  /** Display name of the sign-in profile, or empty. */
  readonly name: string;
  readonly appliedAt: Date;
  readonly uid: string;
  readonly emailVerified: boolean;
};

/**
 * Reads an application as it is stored; a time stamp of the SDK is what has `toDate`. Whoever writes one past the app chooses
 * its name: hidden characters, which could make it look like another, are left out.
 */
export function readApplication(id: string, data: Readonly<Record<string, unknown>>): Application {
  const { name, appliedAt, uid, emailVerified } = data;
  return {
    email: normaliseEmail(id),
    name: typeof name === 'string' ? withoutHidden(name) : '',
    appliedAt: isTimestamp(appliedAt) ? appliedAt.toDate() : new Date(Number.NaN),
    uid: typeof uid === 'string' ? uid : '',
    emailVerified: emailVerified === true,
  };
}

function isTimestamp(value: unknown): value is { toDate(): Date } {
  return (
    typeof value === 'object' && value !== null && 'toDate' in value && typeof value.toDate === 'function'
  );
}
