import { log } from '../log.ts';
import { StorageFailure } from '../store/StorageFailure.ts';
import { denied } from './RealtimeDatabase.ts';
import type { SocketSession } from './sockets/SocketSession.ts';
import { type Path, type TreeNode, toJson } from './tree/node.ts';
import { parseQuery, select } from './tree/query.ts';
import { asRecord, type Body, pushValue, type Reply, type Request } from './wire/messages.ts';
import { checkMembers, invalid, parsePath, Refusal, unimplemented } from './wire/values.ts';

type Respond = (reply: Reply) => void;

/** What one action does. */
type Handler = {
  /** Members that its body may have. */
  readonly members: readonly string[];
  /** Calls `respond` once, or throws a Refusal. */
  readonly handle: (session: SocketSession, body: Body, respond: Respond) => void;
};

/** A request that is answered at once. */
function atOnce(members: readonly string[], answer: (session: SocketSession, body: Body) => Reply): Handler {
  return { members, handle: (session, body, respond) => respond(answer(session, body)) };
}

/** The one request that is answered when it is on disk: the app updates several places at once, and sets none by itself. */
const UPDATE = 'm';

const handlers: Readonly<Record<string, Handler>> = {
  s: atOnce(['c'], () => ok()),
  auth: atOnce(['cred'], authenticate),
  unauth: atOnce([], unauth),
  q: atOnce(['p', 'h'], listen),
  n: atOnce(['p'], unlisten),
  g: atOnce(['p', 'q'], get),
  [UPDATE]: { members: ['p', 'd'], handle: update },
};

/**
 * Answers one of the requests of protocol version 5 that the app sends through the JavaScript SDK; others, and unknown
 * members of these, are answered `not_implemented`. The pushes that a request causes have been sent when `respond` is
 * called, and so have been the answers to the requests of the session before it.
 */
export function handleRequest(session: SocketSession, request: Request, respond: Respond): void {
  const { action, body, refusal } = request;
  try {
    if (action !== UPDATE) session.settleWrites();
    if (refusal !== null) throw refusal;
    const handler = Object.hasOwn(handlers, action) ? handlers[action] : undefined;
    if (handler === undefined) throw unimplemented(action);
    checkMembers(body, handler.members);
    handler.handle(session, body, respond);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    session.settleWrites();
    respond(refused(error, action === UPDATE ? 'data' : refusal === null ? 'query' : 'request'));
  }
}

function authenticate(session: SocketSession, body: Body): Reply {
  const { cred } = body;
  if (typeof cred !== 'string') throw new Refusal('invalid_token', 'The token is not a text');
  const verdict = session.signIn(cred);
  if (!verdict.ok) throw new Refusal(`${verdict.reason}_token`, `The token is ${verdict.reason}`);
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
  const path = parsePath(body['p']);
  const { h: heldHash = '' } = body;
  if (typeof heldHash !== 'string') throw invalid('The hash is not a text');
  const node = readable(session, path);
  session.addListen({ receiver: session, path });
  session.send(pushValue(path, toJson(node)));
  return ok('{}');
}

function unlisten(session: SocketSession, body: Body): Reply {
  session.removeListen(parsePath(body['p']));
  return ok();
}

function get(session: SocketSession, body: Body): Reply {
  const path = parsePath(body['p']);
  const wire = asRecord(body['q'] ?? {});
  if (wire === null) throw invalid('The query is not an object');
  const query = parseQuery(wire);
  const node = readable(session, path);
  return ok(toJson(query === null ? node : select(node, query)));
}

/** What is stored at a place that the session may read. @throws Refusal */
function readable(session: SocketSession, path: Path): TreeNode | null {
  const { database } = session.context;
  if (!database.mayRead(session.verify(), path)) throw denied();
  return database.shownAt(path);
}

function update(session: SocketSession, body: Body, respond: Respond): void {
  const base = parsePath(body['p']);
  const places = asRecord(body['d']);
  if (places === null) throw invalid('The update is not an object');
  const assignments = Object.entries(places).map(([key, data]) => ({
    path: [...base, ...parsePath(key)],
    data,
  }));
  session.write({ assignments, by: session.verify() }, (error) => {
    if (error === null) respond(ok());
    else respond(refused(error instanceof Refusal ? error : storeRefusal(error), 'data'));
  });
}

function storeRefusal(error: unknown): Refusal {
  log.error('The store refused a database write', { error });
  const isForeseen = error instanceof StorageFailure;
  return new Refusal('unavailable', isForeseen ? error.message : 'The server could not store the data');
}

function ok(json = '""'): Reply {
  return { status: 'ok', json };
}

/**
 * The SDK shows status (in capitals) and reason in the error it throws.
 * @param what names the part of an invalid request in the status, e.g. `invalid_query`
 */
function refused({ status, message }: Refusal, what: 'query' | 'data' | 'request'): Reply {
  return { status: status === 'invalid' ? `invalid_${what}` : status, json: JSON.stringify(message) };
}
