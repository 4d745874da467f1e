import {
  type Database,
  endAt,
  equalTo,
  get,
  getDatabase,
  goOffline,
  goOnline,
  limitToLast,
  onValue,
  orderByChild,
  type QueryConstraint,
  query,
  ref,
  startAt,
  update,
} from 'firebase/database';
import type { BackendSettings } from '#model/backend.ts';
import { PING_PATH } from '#model/paths.ts';
import type { Account } from '#model/user.ts';
import { openSession } from '../openSession.ts';
import type { SocketTarget } from './blockedSockets.ts';
import { type Child, type ChildQuery, failureOf, type LedgerDatabase } from './database.ts';

/** From so many paths on, what the SDK does with an update takes milliseconds. */
const MANY_PATHS = 100;

/** Opens the tab's only connection to the Realtime Database. */
export function openFirebaseDatabase(backend: BackendSettings, { uid }: Account): LedgerDatabase {
  const { app, signedIn } = openSession(backend, uid);
  const database = getDatabase(app, databaseUrl(backend));
  const serverTime = followServerTime(database);
  let unapplied: Promise<typeof import('./unappliedUpdate.ts') | null> | null = null;

  return {
    watchValue(path, onChange, onFailure) {
      const watching = signedIn.then(() =>
        onValue(
          ref(database, path),
          (snapshot) => onChange(snapshot.val()),
          (error) => onFailure(failureOf(error)),
        ),
      );
      return () => void watching.then((end) => end());
    },
    async read(path) {
      await signedIn;
      return (await get(ref(database, path))).val();
    },
    async readChildren(path, selection) {
      await signedIn;
      return readChildren(database, path, selection);
    },
    watchConnection: (onChange) =>
      onValue(ref(database, '.info/connected'), (snapshot) => onChange(snapshot.val() === true)),
    serverTime,
    update: async (changes) => {
      const isLarge = Object.keys(changes).length >= MANY_PATHS;
      await signedIn;
      if (isLarge) unapplied ??= import('./unappliedUpdate.ts').catch(() => null);
      // Updates go out in the order in which they came: none may pass one that waits for this code.
      const loaded = await unapplied;
      const sent = isLarge && loaded ? loaded.updateUnapplied(database, changes) : null;
      await (sent ?? update(ref(database), changes));
    },
    // A place that is never watched, since the SDK itself answers for one that is. A refusal is an answer as well.
    ping: () => get(ref(database, PING_PATH)).catch(() => null),
    reconnect() {
      goOffline(database);
      goOnline(database);
    },
    async findBlockedSockets() {
      // What cannot be fetched either says that no ordinary request comes through.
      const search = await import('./blockedSockets.ts').catch(() => null);
      const isBlocked = await search?.areSocketsBlocked(socketTarget(backend));
      return isBlocked ? addressToAllow(backend) : null;
    },
  };
}

/** By what the server said when the connection was made: the clock of this machine may be wrong, and may be set meanwhile. */
function followServerTime(database: Database): () => number {
  let since = Date.now() - performance.now();
  onValue(ref(database, '.info/serverTimeOffset'), (snapshot) => {
    since = Date.now() + Number(snapshot.val()) - performance.now();
  });
  return () => Math.round(since + performance.now());
}

/** Read once and not watched: the SDK would keep the whole list in memory, and hash it at every reconnect. */
async function readChildren(database: Database, path: string, selection?: ChildQuery): Promise<Child[]> {
  const snapshot = await get(query(ref(database, path), ...constraintsOf(selection)));
  const children: Child[] = [];
  snapshot.forEach((child) => {
    children.push([child.key, child.val()]);
  });
  return children;
}

function constraintsOf(selection: ChildQuery | undefined): QueryConstraint[] {
  if (selection === undefined) return [];
  return [
    orderByChild(selection.orderBy),
    ...(selection.startAt === undefined ? [] : [startAt(selection.startAt)]),
    ...(selection.endAt === undefined ? [] : [endAt(selection.endAt)]),
    ...(selection.equalTo === undefined ? [] : [equalTo(selection.equalTo)]),
    ...(selection.limitToLast === undefined ? [] : [limitToLast(selection.limitToLast)]),
  ];
}

/**
 * Our own server's address for the SDK: `ws` or `wss`, so that long polling is never tried, and always with a
 * port and a namespace, without which the SDK guesses both wrongly.
 */
function databaseUrl(backend: BackendSettings): string {
  if (backend.kind === 'firebase') return backend.databaseURL;
  const { protocol, hostname, port } = new URL(backend.origin);
  const secure = protocol === 'https:';
  return `${secure ? 'wss' : 'ws'}://${hostname}:${port || (secure ? '443' : '80')}?ns=${backend.projectId}`;
}

/** Of Google's, the page's own server stands for the network: the Content Security Policy allows no other request. */
function socketTarget(backend: BackendSettings): SocketTarget {
  const { protocol, host, searchParams } = new URL(databaseUrl(backend));
  const namespace = searchParams.get('ns') ?? host.split('.')[0];
  const socket = `${protocol.replace('http', 'ws')}//${host}/.ws?v=5&ns=${namespace}`;
  return backend.kind === 'firebase'
    ? { page: self.location.origin, status: 200, socket }
    : { page: `${backend.origin}/.ws`, status: 426, socket };
}

/** What a network has to let through. Google's server sends its clients on to others below the same domain. */
function addressToAllow(backend: BackendSettings): string {
  const { protocol, host } = new URL(databaseUrl(backend));
  const secure = protocol === 'https:' || protocol === 'wss:';
  const name = backend.kind === 'firebase' ? host.replace(/^[^.]+(?=\..+\.)/, '*') : host;
  return `${secure ? 'wss' : 'ws'}://${name}`;
}
