import type { Store } from '../store/store.ts';
import type { Accounts } from './accounts.ts';
import type { ActionCodes } from './actionCodes.ts';
import type { Answer } from './answer.ts';
import type { IdentityProvider } from './identity/identityProvider.ts';
import type { IdTokens } from './idTokens.ts';
import type { Limits } from './limits.ts';
import type { BackgroundMailer } from './mail/backgroundMailer.ts';
import type { Passwords } from './passwords.ts';
import type { Caller, Fields } from './request.ts';
import type { SessionRegistry } from './sessionRegistry.ts';

/** Everything an operation works on. */
export type AuthState = {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly idTokens: IdTokens;
  readonly sessions: SessionRegistry;
  readonly passwords: Passwords;
  readonly actionCodes: ActionCodes;
  readonly mailer: BackgroundMailer;
  readonly identities: IdentityProvider;
  readonly limits: Limits;
  readonly projectId: string;
  /** Name of the product, for mails. */
  readonly brand: string;
  /** Milliseconds. */
  readonly now: () => number;
  readonly logError: (what: string, error: unknown) => void;
};

/** One `accounts:…` method of the protocol. */
export type Operation = (state: AuthState, fields: Fields, caller: Caller) => Answer | Promise<Answer>;
