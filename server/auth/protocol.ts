import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Email, isAddress, normaliseEmail } from '#model/email.ts';
import { sendJson, sendTooLarge } from '../http/answers.ts';
import { BodyAborted, NotUtf8, readBody } from '../http/body.ts';
import type { QuotaClient } from '../quota/QuotaClient.ts';
import { isRecord, LossyJson, parseStrictJson } from '../scalars/strictJson.ts';
import { parseStrictForm, textFault } from '../scalars/texts.ts';
import type { StoredAccount } from './accounts.ts';
import type { KnownBrowser } from './knownBrowsers.ts';

/** Error codes of the Identity Toolkit protocol; the SDK maps each to an `auth/…` code. */
type AuthErrorCode =
  | 'ADMIN_ONLY_OPERATION'
  | 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
  | 'EMAIL_EXISTS'
  | 'EMAIL_NOT_SENT'
  | 'EXPIRED_OOB_CODE'
  | 'INVALID_ARGUMENT'
  | 'INVALID_EMAIL'
  | 'INVALID_GRANT_TYPE'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_IDP_RESPONSE'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'INVALID_OOB_CODE'
  | 'INVALID_REFRESH_TOKEN'
  | 'INVALID_REQ_TYPE'
  | 'INVALID_REQUEST_URI'
  | 'MISSING_EMAIL'
  | 'MISSING_GRANT_TYPE'
  | 'MISSING_ID_TOKEN'
  | 'MISSING_OOB_CODE'
  | 'MISSING_PASSWORD'
  | 'MISSING_REFRESH_TOKEN'
  | 'MISSING_REQ_TYPE'
  | 'MISSING_REQUEST_URI'
  | 'NOT_IMPLEMENTED'
  | 'OPERATION_NOT_ALLOWED'
  | 'PERMISSION_DENIED'
  | 'STORAGE_UNAVAILABLE'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_REPLACED'
  | 'TOO_MANY_ATTEMPTS_TRY_LATER'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'
  | 'WEAK_PASSWORD';

/** A foreseen refusal, which ends an operation. Thrown, yet no `Error`: it is an ordinary outcome. */
export class Refusal {
  /** @param detail the SDK shows this text in place of its own */
  constructor(
    readonly code: AuthErrorCode,
    readonly detail: string | null,
  ) {}
}

/** What an operation answers. */
export type Answer = {
  /** JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The account whose owner has just proven in this browser who they are; the browser is known from now on. */
  readonly proven?: Proven;
};

type Proven = { readonly account: StoredAccount; readonly by: 'signed-in' | 'signed-up' };

export function ok(body: Readonly<Record<string, unknown>>, proven?: Proven): Answer {
  return proven === undefined ? { body } : { body, proven };
}

/** @throws Refusal */
export function refuse(code: AuthErrorCode, detail: string | null = null): never {
  throw new Refusal(code, detail);
}

/** HTTP status of the refusals that are not answered with 400, the protocol's usual one. */
const STATUS: Readonly<Partial<Record<AuthErrorCode, number>>> = {
  NOT_IMPLEMENTED: 501,
  PERMISSION_DENIED: 403,
  STORAGE_UNAVAILABLE: 503,
  TOKEN_REPLACED: 503,
};

/** Sends a refusal, worded as by Google's service: `CODE`, or `CODE : detail`. */
export function sendRefusal(response: ServerResponse, { code, detail }: Refusal): void {
  const status = STATUS[code] ?? 400;
  const message = detail === null ? code : `${code} : ${detail}`;
  const errors = [{ message, reason: 'invalid', domain: 'global' }];
  sendJson(response, status, { error: { code: status, message, errors } });
}

/** The object that a client sent: nothing in it can be trusted. */
export type Fields = Readonly<Record<string, unknown>>;

/** Who calls, as far as the request shows. */
export type Caller = {
  /** For counting tries: an IPv4 address, or the /64 network of an IPv6 one. */
  readonly address: string;
  /** Own origin that the caller used, e.g. `http://localhost:8080`. */
  readonly origin: string;
  /** The browser, when somebody has signed in there before. */
  readonly browser: KnownBrowser | null;
  /** The ID token in the `Authorization` header, which requests of our own have. */
  readonly idToken: string | undefined;
  /** Runs work once the answer has been sent, so that the time of the answer does not show it. */
  afterAnswer(work: () => void): void;
};

/** Bytes. */
const BODY_LIMIT = 64 * 1024;

/** The body's fields, from JSON or a form; null when the refusal has been sent. */
export async function readFields(
  request: IncomingMessage,
  response: ServerResponse,
  { client, isForm }: { readonly client: QuotaClient; readonly isForm: boolean },
): Promise<Fields | null> {
  const announced = Number(request.headers['content-length'] ?? 0);
  try {
    const { text, cut } =
      announced > BODY_LIMIT
        ? { text: '', cut: true }
        : await readBody(request, BODY_LIMIT, client, { leavesRest: true });
    if (!cut) return isForm ? Object.fromEntries(parseStrictForm(text)) : parseObject(text);
    sendTooLarge(response, BODY_LIMIT);
  } catch (error) {
    if (error instanceof BodyAborted) return null;
    if (!(error instanceof SyntaxError)) throw error;
    const isNamed = error instanceof LossyJson || (isForm && !(error instanceof NotUtf8));
    sendInvalidJson(response, isNamed ? error.message : undefined);
  }
  return null;
}

/** @param detail what is wrong with a form, or with JSON that is well-formed */
function sendInvalidJson(response: ServerResponse, detail?: string): void {
  const message = detail === undefined ? 'INVALID_JSON' : `INVALID_JSON : ${detail}`;
  sendJson(response, 400, { error: { code: 400, message, errors: [] } });
}

function parseObject(text: string): Fields {
  const value = parseStrictJson(text);
  if (isRecord(value)) return value;
  throw new SyntaxError('The body is no object.');
}

/** A member that takes any text. */
export const TEXT = { kind: 'text' } as const;

/** A member that takes one value: the only one that this server acts upon. */
export function only(value: string | boolean) {
  return { kind: 'only', value } as const;
}

/** A member that has to be there, with the one value that this server acts upon. */
export function required(value: string | boolean) {
  return { kind: 'only', value, isRequired: true } as const;
}

/** A member that takes true or false. */
export const FLAG = { kind: 'flag' } as const;

/** The members of a request, each with what it takes. */
type Rule = typeof TEXT | typeof FLAG | ReturnType<typeof only> | ReturnType<typeof required>;
type Shape = Readonly<Record<string, Rule>>;

type Members<S extends Shape> = {
  readonly [Name in keyof S as S[Name] extends typeof TEXT ? Name : never]?: string;
} & {
  readonly [Name in keyof S as S[Name] extends typeof FLAG ? Name : never]?: boolean;
};

/**
 * Reads a request strictly: a member that `shape` does not name, and a value that a member does not take, are refused
 * by name. Were they ignored, a client would take for done what this server has not done.
 * @param operation name of the request, for the refusal
 * @returns the texts and flags that are there
 * @throws Refusal
 */
export function readMembers<S extends Shape>(fields: Fields, operation: string, shape: S): Members<S> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const rule = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (rule === undefined) return notImplemented(`the member ${quoted(name)} of ${operation}`);
    checkMember(rule, value, quoted(name), operation);
    if (rule.kind !== 'only') members[name] = value;
  }
  for (const [name, rule] of Object.entries(shape)) {
    if ('isRequired' in rule && !Object.hasOwn(fields, name))
      return notImplemented(`${operation} without the member ${quoted(name)}`);
  }
  return members as Members<S>;
}

function checkMember(rule: Rule, value: unknown, name: string, operation: string): void {
  if (rule.kind === 'only') {
    if (value !== rule.value)
      notImplemented(`${name} of ${operation} other than ${JSON.stringify(rule.value)}`);
  } else if (rule.kind === 'flag') {
    if (typeof value !== 'boolean') refuse('INVALID_ARGUMENT', `${name} has to be true or false.`);
  } else {
    if (typeof value !== 'string') refuse('INVALID_ARGUMENT', `${name} has to be text.`);
    const fault = textFault(value);
    if (fault !== null) refuse('INVALID_ARGUMENT', `${name} ${fault}.`);
  }
}

/**
 * @param what the subject of the message, e.g. `the member "phoneNumber" of accounts:update`
 * @throws Refusal
 */
export function notImplemented(what: string): never {
  return refuse('NOT_IMPLEMENTED', `${what} is not implemented.`);
}

/** A name from a request, for a message: shortened, and without colons, since the SDK splits messages at ` : `. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100).replaceAll(':', ''));
}

/**
 * An address as typed, normalised.
 * @param isFit what is asked of it: of a new address more than of one to sign in with
 * @throws Refusal
 */
export function readEmail(typed = '', isFit = isAddress): Email {
  if (typed === '') refuse('MISSING_EMAIL');
  return isFit(typed) ? normaliseEmail(typed) : refuse('INVALID_EMAIL');
}
