import { EMBEDDED_PROJECT } from '#model/backend.ts';

/** A field of a document in the protocol's tagged form, e.g. `{ stringValue: 'a' }`. */
type TaggedFields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const DATABASE = `projects/${EMBEDDED_PROJECT}/databases/(default)`;
const DOCUMENTS = `${DATABASE}/documents`;

/** First message of a stream. */
export const STREAM_GREETING = { database: DATABASE };

export function putDocument(path: string, fields: TaggedFields): object {
  return { update: { name: `${DOCUMENTS}/${path}`, fields } };
}

export function removeDocument(path: string): object {
  return { delete: `${DOCUMENTS}/${path}` };
}

/** Carries out all writes or none. Rejects when they are refused or the server cannot be reached. */
export async function commit(origin: string, idToken: string, writes: readonly object[]): Promise<void> {
  await call(origin, idToken, 'commit', { writes });
}

/** Every document of a collection, by the last part of its name. */
export async function listDocuments(
  origin: string,
  idToken: string,
  collection: string,
): Promise<Map<string, TaggedFields>> {
  const structuredQuery = { from: [{ collectionId: collection }] };
  const rows = (await call(origin, idToken, 'runQuery', { structuredQuery })) as {
    document?: { name: string; fields: TaggedFields };
  }[];
  const documents = rows.flatMap(({ document }) => (document === undefined ? [] : [document]));
  return new Map(documents.map(({ name, fields }) => [name.slice(name.lastIndexOf('/') + 1), fields]));
}

async function call(origin: string, idToken: string, method: string, body: object): Promise<unknown> {
  const response = await fetch(`${origin}/v1/${DOCUMENTS}:${method}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${idToken}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
