import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KnownAccount } from '#model/access.ts';
import type { Email } from '#model/email.ts';
import { sendJson, sendText } from '../http/answers.ts';
import { callerOf } from '../http/caller.ts';
import type { HttpService } from '../http/service.ts';
import { asStorageFailure, StorageFailure } from '../store/StorageFailure.ts';
import type { Store } from '../store/store.ts';
import { createAccounts, type StoredAccount } from './accounts.ts';
import { createActionCodes } from './actionCodes.ts';
import { type Answer, type AuthErrorCode, refusalBody, refuse } from './answer.ts';
import type { TokenVerifier } from './authContext.ts';
import { type IdentityProvider, POPUP_PATHS } from './identity/identityProvider.ts';
import { HANDLER_SCRIPT, HANDLER_SCRIPT_PATH } from './identity/pages.ts';
import { createIdTokens } from './idTokens.ts';
import { createLimits } from './limits.ts';
import { createBackgroundMailer } from './mail/backgroundMailer.ts';
import type { Mailer } from './mail/mailer.ts';
import { newAccount } from './newAccount.ts';
import { createAuthUri } from './operations/createAuthUri.ts';
import { deleteAccount } from './operations/deleteAccount.ts';
import { lookup } from './operations/lookup.ts';
import { refresh } from './operations/refresh.ts';
import { resetPassword } from './operations/resetPassword.ts';
import { sendOobCode } from './operations/sendOobCode.ts';
import { signInWithIdp } from './operations/signInWithIdp.ts';
import { signInWithPassword } from './operations/signInWithPassword.ts';
import { signOut } from './operations/signOut.ts';
import { signUp } from './operations/signUp.ts';
import { update } from './operations/update.ts';
import { createPasswords } from './passwords.ts';
import { Busy, type ScryptParameters, Stopping } from './passwordThreads.ts';
import { readFields } from './readFields.ts';
import { createSessionRegistry } from './sessionRegistry.ts';
import { endSessions } from './sessions.ts';
import { loadSigningKeys } from './signingKeys.ts';
import type { AuthState, Operation } from './state.ts';

export type AuthService = HttpService & {
  /** For the other services: who presents an ID token. */
  readonly tokens: TokenVerifier;
  /** Creates an account with a verified address, past all limits; runs `alongside` in the same transaction. */
  createVerifiedAccount(person: NewPerson, alongside: (uid: string) => void): Promise<void>;
  /** Who signs in with this address; null: nobody. */
  findAccount(email: Email): KnownAccount | null;
  /** Ends every session of an account, now: its tokens are void, and what listens with them stops. */
  endSessions(uid: string): void;
  /** Changes what decides who signs in to an account; its sessions end. Another address has yet to be proven. */
  changeAccount(uid: string, change: AccountChange): void;
};

/** What is absent stays as it is. */
export type AccountChange = { readonly email?: Email; readonly disabled?: boolean };

export type NewPerson = { readonly email: Email; readonly password: string; readonly name: string };

export type AuthOptions = {
  readonly store: Store;
  readonly projectId: string;
  /** Milliseconds. */
  readonly now: () => number;
  readonly scrypt: ScryptParameters;
  readonly mailer: Mailer;
  readonly identities: IdentityProvider;
  /** Name of the product, for mails. */
  readonly brand: string;
  readonly logError: (what: string, error: unknown) => void;
  /** Whether a reverse proxy on this machine reports the callers' addresses. */
  readonly behindProxy: boolean;
};

const ACCOUNTS_PATH = '/identitytoolkit.googleapis.com/v1/accounts:';
const TOKEN_PATH = '/securetoken.googleapis.com/v1/token';
/** What the SDK knows no call for; see docs/decisions/011. */
const OWN_CALLS = '/account/';
const PREFIXES = ['/identitytoolkit.googleapis.com/', '/securetoken.googleapis.com/', POPUP_PATHS, OWN_CALLS];
/** Where it is not 400, which the protocol uses for nearly everything. */
const STATUS: Readonly<Partial<Record<AuthErrorCode, number>>> = {
  NOT_IMPLEMENTED: 501,
  STORAGE_UNAVAILABLE: 503,
  TOKEN_REPLACED: 503,
};

/** By the method's name in `accounts:<name>`. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  createAuthUri,
  delete: deleteAccount,
  lookup,
  resetPassword,
  sendOobCode,
  signInWithIdp,
  signInWithPassword,
  signUp,
  update,
};

/** The identity service: Google's Identity Toolkit and Secure Token protocols, as far as the app uses them. */
export function createAuthService(options: AuthOptions): AuthService {
  const state = createState(options);
  return {
    tokens: state.idTokens,
    createVerifiedAccount: async ({ email, password, name }, alongside) => {
      const passwordHash = await state.passwords.hash(password);
      const account = newAccount(email, state.now());
      state.store.transaction(() => {
        state.accounts.save({ ...account, passwordHash, emailVerified: true, displayName: name });
        alongside(account.uid);
      });
    },
    findAccount: (email) => state.accounts.byEmail(email) ?? null,
    endSessions: (uid) => {
      endSessions(state, accountOf(state, uid));
    },
    changeAccount: (uid, change) => {
      const account = accountOf(state, uid);
      const { email = account.email } = change;
      const emailVerified = account.emailVerified && email === account.email;
      endSessions(state, { ...account, ...change, emailVerified });
    },
    owns: (path) => PREFIXES.some((prefix) => path.startsWith(prefix)),
    handle: async (request, response, url) => {
      if (url.pathname.startsWith(POPUP_PATHS)) return handlePopup(state, request, response, url);
      const operation = operationAt(url.pathname);
      if (request.method !== 'POST' || operation === undefined)
        return send(
          response,
          refuse('NOT_IMPLEMENTED', `${request.method} ${url.pathname} is not implemented.`),
        );
      const fields = await readFields(request, response);
      if (fields === null) return;
      const caller = { address: callerOf(request, options.behindProxy), origin: url.origin };
      await answer(state, response, url.pathname, () => operation(state, fields, caller));
    },
    close: async () => {
      await state.passwords.close();
      await state.mailer.close();
    },
  };
}

function createState(options: AuthOptions): AuthState {
  const { store, projectId, brand, now, logError } = options;
  const accounts = createAccounts(store);
  const keys = loadSigningKeys(store, now);
  const sessions = createSessionRegistry(store, now);
  return {
    store,
    accounts,
    idTokens: createIdTokens({ keys, accounts, sessions, projectId, now }),
    sessions,
    passwords: createPasswords(options.scrypt),
    actionCodes: createActionCodes(store, now),
    mailer: createBackgroundMailer(options.mailer, logError),
    identities: options.identities,
    limits: createLimits(now),
    projectId,
    brand,
    now,
    logError,
  };
}

function accountOf({ accounts }: AuthState, uid: string): StoredAccount {
  const account = accounts.byUid(uid);
  if (account === undefined) throw new Error(`there is no account ${uid}`);
  return account;
}

function handlePopup(
  { identities }: AuthState,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> | void {
  if (request.method !== 'GET') return send(response, refuse('NOT_IMPLEMENTED'));
  if (url.pathname === HANDLER_SCRIPT_PATH) return sendText(response, 200, 'text/javascript', HANDLER_SCRIPT);
  return identities.handle(request, response, url);
}

function operationAt(path: string): Operation | undefined {
  if (path === TOKEN_PATH) return refresh;
  if (path === `${OWN_CALLS}signOut`) return signOut;
  const name = path.startsWith(ACCOUNTS_PATH) ? path.slice(ACCOUNTS_PATH.length) : '';
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
}

async function answer(
  { logError }: AuthState,
  response: ServerResponse,
  path: string,
  operate: () => Answer | Promise<Answer>,
): Promise<void> {
  try {
    send(response, await operate());
  } catch (thrown) {
    const error = asStorageFailure(thrown);
    if (error instanceof StorageFailure) {
      logError(`${path} could not be stored`, error);
      return send(response, refuse('STORAGE_UNAVAILABLE', error.message));
    }
    if (error instanceof Busy) return send(response, refuse('TOO_MANY_ATTEMPTS_TRY_LATER', error.message));
    const isStopping = error instanceof Stopping;
    if (!isStopping) logError(`${path} failed`, error);
    // No JSON: to the SDK this is then a network failure, and nobody is signed out over it.
    const reason = isStopping ? error.message : 'Something went wrong on the server.';
    sendText(response, isStopping ? 503 : 500, 'text/plain', `${reason}\n`);
  }
}

function send(response: ServerResponse, result: Answer): void {
  if (result.kind === 'ok') sendJson(response, 200, result.body);
  else sendJson(response, STATUS[result.code] ?? 400, refusalBody(result));
}
