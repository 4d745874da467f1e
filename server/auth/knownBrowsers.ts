import type { IncomingMessage } from 'node:http';
import type { Accounts, StoredAccount } from './accounts.ts';
import { hashSecret, newSecret } from './secrets.ts';
import type { SigningKeys } from './tokens.ts';

/** A browser in which accounts have signed in before. */
export type KnownBrowser = {
  /** Random; the same for as long as the browser keeps the cookie. */
  readonly id: string;
  /** The accounts that have signed in here, the last one first. */
  readonly uids: readonly string[];
  /** The same as in the cookie: each with the {@link markOf} its password. */
  readonly entries: readonly string[];
};

/** How an account got into the browser: one that signs in again comes first, one that is made here comes last. */
type Arrival = 'signed-in' | 'signed-up';

const NAME = 'gl_browser';
/** Seconds. Browsers keep no cookie for longer than 400 days. */
const MAX_AGE = 400 * 24 * 3600;
/** Further accounts are not remembered. */
const MAX_ACCOUNTS = 10;
/** Length of {@link markOf}. */
const MARK_LENGTH = 8;
/** Our own ids and Firebase's. Accounts that a project imported may have others, which no cookie holds: they count as strangers. */
const IN_COOKIES = /^[A-Za-z0-9]{1,32}$/;
const FORM = /^([0-9a-f]{16})\.([\w-]{43})\.([A-Za-z0-9-]{1,400})\.([\w-]{43})$/;

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/**
 * Knows browsers by a signed cookie, for the limits alone: it signs nobody in. Whoever has it cannot be locked out by
 * strangers' tries, neither of the account nor of the address that an office shares.
 * @param keys those of the ID tokens: after a rotation, a browser is renewed when it refreshes its token
 */
export function createKnownBrowsers(keys: SigningKeys, accounts: Pick<Accounts, 'byUid'>) {
  return {
    /** The browser that sent a request; null when it brings no cookie of ours. */
    read({ headers }: IncomingMessage): KnownBrowser | null {
      for (const pair of (headers.cookie ?? '').split(';')) {
        const [name, value = ''] = pair.trim().split('=', 2);
        const browser = name === NAME ? open(keys, value) : null;
        if (browser !== null) return knownTo(accounts, browser);
      }
      return null;
    },
    /**
     * The `Set-Cookie` header for a browser in which an account has just signed in.
     * @param account as it was when its owner was proven: its password may have been changed since
     */
    remember(
      browser: KnownBrowser | null,
      account: StoredAccount,
      arrival: Arrival,
      isSecure: boolean,
    ): string {
      const own = IN_COOKIES.test(account.uid) ? [account.uid + markOf(account)] : [];
      const others = (browser?.entries ?? []).filter((entry) => uidOf(entry) !== account.uid);
      const entries = arrival === 'signed-in' ? [...own, ...others] : [...others, ...own];
      const value = seal(keys, browser?.id ?? newSecret(), entries.slice(0, MAX_ACCOUNTS));
      const secure = isSecure ? '; Secure' : '';
      return `${NAME}=${value}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}

/**
 * Whoever had the former password could have collected any number of cookies, each with tries of its own: a browser is
 * known for an account only while that has the password with which it signed in here.
 */
function knownTo(accounts: Pick<Accounts, 'byUid'>, { id, entries }: SealedBrowser): KnownBrowser {
  const good = entries.filter((entry) => {
    const account = accounts.byUid(uidOf(entry));
    return account !== undefined && entry === account.uid + markOf(account);
  });
  return { id, uids: good.map(uidOf), entries: good };
}

/** Stands for an account's password, which it does not betray: it is part of a hash of the stored, salted hash. */
function markOf({ passwordHash }: StoredAccount): string {
  return hashSecret(passwordHash ?? '')
    .toString('hex')
    .slice(0, MARK_LENGTH);
}

function uidOf(entry: string): string {
  return entry.slice(0, -MARK_LENGTH);
}

type SealedBrowser = Pick<KnownBrowser, 'id' | 'entries'>;

function seal(keys: SigningKeys, id: string, entries: readonly string[]): string {
  const content = `${id}.${entries.join('-')}`;
  const kid = keys.currentKid;
  return `${kid}.${content}.${keys.sign(signedText(content), kid).toString('base64url')}`;
}

function open(keys: SigningKeys, value: string): SealedBrowser | null {
  const [, kid, id, entries, signature] = FORM.exec(value) ?? [];
  if (kid === undefined || id === undefined || entries === undefined || signature === undefined) return null;
  const isGenuine = keys.matches(signedText(`${id}.${entries}`), kid, Buffer.from(signature, 'base64url'));
  return isGenuine ? { id, entries: entries.split('-') } : null;
}

/** No ID token has a colon: neither signature can pass for the other. */
function signedText(content: string): string {
  return `browser:${content}`;
}
