import type { Email } from '#model/email.ts';
import type { Store } from '../store/store.ts';
import type { StoredAccount } from './accounts.ts';
import type { Mail } from './mail.ts';
import { refuse } from './protocol.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** The purpose of a mailed code, as the protocol names it. */
export type ActionKind = 'PASSWORD_RESET' | 'VERIFY_EMAIL';

/** Milliseconds. */
const LIFETIME = 3600 * 1000;
/** For this long an expired code is answered as expired, not as unknown. Milliseconds. */
const EXPIRED_STORED_MS = 24 * 3600 * 1000;

type ActionCode = {
  readonly action: ActionKind;
  readonly uid: string;
  /** The address it was mailed to. */
  readonly email: Email;
};

export type ActionCodes = ReturnType<typeof createActionCodes>;

/** Codes that are mailed: whoever presents one has proven to read the mails of that address. Stored as hashes. */
export function createActionCodes(store: Store, now: () => number) {
  const { db } = store;
  const insert = db.prepare('INSERT INTO action_codes VALUES (?, ?, ?, ?, ?)');
  const purge = db.prepare('DELETE FROM action_codes WHERE expires_at < ?');
  const select = db.prepare('SELECT kind, uid, email, expires_at FROM action_codes WHERE hash = ?');
  const discard = db.prepare('DELETE FROM action_codes WHERE uid = ? AND kind = ?');
  return {
    issue(action: ActionKind, { uid, email }: StoredAccount): string {
      const code = newSecret();
      store.transaction(() => {
        purge.run([now() - EXPIRED_STORED_MS]);
        insert.run([hashSecret(code), action, uid, email, now() + LIFETIME]);
      });
      return code;
    },
    /** Looks a code up without using it up. @throws Refusal */
    find(code: string): ActionCode {
      const found = select.get([hashSecret(code)]);
      if (found === undefined) return refuse('INVALID_OOB_CODE');
      const row = found as { kind: ActionKind; uid: string; email: Email; expires_at: number };
      if (row.expires_at <= now()) return refuse('EXPIRED_OOB_CODE');
      return { action: row.kind, uid: row.uid, email: row.email };
    },
    /** Uses up the account's codes of one kind. */
    discard(uid: string, action: ActionKind): void {
      discard.run([uid, action]);
    },
  };
}

type ActionMail = {
  readonly kind: ActionKind;
  readonly to: Email;
  readonly code: string;
  /** Own origin; the link begins with it. */
  readonly origin: string;
  /** Name of the product. */
  readonly brand: string;
};

const MODES: Readonly<Record<ActionKind, string>> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
};

/** Writes the mail with the link to the app's page for action codes, in the form of Firebase's links. */
export function writeActionMail({ kind, to, code, origin, brand }: ActionMail): Mail {
  const link = new URL('/auth/action', origin);
  link.searchParams.set('mode', MODES[kind]);
  link.searchParams.set('oobCode', code);
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
    subject: `Verify your email address for ${brand}`,
    before: `An account for ${to} was made at ${brand}. This link, good for one hour, confirms that it is yours, once you have signed in:`,
    after: `If you did not make this account, do not open the link: somebody else has registered your address. Tell an administrator of ${brand}, who may let the account in all the same.`,
  };
}
