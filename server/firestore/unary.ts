import type { AuthContext } from '../auth/authContext.ts';
import type { QuotaClient } from '../quota/QuotaClient.ts';
import { type Context, checkNumber, commitWrites } from './commit.ts';
import { encodeDocument } from './documents/document.ts';
import { parseWrite } from './documents/writes.ts';
import { parseQuery, runQuery } from './query.ts';
import { readRecord } from './readMessage.ts';
import { invalid, permissionDenied, unimplemented } from './status.ts';
import { formatMicros } from './values/timestamps.ts';

type UnaryRequest = {
  readonly context: Context;
  readonly auth: AuthContext;
  readonly client: QuotaClient;
  /** Resource before the colon, e.g. `projects/p/databases/(default)/documents`. */
  readonly parent: string;
  readonly body: unknown;
};

const METHODS: Readonly<Record<string, (request: UnaryRequest) => object | Promise<object>>> = {
  batchGet,
  commit,
  runQuery: answerQuery,
};

/** Answers `POST /v1/<parent>:<method>`. Throws a FirestoreError. */
export async function answerUnary(method: string, request: UnaryRequest): Promise<object> {
  const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!answer) throw unimplemented(`The method "${method.slice(0, 40)}"`);
  return answer(request);
}

function batchGet({ context, auth, parent, body }: UnaryRequest): object {
  const { documents, evaluator, names } = context;
  requireRoot(context, parent);
  const requested = readRecord(body, 'A batchGet', ['documents'])['documents'];
  if (!Array.isArray(requested)) throw invalid('A batchGet must list documents.');
  checkNumber(requested, 'The documents of a batchGet');
  const readTime = formatMicros(documents.version);
  return requested.map((name) => {
    const path = names.parseDocument(name);
    if (!evaluator.get(auth, path).allowed) throw permissionDenied();
    const document = documents.get(path);
    return document ? { found: encodeDocument(document, names), readTime } : { missing: name, readTime };
  });
}

function commit({ context, auth, client, parent, body }: UnaryRequest): Promise<object> {
  requireRoot(context, parent);
  const { writes } = readRecord(body, 'A commit', ['writes']);
  if (!Array.isArray(writes)) throw invalid('The writes of a commit must be a list.');
  checkNumber(writes, 'The writes of a commit');
  const parsed = writes.map((write) => parseWrite(write, context.names));
  return new Promise((done, failed) =>
    commitWrites(context, { auth, writes: parsed, client }, { done, failed }),
  );
}

function answerQuery({ context, auth, parent, body }: UnaryRequest): object {
  const { documents, evaluator, names } = context;
  const { structuredQuery } = readRecord(body, 'A runQuery', ['structuredQuery']);
  const query = parseQuery(parent, structuredQuery, names);
  const found = runQuery(query, documents.collection(query.collection));
  if (!evaluator.list(auth, query.collection, found).allowed) throw permissionDenied();
  const readTime = formatMicros(documents.version);
  if (found.length === 0) return [{ readTime }];
  return found.map((document) => ({ document: encodeDocument(document, names), readTime }));
}

function requireRoot({ names }: Context, parent: string): void {
  if (names.parseParent(parent).length > 0)
    throw invalid('This method is one of the database, not of a document.');
}
