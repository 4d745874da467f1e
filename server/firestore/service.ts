import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthContext, TokenVerifier } from '../auth/authContext.ts';
import { sendJson } from '../http/answers.ts';
import { BodyAborted, NotUtf8, readBody } from '../http/body.ts';
import type { HttpService } from '../http/service.ts';
import { UNPRIVILEGED_SIZES } from '../quota/limits.ts';
import type { QuotaClient } from '../quota/QuotaClient.ts';
import type { UnprivilegedQuota } from '../quota/UnprivilegedQuota.ts';
import type { DocumentPath, Fields, FirestoreRules } from '../rules/rules.ts';
import { LossyJson, parseStrictJson } from '../scalars/strictJson.ts';
import type { Store } from '../store/store.ts';
import { Credentials } from './Credentials.ts';
import { type Context, commitTrusted } from './commit.ts';
import { type CommitListener, DocumentStore } from './documents/DocumentStore.ts';
import { parseWrite } from './documents/writes.ts';
import { RulesEvaluator } from './RulesEvaluator.ts';
import { FirestoreError, invalid, toFirestoreError, unimplemented } from './status.ts';
import { ListenStream } from './streams/ListenStream.ts';
import { refuseWrites } from './streams/refusedWrites.ts';
import { runStream } from './streams/stream.ts';
import { answerUnary } from './unary.ts';
import { ResourceNames } from './values/names.ts';
import type { ChannelOpener } from './webchannel/ChannelSession.ts';
import { WebChannelHub } from './webchannel/hub.ts';
import { LIMITS } from './webchannel/limits.ts';

type FirestoreOptions = {
  readonly store: Store;
  readonly tokens: TokenVerifier;
  readonly rules: FirestoreRules;
  readonly quota: UnprivilegedQuota;
  readonly projectId: string;
  /** Called with every commit once it is stored and applied. */
  readonly onCommit?: CommitListener;
  /** Milliseconds since 1970; `Date.now` unless a test sets its own clock. */
  readonly now?: () => number;
};

export type FirestoreService = ReturnType<typeof createFirestoreService>;

const CHANNEL_PATH = '/google.firestore.v1.Firestore/';
const UNARY_PATH = /^\/v1\/(projects\/[^/]+\/databases\/[^/]+\/.*):(\w+)$/;
const UNARY_PREFIX = /^\/v1\/projects\/[^/]+\/databases\//;

/**
 * The embedded Firestore, for the unmodified JS SDK in a browser: streams over WebChannel, and the unary calls
 * over plain HTTP. The rules are evaluated for every request. README.md lists what it leaves out.
 */
export function createFirestoreService(options: FirestoreOptions) {
  const { store, tokens, rules, projectId, quota, now = Date.now } = options;
  const documents = new DocumentStore(store, now);
  if (options.onCommit) documents.onCommit(options.onCommit);
  const names = new ResourceNames(projectId);
  const context: Context = { documents, names, evaluator: new RulesEvaluator(rules, documents) };
  const hub = new WebChannelHub(quota);
  const openers = createOpeners(context, tokens);
  const http: HttpService = {
    owns: (path) => path.startsWith(CHANNEL_PATH) || UNARY_PREFIX.test(path),
    async handle(request, response, url) {
      const opener = openers[url.pathname];
      if (opener) return hub.handle(request, response, url, opener);
      const client = quota.acquire('request', request, () => request.destroy());
      try {
        await handleUnary({ context, tokens, request, response, url, client });
      } finally {
        client.release();
      }
    },
    isFreeOfAddressLimits: (request, url) =>
      quota.isGranted(authOf(() => new Credentials(request.headers.authorization, tokens))) ||
      hub.isGranted(url),
    close: () => hub.close(),
  };
  return {
    ...http,
    /**
     * Writes a document for the server itself; no rule applies. Joins a transaction of the store that is under
     * way, and is then seen before that one ends. Throws a FirestoreError.
     */
    setDocument(path: DocumentPath, fields: Fields): void {
      commitTrusted(documents, [parseWrite({ update: { name: names.format(path), fields } }, names)]);
    },
    /** Removes a document, on the same terms. */
    deleteDocument(path: DocumentPath): void {
      commitTrusted(documents, [parseWrite({ delete: names.format(path) }, names)]);
    },
    /** Fields of a stored document; null when there is none. */
    readDocument: (path: DocumentPath): Fields | null => documents.get(path)?.fields ?? null,
  };
}

function createOpeners(context: Context, tokens: TokenVerifier): Readonly<Record<string, ChannelOpener>> {
  const opener =
    (open: Parameters<typeof runStream>[2]): ChannelOpener =>
    (headers) => {
      const identify = () => new Credentials(headers.get('authorization'), tokens);
      return { auth: authOf(identify), open: (channel) => runStream(channel, identify, open) };
    };
  return {
    [`${CHANNEL_PATH}Listen/channel`]: opener((output, auth) => new ListenStream(context, output, auth)),
    [`${CHANNEL_PATH}Write/channel`]: opener(refuseWrites),
  };
}

/** Whose sessions are counted together; the stream itself refuses a bad token. */
function authOf(identify: () => Credentials): AuthContext {
  try {
    return identify().auth;
  } catch (error) {
    if (error instanceof FirestoreError) return null;
    throw error;
  }
}

type Exchange = {
  readonly context: Context;
  readonly tokens: TokenVerifier;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly client: QuotaClient;
};

async function handleUnary({ context, tokens, request, response, url, client }: Exchange): Promise<void> {
  try {
    const [, parent = '', method = ''] = UNARY_PATH.exec(url.pathname) ?? [];
    if (request.method !== 'POST') throw unimplemented(`${request.method} of a resource`);
    checkParameters(url.searchParams);
    const credentials = new Credentials(request.headers.authorization, tokens);
    client.identify(credentials.auth);
    if (!client.mayWork()) throw tooMuch('processor time');
    const { text, cut } = await readBody(
      request,
      client.isUnprivileged ? UNPRIVILEGED_SIZES.body : LIMITS.body,
      client,
    );
    if (cut) throw invalid('The request is larger than the server takes.');
    // Checked again: the session may have ended while the body was on its way.
    const auth = credentials.check();
    if (!client.begin()) throw tooMuch('waiting requests');
    try {
      const answer = client.measure(() =>
        answerUnary(method, { context, auth, client, parent: decodePath(parent), body: parseJson(text) }),
      );
      sendJson(response, 200, await answer);
    } finally {
      client.end();
    }
  } catch (error) {
    if (error instanceof BodyAborted) return;
    const refusal = error instanceof NotUtf8 ? invalid(error.message) : toFirestoreError(error);
    sendJson(response, refusal.httpStatus, refusal.toBody());
  }
}

/** The SDK sends the API key at most. */
function checkParameters(parameters: URLSearchParams): void {
  for (const name of parameters.keys()) {
    if (name !== 'key') throw unimplemented(`The parameter "${name.slice(0, 100)}"`);
  }
}

/** Decodes a path part by part: a slash in one, written as `%2F`, would make two of it. */
function decodePath(path: string): string {
  const parts = path.split('/').map(decodePart);
  const withSlash = parts.find((part) => part.includes('/'));
  if (withSlash !== undefined)
    throw invalid(`The path has a slash written as %2F, in "${withSlash.slice(0, 100)}".`);
  return parts.join('/');
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw invalid(`The path is not well encoded: ${String(error)}`);
  }
}

function tooMuch(what: string): FirestoreError {
  return new FirestoreError(
    'RESOURCE_EXHAUSTED',
    `Too many requests of people without access: no ${what} is left for them. Try again in a minute.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof LossyJson) throw invalid(error.message);
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid('The body must be a JSON object.');
  }
}
