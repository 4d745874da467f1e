import type { Email } from '#model/email.ts';
import { createThrottle, type Throttle } from '../throttle.ts';
import type { StoredAccount } from './accounts.ts';
import type { Caller } from './protocol.ts';

/** One try that was taken. */
export type Try = {
  /** Takes it back, e.g. because the password was right. */
  refund(): void;
};

type Owner = StoredAccount | undefined;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const MAIL_REFILL = 10 * MINUTE;
const GUESSES = { burst: 10, refill: 30 * SECOND };
const SIGN_UPS = { burst: 100, refill: 30 * SECOND };
const MAILS = { burst: 5, refill: MAIL_REFILL };

export type Limits = ReturnType<typeof createLimits>;

/**
 * Limits of what can be tried by guessing, or costs others something. Tries of strangers count per account *and* address,
 * and per address; tries of a browser in which the account has signed in before count by themselves. So nobody can lock
 * somebody else out. Held in memory: a restart empties them, and an attacker cannot cause one.
 * @param now milliseconds
 */
export function createLimits(now: () => number) {
  const signInPerAddress = createThrottle({ burst: 100, refill: 6 * SECOND }, now);
  const signInOfStranger = createThrottle(GUESSES, now);
  const signInOfBrowser = createThrottle(GUESSES, now);
  const signUpPerAddress = createThrottle(SIGN_UPS, now);
  const signUpPerBrowser = createThrottle(SIGN_UPS, now);
  const mailPerAddress = createThrottle({ burst: 50, refill: MINUTE }, now);
  const resetOfStranger = createThrottle(MAILS, now);
  const resetOfBrowser = createThrottle(MAILS, now);
  const verification = createThrottle(MAILS, now);
  /** The mailed links are void: others may be mailed at once. */
  const clearResetMails = ({ uid, email }: StoredAccount) => {
    resetOfStranger.clear(`${email} `);
    resetOfBrowser.clear(`${uid} `);
  };
  return {
    /** A password is tried; null when there are no tries left. */
    trySignIn(email: Email, account: Owner, caller: Caller): Try | null {
      const own = browserKey(account, caller);
      if (own !== null) return takeFrom(signInOfBrowser, own);
      const ofAddress = takeFrom(signInPerAddress, caller.address);
      const ofBoth = ofAddress && takeFrom(signInOfStranger, `${email} ${caller.address}`);
      if (ofAddress === null || ofBoth === null) return null;
      return {
        refund: () => {
          ofAddress.refund();
          ofBoth.refund();
        },
      };
    },
    /** @param isGrantedBrowser whether somebody who may use the product has signed in in this browser before */
    trySignUp: ({ address, browser }: Caller, isGrantedBrowser: boolean): boolean =>
      isGrantedBrowser && browser !== null
        ? signUpPerBrowser.take(browser.id)
        : signUpPerAddress.take(address),
    /** A mail is asked for. */
    tryMail: (account: Owner, caller: Caller): boolean =>
      browserKey(account, caller) !== null || mailPerAddress.take(caller.address),
    /**
     * Whether one more link for a new password is mailed to this address. When not, the last one was mailed less than
     * {@link MAIL_REFILL} ago and is good for most of an hour: strangers cannot keep the owner from having one.
     */
    tryResetMail(email: Email, account: Owner, caller: Caller): Try | null {
      const own = browserKey(account, caller);
      return own === null ? takeFrom(resetOfStranger, `${email} `) : takeFrom(resetOfBrowser, own);
    },
    /** One more mail that verifies this address. */
    tryVerificationMail: (email: Email): boolean => verification.take(email),
    /** The account's owner has proven themselves by a mailed link. */
    clear(account: StoredAccount): void {
      signInOfStranger.clear(`${account.email} `);
      signInOfBrowser.clear(`${account.uid} `);
      clearResetMails(account);
    },
    clearResetMails,
  };
}

function takeFrom(throttle: Throttle, key: string): Try | null {
  return throttle.take(key) ? { refund: () => throttle.refund(key) } : null;
}

/** In whose turn a password is hashed: strangers' tries at an office's address do not hold up its people. */
export function turnOf(account: Owner, caller: Caller): string {
  return browserKey(account, caller) ?? caller.address;
}

/** Names the account and the browser, when the account has signed in there before. */
function browserKey(account: Owner, { browser }: Caller): string | null {
  if (account === undefined || browser === null || !browser.uids.includes(account.uid)) return null;
  return `${account.uid} ${browser.id}`;
}
