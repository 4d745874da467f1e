import { EMBEDDED_PROJECT } from '#model/backend.ts';
import { type JsonAnswer, postJson } from './post.ts';
import type { Credentials } from './screens.ts';

/** A client that calls the server directly, without the app: what the rules alone allow. */
type RestVisitor = {
  /** HTTP status of a commit of these writes, `name` given from below `/documents`. */
  commit(write: { update?: Document; delete?: string; mask?: readonly string[] }): Promise<number>;
  /** HTTP status of reading a document. */
  get(path: string): Promise<number>;
};

type Document = { readonly name: string; readonly fields: Readonly<Record<string, unknown>> };

/** Signs in and asks as that person. */
export async function restVisitor(origin: string, { email, password }: Credentials): Promise<RestVisitor> {
  const signedIn = await postJson(
    `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x`,
    { email, password, returnSecureToken: true },
  );
  const headers = { Authorization: `Bearer ${String(signedIn.body['idToken'])}` };
  const documents = `projects/${EMBEDDED_PROJECT}/databases/(default)/documents`;
  const ask = (method: string, body: unknown): Promise<JsonAnswer> =>
    postJson(`${origin}/v1/${documents}:${method}`, body, headers);
  const full = (path: string) => `${documents}/${path}`;
  return {
    commit: async ({ update, delete: deleted, mask }) => {
      const write = {
        ...(update && { update: { ...update, name: full(update.name) } }),
        ...(deleted !== undefined && { delete: full(deleted) }),
        ...(mask && { updateMask: { fieldPaths: mask } }),
      };
      return (await ask('commit', { writes: [write] })).status;
    },
    get: async (path) => (await ask('batchGet', { documents: [full(path)] })).status,
  };
}
