import type { IncomingMessage } from 'node:http';
import { newSecret } from './secrets.ts';
import type { SigningKeys } from './tokens.ts';

/** A browser in which accounts have signed in before. */
export type KnownBrowser = {
  /** Random; the same for as long as the browser keeps the cookie. */
  readonly id: string;
  /** The accounts that have signed in here, the last one first. */
  readonly uids: readonly string[];
};

/** How an account got into the browser: one that signs in again comes first, one that is made here comes last. */
type Arrival = 'signed-in' | 'signed-up';

const NAME = 'gl_browser';
/** Seconds. Browsers keep no cookie for longer than 400 days. */
const MAX_AGE = 400 * 24 * 3600;
/** Further accounts are not remembered. */
const MAX_ACCOUNTS = 10;
const FORM = /^([0-9a-f]{16})\.([\w-]{43})\.([A-Za-z0-9-]{1,400})\.([\w-]{43})$/;

/**
 * Knows browsers by a signed cookie, for the limits alone: it signs nobody in. Whoever has it cannot be locked out by
 * strangers' tries, neither of the account nor of the address that an office shares.
 */
export type KnownBrowsers = {
  /** The browser that sent a request; null when it brings no cookie of ours. */
  read(request: IncomingMessage): KnownBrowser | null;
  /** The `Set-Cookie` header for a browser in which an account has just signed in. */
  remember(browser: KnownBrowser | null, uid: string, arrival: Arrival, isSecure: boolean): string;
};

/** @param keys those of the ID tokens: after a rotation, a browser is renewed when it refreshes its token */
export function createKnownBrowsers(keys: SigningKeys): KnownBrowsers {
  return {
    read: ({ headers }) => {
      for (const pair of (headers.cookie ?? '').split(';')) {
        const [name, value = ''] = pair.trim().split('=', 2);
        const browser = name === NAME ? open(keys, value) : null;
        if (browser !== null) return browser;
      }
      return null;
    },
    remember: (browser, uid, arrival, isSecure) => {
      const others = (browser?.uids ?? []).filter((known) => known !== uid);
      const uids = (arrival === 'signed-in' ? [uid, ...others] : [...others, uid]).slice(0, MAX_ACCOUNTS);
      const value = seal(keys, { id: browser?.id ?? newSecret(), uids });
      const secure = isSecure ? '; Secure' : '';
      return `${NAME}=${value}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}

function seal(keys: SigningKeys, { id, uids }: KnownBrowser): string {
  const content = `${id}.${uids.join('-')}`;
  const kid = keys.currentKid;
  return `${kid}.${content}.${keys.sign(signedText(content), kid).toString('base64url')}`;
}

function open(keys: SigningKeys, value: string): KnownBrowser | null {
  const [, kid, id, uids, signature] = FORM.exec(value) ?? [];
  if (kid === undefined || id === undefined || uids === undefined || signature === undefined) return null;
  const isGenuine = keys.matches(signedText(`${id}.${uids}`), kid, Buffer.from(signature, 'base64url'));
  return isGenuine ? { id, uids: uids.split('-') } : null;
}

/** No ID token has a colon: neither signature can pass for the other. */
function signedText(content: string): string {
  return `browser:${content}`;
}
