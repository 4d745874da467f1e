import type { AuthContext } from '../auth/authContext.ts';
import { commitWrites } from './commit.ts';
import type { Context } from './context.ts';
import { encodeDocument, type StoredDocument } from './documents/document.ts';
import { parseWrite } from './documents/write.ts';
import { parseAggregations } from './query/aggregate.ts';
import { parseQuery } from './query/parseQuery.ts';
import { runQuery } from './query/runQuery.ts';
import { invalid, permissionDenied, unimplemented } from './status.ts';
import { isRecord } from './values/parseValue.ts';
import { formatMicros } from './values/timestamp.ts';

type UnaryRequest = {
  readonly context: Context;
  readonly auth: AuthContext;
  /** Resource before the colon, e.g. `projects/p/databases/(default)/documents`. */
  readonly parent: string;
  readonly body: Record<string, unknown>;
};

const METHODS: Readonly<Record<string, (request: UnaryRequest) => object | Promise<object>>> = {
  batchGet,
  commit,
  runQuery: answerQuery,
  runAggregationQuery: answerAggregation,
};

/** Answers `POST /v1/<parent>:<method>`. Throws a FirestoreError. */
export async function answerUnary(method: string, request: UnaryRequest): Promise<object> {
  const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!answer) throw unimplemented(`The method "${method.slice(0, 40)}"`);
  refuseTransactions(request.body);
  return answer(request);
}

/** The JS SDK's transactions are optimistic: plain reads, then a commit with preconditions. */
function refuseTransactions(body: Record<string, unknown>): void {
  for (const name of ['transaction', 'newTransaction', 'readTime']) {
    if (body[name] !== undefined) throw unimplemented(`A request with "${name}"`);
  }
}

function batchGet({ context, auth, body }: UnaryRequest): object {
  const { documents, judge, names } = context;
  const requested = body['documents'];
  if (!Array.isArray(requested)) throw invalid('A batchGet must list documents.');
  const readTime = formatMicros(documents.version);
  return requested.map((name) => {
    const path = names.parseDocument(name);
    if (!judge.get(auth, path).allowed) throw permissionDenied();
    const document = documents.get(path);
    return document ? { found: encodeDocument(document, names), readTime } : { missing: name, readTime };
  });
}

function commit({ context, auth, body }: UnaryRequest): Promise<object> {
  const { writes = [] } = body;
  if (!Array.isArray(writes)) throw invalid('The writes of a commit must be a list.');
  const parsed = writes.map((write) => parseWrite(write, context.names));
  return new Promise((done, failed) => commitWrites(context, auth, parsed, { done, failed }));
}

function answerQuery(request: UnaryRequest): object {
  const readTime = formatMicros(request.context.documents.version);
  const found = list(request, request.body['structuredQuery']);
  if (found.length === 0) return [{ readTime }];
  return found.map((document) => ({ document: encodeDocument(document, request.context.names), readTime }));
}

function answerAggregation(request: UnaryRequest): object {
  const query = request.body['structuredAggregationQuery'];
  if (!isRecord(query)) throw invalid('There must be a "structuredAggregationQuery".');
  const aggregations = parseAggregations(query['aggregations']);
  const found = list(request, query['structuredQuery']);
  const fields = aggregations.map(({ alias, compute }) => [alias, compute(found)] as const);
  const readTime = formatMicros(request.context.documents.version);
  return [{ result: { aggregateFields: Object.fromEntries(fields) }, readTime }];
}

/** The query's documents, which all must be allowed to be listed. */
function list({ context, auth, parent }: UnaryRequest, structuredQuery: unknown): StoredDocument[] {
  const { documents, judge, names } = context;
  const query = parseQuery(parent, structuredQuery, names);
  const found = runQuery(query, documents.collection(query.collection), names);
  if (!judge.list(auth, query.collection, found).allowed) throw permissionDenied();
  return found;
}
