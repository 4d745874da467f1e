import type { Email } from '#model/email.ts';
import type { ActionKind } from '../actionCodes.ts';
import type { Mail } from './mailer.ts';

export type ActionMail = {
  readonly kind: ActionKind;
  readonly to: Email;
  readonly code: string;
  /** Own origin; the link begins with it. */
  readonly origin: string;
  /** Where the app goes afterwards. */
  readonly continueUrl?: string | undefined;
  /** Name of the product. */
  readonly brand: string;
};

const MODES: Readonly<Record<ActionKind, string>> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
};

/** Writes the mail with the link to the app's page for action codes, in the form of Firebase's links. */
export function writeActionMail({ kind, to, code, origin, continueUrl, brand }: ActionMail): Mail {
  const link = new URL('/auth/action', origin);
  link.searchParams.set('mode', MODES[kind]);
  link.searchParams.set('oobCode', code);
  if (continueUrl !== undefined) link.searchParams.set('continueUrl', continueUrl);
  const { subject, before, after } = wording(kind, to, brand);
  return { to, subject, text: `${before}\n\n${link.href}\n\n${after}` };
}

function wording(kind: ActionKind, to: Email, brand: string) {
  if (kind === 'PASSWORD_RESET')
    return {
      subject: `Reset your ${brand} password`,
      before: `Someone asked to reset the ${brand} password of ${to}. This link, good for one hour, lets you choose a new one:`,
      after: 'If it was not you, ignore this mail: your password stays as it is.',
    };
  return {
    subject: `Verify your e-mail address for ${brand}`,
    before: `An account for ${to} was made at ${brand}. This link, good for one hour, confirms that it is yours:`,
    after:
      'If you did not make this account, do not follow the link: it would confirm the account of someone else.',
  };
}
