import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KnownAccount } from '#model/access.ts';
import type { Email } from '#model/email.ts';
import { sendJson, sendText } from '../http/answers.ts';
import { callerOf } from '../http/requestOrigin.ts';
import type { HttpService } from '../http/service.ts';
import type { UnprivilegedQuota } from '../quota/UnprivilegedQuota.ts';
import { asStorageFailure, StorageFailure } from '../store/StorageFailure.ts';
import { createAccounts, newAccount } from './accounts.ts';
import { createActionCodes } from './actionCodes.ts';
import type { TokenVerifier } from './authContext.ts';
import { type AuthSettings, type AuthState, isGrantedBrowser, type Operation } from './authState.ts';
import { HANDLER_SCRIPT, HANDLER_SCRIPT_PATH, POPUP_PATHS } from './identity/popupPages.ts';
import { createKnownBrowsers } from './knownBrowsers.ts';
import { createLimits } from './limits.ts';
import { createBackgroundMailer, type Mailer } from './mail.ts';
import { describeAccount, endSessionsOf, setDisabled, signOutEverywhere } from './operations/accountCalls.ts';
import { resetPassword, sendOobCode, verifyEmail } from './operations/mailedCodes.ts';
import { deleteAccount, lookup, updatePassword } from './operations/ownAccount.ts';
import { signInWithPassword, signUp } from './operations/passwordSignIn.ts';
import { refresh, signOut } from './operations/sessionTokens.ts';
import { signInWithIdp } from './operations/signInWithIdp.ts';
import { createPasswords, type ScryptParameters, Stopping } from './passwords.ts';
import {
  type Answer,
  type Caller,
  notImplemented,
  quoted,
  Refusal,
  readFields,
  refuse,
  sendRefusal,
} from './protocol.ts';
import { SessionRegistry } from './sessionRegistry.ts';
import { createIdTokens, loadSigningKeys } from './tokens.ts';

export type AuthServer = HttpService & {
  /** Checks ID tokens for the other services. */
  readonly tokens: TokenVerifier;
  /** Creates an account with a verified address, without limits; runs `alongside` in the same transaction. */
  createVerifiedAccount(person: NewPerson, alongside: (uid: string) => void): Promise<void>;
  /** The account with this address; null when there is none. */
  findAccount(email: Email): KnownAccount | null;
};

type NewPerson = { readonly email: Email; readonly password: string; readonly name: string };

type AuthOptions = AuthSettings & {
  readonly scrypt: ScryptParameters;
  readonly mailer: Mailer;
  /** Whether a reverse proxy on this machine reports the callers' addresses. */
  readonly behindProxy: boolean;
  readonly quota: UnprivilegedQuota;
};

const ACCOUNTS_PATH = '/identitytoolkit.googleapis.com/v1/accounts:';
const TOKEN_PATH = '/securetoken.googleapis.com/v1/token';
const OWN_PATHS = '/account/';
const PREFIXES = ['/identitytoolkit.googleapis.com/', '/securetoken.googleapis.com/', POPUP_PATHS, OWN_PATHS];

/** By their paths. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  [TOKEN_PATH, refresh],
  ...below(ACCOUNTS_PATH, {
    delete: deleteAccount,
    lookup,
    resetPassword,
    sendOobCode,
    signInWithIdp,
    signInWithPassword,
    signUp,
    update: updatePassword,
  }),
  // The SDK has no requests for these (docs/decisions/013).
  ...below(OWN_PATHS, {
    describe: describeAccount,
    endSessions: endSessionsOf,
    setDisabled,
    signOut,
    signOutEverywhere,
    verifyEmail,
  }),
]);

/** By their paths, what Google's service calls its answers; by that of a sign-up the SDK knows that the account is new. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    delete: 'DeleteAccountResponse',
    lookup: 'GetAccountInfoResponse',
    resetPassword: 'ResetPasswordResponse',
    sendOobCode: 'GetOobConfirmationCodeResponse',
    signInWithIdp: 'VerifyAssertionResponse',
    signInWithPassword: 'VerifyPasswordResponse',
    signUp: 'SignupNewUserResponse',
    update: 'SetAccountInfoResponse',
  }).map(([name, kind]) => [ACCOUNTS_PATH + name, `identitytoolkit#${kind}`]),
);

function below(path: string, named: Readonly<Record<string, Operation>>): [string, Operation][] {
  return Object.entries(named).map(([name, operation]) => [path + name, operation]);
}

/** The identity service: Google's Identity Toolkit and Secure Token protocols, as far as the app uses them. */
export function createAuthServer(options: AuthOptions): AuthServer {
  const { scrypt, mailer, behindProxy, quota, ...settings } = options;
  const state = createState(settings, scrypt, mailer);
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
    isFreeOfAddressLimits: (request) => isGrantedBrowser(state, state.browsers.read(request)),
    owns: (path) => PREFIXES.some((prefix) => path.startsWith(prefix)),
    handle: async (request, response, url) => {
      try {
        await (url.pathname.startsWith(POPUP_PATHS)
          ? handlePopup(state, request, response, url)
          : handleOperation(state, { request, response, url, behindProxy, quota }));
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown;
        sendRefusal(response, thrown);
      }
    },
    close: async () => {
      await state.passwords.close();
      await state.mailer.close();
    },
  };
}

function createState(settings: AuthSettings, scrypt: ScryptParameters, mailer: Mailer): AuthState {
  const { store, projectId, now, logError } = settings;
  const accounts = createAccounts(store);
  const keys = loadSigningKeys(store, now);
  const sessions = new SessionRegistry(store, now);
  return {
    ...settings,
    accounts,
    idTokens: createIdTokens({ keys, accounts, sessions, projectId, now }),
    sessions,
    passwords: createPasswords(scrypt),
    actionCodes: createActionCodes(store, now),
    mailer: createBackgroundMailer(mailer, logError),
    browsers: createKnownBrowsers(keys, accounts),
    limits: createLimits(now),
  };
}

function handlePopup(
  { identities }: AuthState,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> | void {
  if (request.method !== 'GET') notImplemented(`${request.method} ${url.pathname}`);
  if (url.pathname === HANDLER_SCRIPT_PATH) return sendText(response, 200, 'text/javascript', HANDLER_SCRIPT);
  return identities.handle(request, response, url);
}

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly behindProxy: boolean;
  readonly quota: UnprivilegedQuota;
};

async function handleOperation(state: AuthState, exchange: Exchange): Promise<void> {
  const { request, response, url, quota } = exchange;
  const operation = OPERATIONS.get(url.pathname);
  if (request.method !== 'POST' || operation === undefined)
    return notImplemented(`${request.method} ${url.pathname}`);
  // `key` names the project to Google; this server has one project.
  const parameter = [...url.searchParams.keys()].find((name) => name !== 'key');
  if (parameter !== undefined) notImplemented(`the parameter ${quoted(parameter)}`);
  if (request.headers['x-firebase-tenant'] !== undefined) notImplemented('the header X-Firebase-Tenant');
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  if (isForm && url.pathname !== TOKEN_PATH) notImplemented(`a form to ${url.pathname}`);
  // Its sender is a stranger still: who has a grant is known when the request has been answered.
  const client = quota.acquire('request', request, () => request.destroy());
  try {
    const fields = await readFields(request, response, { client, isForm });
    if (fields === null) return;
    const caller = callerOfOperation(state, exchange);
    await answer(state, { response, path: url.pathname, caller }, () => operation(state, fields, caller));
  } finally {
    client.release();
  }
}

function callerOfOperation(state: AuthState, { request, response, url, behindProxy }: Exchange): Caller {
  return {
    address: callerOf(request, behindProxy),
    origin: url.origin,
    browser: state.browsers.read(request),
    idToken: /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1],
    afterAnswer: (work) =>
      response.once('close', () => {
        try {
          work();
        } catch (error) {
          state.logError(`${url.pathname} failed after its answer`, error);
        }
      }),
  };
}

type Answering = { readonly response: ServerResponse; readonly path: string; readonly caller: Caller };

async function answer(
  state: AuthState,
  { response, path, caller }: Answering,
  operate: () => Answer | Promise<Answer>,
): Promise<void> {
  const { logError } = state;
  try {
    const { body, proven } = await operate();
    if (proven !== undefined) {
      const { account, by } = proven;
      const isSecure = caller.origin.startsWith('https:');
      response.setHeader('Set-Cookie', state.browsers.remember(caller.browser, account, by, isSecure));
    }
    sendJson(response, 200, { kind: KINDS.get(path), ...body });
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    const error = asStorageFailure(thrown);
    if (error instanceof StorageFailure) {
      logError(`${path} could not be stored`, error);
      refuse('STORAGE_UNAVAILABLE', error.message);
    }
    const isStopping = error instanceof Stopping;
    if (!isStopping) logError(`${path} failed`, error);
    // No JSON: the SDK takes this for a network failure and signs nobody out.
    const reason = isStopping ? error.message : 'Something went wrong on the server.';
    sendText(response, isStopping ? 503 : 500, 'text/plain', `${reason}\n`);
  }
}
