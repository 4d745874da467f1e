import { log } from '../log.ts';
import { StorageFailure } from '../store/StorageFailure.ts';
import type { Assignment, WriteOutcome } from './RealtimeDatabase.ts';
import type { SocketSession } from './sockets/SocketSession.ts';
import { toJson } from './tree/node.ts';
import { parseQuery, select } from './tree/query.ts';
import { asRecord, type Body, pushValue, type Reply, type Request } from './wire/messages.ts';
import { invalid, parsePath, type Refusal, refuseUnknown, unimplemented } from './wire/values.ts';

type Respond = (reply: Reply) => void;

/** A request that is answered at once. */
type Handler = {
  /** Members that its body may have. */
  readonly members: readonly string[];
  readonly answer: (session: SocketSession, body: Body) => Reply;
};

const handlers: Readonly<Record<string, Handler>> = {
  s: { members: ['c'], answer: () => ok() },
  auth: { members: ['cred'], answer: authenticate },
  unauth: { members: [], answer: unauth },
  q: { members: ['p', 'h'], answer: listen },
  n: { members: ['p'], answer: unlisten },
  g: { members: ['p', 'q'], answer: get },
};

/** The one request that is answered when it is on disk: the app updates several places at once, and sets none by itself. */
const UPDATE = 'm';
const UPDATE_MEMBERS = ['p', 'd'];

/**
 * Answers one of the requests of protocol version 5 that the app sends through the JavaScript SDK; others, and unknown
 * members of these, are answered `not_implemented`. The pushes that a request causes have been sent when `respond` is
 * called, and so have been the answers to the requests of the session before it.
 */
export function handleRequest(session: SocketSession, request: Request, respond: Respond): void {
  const { action, body, refusal } = request;
  if (action === UPDATE) {
    write(session, refusal ?? refuseUnknown(body, UPDATE_MEMBERS) ?? parseUpdate(body), respond);
    return;
  }
  session.settleWrites();
  respond(refusal === null ? answer(session, action, body) : refusalReply(refusal));
}

function answer(session: SocketSession, action: string, body: Body): Reply {
  const handler = Object.hasOwn(handlers, action) ? handlers[action] : undefined;
  if (handler === undefined) return refusalReply(unimplemented(action));
  const unknown = refuseUnknown(body, handler.members);
  return unknown === null ? handler.answer(session, body) : refusalReply(unknown);
}

function authenticate(session: SocketSession, body: Body): Reply {
  const { cred } = body;
  if (typeof cred !== 'string') return refused('invalid_token', 'The token is not a text');
  const verdict = session.signIn(cred);
  if (!verdict.ok) return refused(`${verdict.reason}_token`, `The token is ${verdict.reason}`);
  return ok(JSON.stringify({ auth: verdict.auth, expires: verdict.expiresAt }));
}

function unauth(session: SocketSession): Reply {
  session.signOut();
  return ok();
}

/**
 * Sends what is stored and what is written from now on. After a reconnect the SDK adds the hash of what it holds (`h`); what the
 * app listens to is small, so it gets it again without a look at that.
 */
function listen(session: SocketSession, body: Body): Reply {
  const place = parsePath(body['p']);
  const { h: heldHash = '' } = body;
  if (place.kind !== 'path') return refusalReply(place, 'query');
  if (typeof heldHash !== 'string') return refusalReply(invalid('The hash is not a text'), 'query');
  const { path } = place;
  const { database } = session.context;
  if (!database.mayRead(session.verify(), path)) return denied();
  const added = session.addListen({ receiver: session, path });
  if (!added) return refused('too_many_listens', 'This socket has too many listens');
  session.send(pushValue(path, toJson(database.at(path))));
  return ok('{}');
}

function unlisten(session: SocketSession, body: Body): Reply {
  const place = parsePath(body['p']);
  if (place.kind !== 'path') return refusalReply(place, 'query');
  session.removeListen(place.path);
  return ok();
}

function get(session: SocketSession, body: Body): Reply {
  const place = parsePath(body['p']);
  if (place.kind !== 'path') return refusalReply(place, 'query');
  const wire = asRecord(body['q'] ?? {});
  const parsed = wire === null ? invalid('The query is not an object') : parseQuery(wire);
  if (parsed.kind !== 'query') return refusalReply(parsed, 'query');
  const { database } = session.context;
  if (!database.mayRead(session.verify(), place.path)) return denied();
  const node = database.at(place.path);
  return ok(toJson(parsed.query === null ? node : select(node, parsed.query)));
}

type Parsed = { readonly kind: 'assignments'; readonly assignments: readonly Assignment[] } | Refusal;

function parseUpdate(body: Body): Parsed {
  const base = parsePath(body['p']);
  const data = asRecord(body['d']);
  if (base.kind !== 'path') return base;
  if (data === null) return invalid('The update is not an object');
  const assignments: Assignment[] = [];
  for (const [key, value] of Object.entries(data)) {
    const relative = parsePath(key);
    if (relative.kind !== 'path') return relative;
    assignments.push({ path: [...base.path, ...relative.path], data: value });
  }
  return { kind: 'assignments', assignments };
}

function write(session: SocketSession, parsed: Parsed, respond: Respond): void {
  if (parsed.kind !== 'assignments') {
    session.settleWrites();
    respond(refusalReply(parsed, 'data'));
    return;
  }
  const { assignments } = parsed;
  const isBegun = session.write({ assignments, by: session.verify() }, (outcome) =>
    respond(replyTo(outcome)),
  );
  if (isBegun) return;
  session.settleWrites();
  respond(refused('unavailable', 'Too many writes of people without access: try again later'));
}

function replyTo(outcome: WriteOutcome): Reply {
  switch (outcome.kind) {
    case 'written':
      return ok();
    case 'denied':
      return denied();
    case 'invalid':
    case 'unimplemented':
      return refusalReply(outcome, 'data');
    case 'failed':
      log.error('The store refused a database write', { error: outcome.cause });
      return refused('unavailable', reasonOf(outcome.cause));
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof StorageFailure ? cause.message : 'The server could not store the data';
}

function ok(json = '""'): Reply {
  return { status: 'ok', json };
}

/** @param what names the part of an invalid request in the status, e.g. `invalid_query` */
function refusalReply({ kind, reason }: Refusal, what: 'query' | 'data' | 'request' = 'request'): Reply {
  return refused(kind === 'unimplemented' ? 'not_implemented' : `invalid_${what}`, reason);
}

/** The SDK shows status (in capitals) and reason in the error it throws. */
function refused(status: string, reason: string): Reply {
  return { status, json: JSON.stringify(reason) };
}

function denied(): Reply {
  return refused('permission_denied', 'Permission denied');
}
