import {
  type Auth,
  createUserWithEmailAndPassword,
  signInWithEmailAndPassword,
  type UserCredential,
} from 'firebase/auth';
import { EMBEDDED_PROJECT } from '#model/backend.ts';
import { normaliseEmail } from '#model/email.ts';
import { type AuthClient, createAuthClient } from '../../../support/authClient.ts';
import { startTestServer } from '../../../support/server.ts';
import { taggedFields } from '../tagged.ts';
import { DocumentCalls } from './DocumentCalls.ts';
import type { Fixture, Visitor } from './fixture.ts';

const PASSWORD = 'correct horse';

/** The product's own server in this process, with the rules files as they are. */
export async function startEmbeddedFixture(): Promise<Fixture> {
  // The figures of the tables are made up: rules do not count.
  const server = await startTestServer({ trustsClaims: true });
  const { documents, tree, auth } = server.services();
  const clients: AuthClient[] = [];
  const enter = async (how: (auth: Auth) => Promise<UserCredential>): Promise<Visitor> => {
    const client = createAuthClient(server.origin);
    clients.push(client);
    const { user } = await how(client.auth);
    return { uid: user.uid, token: await user.getIdToken(), leave: () => user.delete() };
  };
  const signIn = (email: string, password: string) =>
    enter((own) => signInWithEmailAndPassword(own, email, password));
  const { token } = await signIn(server.admin.email, server.admin.password);
  const site = { origin: server.origin, projectId: EMBEDDED_PROJECT };
  // Documents can be set past all rules, but not deleted: that is done by the administrator of the server.
  const administrator = new DocumentCalls({ ...site, authorization: `Bearer ${token}` });
  return {
    ...site,
    treeAddress: `${server.origin.replace('http', 'ws')}?ns=${EMBEDDED_PROJECT}`,
    async signIn({ email, verified }) {
      if (!verified) return enter((own) => createUserWithEmailAndPassword(own, email, PASSWORD));
      const account = { email: normaliseEmail(email), password: PASSWORD, name: '' };
      await auth.createVerifiedAccount(account, () => {});
      return signIn(email, PASSWORD);
    },
    async setDocuments(seeded) {
      for (const [path, data] of Object.entries(seeded)) {
        documents.setDocument(path.split('/'), taggedFields(data, new Date().toISOString()));
      }
    },
    async deleteDocument(path) {
      const verdict = await administrator.commit([{ verb: 'delete', path }]);
      if (verdict === 'refused') throw new Error(`${path} could not be cleared away`);
    },
    setTree: async (nodes) => tree.update(nodes),
    async stop() {
      for (const client of clients) await client.close();
      await server.stop();
    },
  };
}
