import { taggedFields } from '../tagged.ts';
import { DocumentCalls } from './DocumentCalls.ts';
import type { Fixture } from './fixture.ts';

const PROJECT = 'demo-gl-classifier';
/** The database that the emulator puts this project's rules on. */
const NAMESPACE = `${PROJECT}-default-rtdb`;
/** What the official emulators take for a right past all rules. */
const OWNER = 'Bearer owner';

/**
 * The official emulators, started with this project's firebase.json, at `host:port` each. They take unsigned
 * tokens, so that no identity service is needed.
 */
export async function startEmulatorFixture(firestoreHost: string, databaseHost: string): Promise<Fixture> {
  const origin = `http://${firestoreHost}`;
  const root = `projects/${PROJECT}/databases/(default)/documents`;
  const owner = new DocumentCalls({ origin, projectId: PROJECT, authorization: OWNER });
  await demand(fetch(`${origin}/emulator/v1/${root}`, { method: 'DELETE' }));
  await demand(writeTree(databaseHost, 'PUT', null));
  return {
    origin,
    projectId: PROJECT,
    treeAddress: `ws://${databaseHost}?ns=${NAMESPACE}`,
    signIn: async ({ uid, email, verified }) => ({
      uid,
      token: unsignedToken(uid, email, verified),
      leave: async () => {},
    }),
    async setDocuments(documents) {
      for (const [path, data] of Object.entries(documents)) {
        const body = JSON.stringify({ fields: taggedFields(data, new Date().toISOString()) });
        const address = `${origin}/v1/${root}/${encodeURI(path)}`;
        await demand(fetch(address, { method: 'PATCH', headers: { authorization: OWNER }, body }));
      }
    },
    deleteDocument: async (path) => {
      await owner.commit([{ verb: 'delete', path }]);
    },
    setTree: (nodes) => demand(writeTree(databaseHost, 'PATCH', nodes)),
    stop: async () => {},
  };
}

function writeTree(host: string, method: 'PUT' | 'PATCH', value: unknown): Promise<Response> {
  const body = JSON.stringify(value);
  return fetch(`http://${host}/.json?ns=${NAMESPACE}`, { method, headers: { authorization: OWNER }, body });
}

async function demand(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status}`);
}

function unsignedToken(uid: string, email: string, verified: boolean): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: uid,
    user_id: uid,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    email,
    email_verified: verified,
    firebase: { sign_in_provider: 'password', identities: { email: [email] } },
  };
  const encoded = [{ alg: 'none', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return `${encoded.join('.')}.`;
}
