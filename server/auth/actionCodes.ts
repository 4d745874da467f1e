import type { Email } from '#model/email.ts';
import type { Store } from '../store/store.ts';
import type { StoredAccount } from './accounts.ts';
import { type Refusal, refuse } from './answer.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** What a mailed code is good for, as the protocol names it. */
export type ActionKind = 'PASSWORD_RESET' | 'VERIFY_EMAIL';

const LIFETIME = 3600 * 1000;
/** Expired codes are still recognised as such for this long. Milliseconds. */
const REMEMBERED = 24 * 3600 * 1000;

export type ActionCode = {
  readonly kind: 'code';
  readonly action: ActionKind;
  readonly uid: string;
  /** The address it was mailed to. */
  readonly email: Email;
};

/** Codes that prove, when they come back, that the person reads the mails of an address. Stored as hashes. */
export type ActionCodes = {
  issue(action: ActionKind, account: StoredAccount): string;
  /** Looks a code up without using it up. */
  find(code: string): ActionCode | Refusal;
  /** Uses up the account's codes of one kind. */
  discard(uid: string, action: ActionKind): void;
};

export function createActionCodes(store: Store, now: () => number): ActionCodes {
  const { db } = store;
  const insert = db.prepare('INSERT INTO action_codes VALUES (?, ?, ?, ?, ?)');
  const purge = db.prepare('DELETE FROM action_codes WHERE expires_at < ?');
  const select = db.prepare('SELECT kind, uid, email, expires_at FROM action_codes WHERE hash = ?');
  const discard = db.prepare('DELETE FROM action_codes WHERE uid = ? AND kind = ?');
  return {
    issue: (action, { uid, email }) => {
      const code = newSecret();
      store.transaction(() => {
        purge.run([now() - REMEMBERED]);
        insert.run([hashSecret(code), action, uid, email, now() + LIFETIME]);
      });
      return code;
    },
    find: (code) => {
      const found = select.get([hashSecret(code)]);
      if (found === undefined) return refuse('INVALID_OOB_CODE');
      const row = found as { kind: ActionKind; uid: string; email: Email; expires_at: number };
      if (row.expires_at <= now()) return refuse('EXPIRED_OOB_CODE');
      return { kind: 'code', action: row.kind, uid: row.uid, email: row.email };
    },
    discard: (uid, action) => {
      discard.run([uid, action]);
    },
  };
}
