import { log } from '../log.ts';
import { StorageFailure } from '../store/StorageFailure.ts';
import type { Assignment, WriteOutcome, WriteRequest } from './RealtimeDatabase.ts';
import type { Session } from './sockets/Session.ts';
import { hashOf } from './tree/hash.ts';
import { toJson } from './tree/json.ts';
import type { Path, TreeNode } from './tree/node.ts';
import { type Query, select } from './tree/query.ts';
import { type Body, pushValue, type Reply, type Request } from './wire/messages.ts';
import { parsePath, shorten } from './wire/paths.ts';
import { parseQuery, type QueryObject } from './wire/queryObject.ts';

type Respond = (reply: Reply) => void;

/** Answered at once. */
const handlers: Readonly<Record<string, (session: Session, body: Body) => Reply>> = {
  s: () => ok(),
  auth: authenticate,
  gauth: authenticate,
  unauth,
  q: listen,
  n: unlisten,
  g: get,
  o: (session, body) => announce(session, parseSet(body)),
  om: (session, body) => announce(session, parseMerge(body)),
  oc: cancelAnnounced,
};

/** Answered when they are on disk. */
const writes: Readonly<Record<string, (body: Body) => Parsed>> = { p: parseSet, m: parseMerge };

/**
 * Answers one of the requests of protocol version 5 that the JavaScript SDK sends. The pushes it causes have been
 * sent when `respond` is called, and so have been the answers to the requests of the session before it.
 */
export function handleRequest(session: Session, { action, body }: Request, respond: Respond): void {
  const parse = Object.hasOwn(writes, action) ? writes[action] : undefined;
  if (parse !== undefined) {
    write(session, body, parse(body), respond);
    return;
  }
  session.settleWrites();
  const handler = Object.hasOwn(handlers, action) ? handlers[action] : undefined;
  respond(handler?.(session, body) ?? refused('not_implemented', `"${shorten(action)}" is not implemented`));
}

function authenticate(session: Session, body: Body): Reply {
  const verdict = session.signIn(String(body['cred']));
  if (!verdict.ok) return refused(`${verdict.reason}_token`, `The token is ${verdict.reason}`);
  return ok(JSON.stringify({ auth: verdict.auth, expires: verdict.expiresAt }));
}

function unauth(session: Session): Reply {
  session.signOut();
  return ok();
}

type Place =
  | { readonly kind: 'place'; readonly path: Path; readonly query: Query | null; readonly wire: QueryObject }
  | { readonly kind: 'invalid'; readonly reason: string };

function parsePlace(body: Body): Place {
  const parsed = parsePath(String(body['p'] ?? ''));
  if (parsed.kind === 'invalid') return parsed;
  const query = parseQuery(body['q']);
  return query.kind === 'invalid' ? query : { ...query, kind: 'place', path: parsed.path };
}

function find(session: Session, place: Place & { kind: 'place' }): TreeNode | null {
  const node = session.context.database.at(place.path);
  return place.query === null ? node : select(node, place.query);
}

function listen(session: Session, body: Body): Reply {
  const place = parsePlace(body);
  if (place.kind === 'invalid') return refused('invalid_query', place.reason);
  if (!session.context.database.mayRead(session.verify(), place.path)) return denied();
  const { path, query, wire } = place;
  const tag = tagOf(body['t']);
  const held = body['h'];
  const node = find(session, place);
  const window = query === null ? null : toJson(node);
  const added = session.addListen({ receiver: session, path, query, wire, tag, window });
  if (!added) return refused('too_many_listens', 'This socket has too many listens');
  const isCurrent = typeof held === 'string' && held !== '' && held === hashOf(node);
  if (!isCurrent) session.send(pushValue(path, toJson(node), tag));
  return ok('{}');
}

function unlisten(session: Session, body: Body): Reply {
  const place = parsePlace(body);
  if (place.kind === 'place') session.removeListen(place.path, tagOf(body['t']));
  return ok();
}

function get(session: Session, body: Body): Reply {
  const place = parsePlace(body);
  if (place.kind === 'invalid') return refused('invalid_query', place.reason);
  if (!session.context.database.mayRead(session.verify(), place.path)) return denied();
  return ok(toJson(find(session, place)));
}

type Parsed =
  | { readonly kind: 'assignments'; readonly path: Path; readonly assignments: readonly Assignment[] }
  | { readonly kind: 'invalid'; readonly reason: string };

function parseSet(body: Body): Parsed {
  const parsed = parsePath(String(body['p'] ?? ''));
  if (parsed.kind === 'invalid') return parsed;
  const { path } = parsed;
  return { kind: 'assignments', path, assignments: [{ path, data: body['d'] ?? null }] };
}

function parseMerge(body: Body): Parsed {
  const base = parsePath(String(body['p'] ?? ''));
  const data = body['d'];
  if (base.kind === 'invalid') return base;
  if (typeof data !== 'object' || data === null) {
    return { kind: 'invalid', reason: 'The update is not an object' };
  }
  const assignments: Assignment[] = [];
  for (const [key, value] of Object.entries(data)) {
    const relative = parsePath(key);
    if (relative.kind === 'invalid') return relative;
    assignments.push({ path: [...base.path, ...relative.path], data: value });
  }
  return { kind: 'assignments', path: base.path, assignments };
}

function write(session: Session, body: Body, parsed: Parsed, respond: Respond): void {
  if (parsed.kind === 'invalid') {
    session.settleWrites();
    respond(refused('invalid_data', parsed.reason));
    return;
  }
  const hash = body['h'];
  const request: WriteRequest = {
    assignments: parsed.assignments,
    by: session.verify(),
    ...(typeof hash === 'string' ? { expected: { path: parsed.path, hash } } : {}),
  };
  session.write(request, (outcome) => respond(replyTo(outcome)));
}

function replyTo(outcome: WriteOutcome): Reply {
  switch (outcome.kind) {
    case 'written':
      return ok();
    case 'stale':
      return refused('datastale', 'Transaction hash does not match');
    case 'denied':
      return denied();
    case 'invalid':
      return refused('invalid_data', outcome.reason);
    case 'failed':
      log.error('The store refused a database write', { error: outcome.cause });
      return refused('unavailable', reasonOf(outcome.cause));
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof StorageFailure ? cause.message : 'The server could not store the data';
}

/** Judged now, so that the client learns of a refusal, and once more when it is done. */
function announce(session: Session, parsed: Parsed): Reply {
  if (parsed.kind === 'invalid') return refused('invalid_data', parsed.reason);
  const asked: WriteRequest = { assignments: parsed.assignments, by: session.verify() };
  const verdict = session.context.database.check(asked);
  if (verdict.kind !== 'accepted') return replyTo(verdict);
  if (session.disconnectWrites.announce(parsed.assignments)) return ok();
  return refused('too_many_writes', 'This socket left too many writes for its end');
}

function cancelAnnounced(session: Session, body: Body): Reply {
  const parsed = parsePath(String(body['p'] ?? ''));
  if (parsed.kind === 'invalid') return refused('invalid_data', parsed.reason);
  session.disconnectWrites.cancel(parsed.path);
  return ok();
}

function ok(json = '""'): Reply {
  return { status: 'ok', json };
}

/** The SDK shows status (in capitals) and reason in the error it throws. */
function refused(status: string, reason: string): Reply {
  return { status, json: JSON.stringify(reason) };
}

function denied(): Reply {
  return refused('permission_denied', 'Permission denied');
}

function tagOf(tag: unknown): number | null {
  return typeof tag === 'number' ? tag : null;
}
