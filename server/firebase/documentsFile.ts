import { isMailable, normaliseEmail } from '#model/email.ts';
import { hiddenCharacterIn } from '#model/hiddenCharacters.ts';
import { APPLICATIONS_COLLECTION, USERS_COLLECTION } from '#model/paths.ts';
import type { StoredDocument } from '../firestore/documents/document.ts';
import { FirestoreError } from '../firestore/status.ts';
import { ResourceNames } from '../firestore/values/names.ts';
import { parseFields } from '../firestore/values/values.ts';
import type { DocumentPath, Fields } from '../rules/rules.ts';
import { fileFault, parseExported } from './exportedJson.ts';

/** Firestore takes so many writes in one commit. */
const MAX_WRITES = 500;

/**
 * Bodies of `documents:commit` of Firestore's REST API, which write all documents:
 * https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/commit
 */
export function commitBodies(documents: readonly StoredDocument[], projectId: string): readonly object[] {
  const names = new ResourceNames(projectId);
  const writes = documents.map(({ path, fields }) => ({ update: { name: names.format(path), fields } }));
  const bodies: object[] = [];
  for (let from = 0; from < writes.length; from += MAX_WRITES)
    bodies.push({ writes: writes.slice(from, from + MAX_WRITES) });
  return bodies;
}

type ReadDocument = { readonly path: DocumentPath; readonly fields: Fields };

type Listed = { readonly name?: unknown; readonly fields?: unknown };

/**
 * Reads documents from such a body, or from an answer of Firestore's `documents.list`.
 * @throws StartError naming the document that is none, or saying that the answer has further pages
 */
export function readDocumentsFile(text: string, file: string): readonly ReadDocument[] {
  const { documents, nextPageToken } = contentOf(text, file);
  if (nextPageToken !== undefined)
    throw fileFault(
      `${file} is one page of several: ask for the next with &pageToken=${encodeURIComponent(String(nextPageToken))}, put its documents into a file documents-….json of their own, and remove "nextPageToken" here.`,
    );
  return documents.map((each) => readDocument(each, file));
}

function contentOf(text: string, file: string) {
  const fault = `${file} has no documents: it is neither an answer of Firestore's list of documents nor written by export-firebase.`;
  const content = parseExported(text, file, () => fault) as Readonly<Record<string, unknown>> | null;
  if (content === null) throw fileFault(fault);
  const { documents, writes, nextPageToken } = content;
  // A collection without documents is answered with {}.
  if (Object.keys(content).length === 0) return { documents: [], nextPageToken };
  if (Array.isArray(documents)) return { documents: documents as Listed[], nextPageToken };
  if (!Array.isArray(writes)) throw fileFault(fault);
  return { documents: writes.map((write: { update?: Listed }) => write.update ?? {}), nextPageToken };
}

function readDocument({ name, fields }: Listed, file: string): ReadDocument {
  const [, project = '', path = ''] =
    /^projects\/([^/]+)\/databases\/\(default\)\/documents\/(.+)$/s.exec(String(name)) ?? [];
  try {
    const names = new ResourceNames(project);
    const read = { path: names.parseDocument(names.format(path.split('/'))), fields: parseFields(fields) };
    const fault = personFault(read);
    if (fault === null) return read;
    throw fileFault(
      `${file}: ${JSON.stringify(path.slice(0, 200))} ${fault}. Correct it there, or remove it.`,
    );
  } catch (error) {
    if (!(error instanceof FirestoreError)) throw error;
    throw fileFault(`${file}: ${JSON.stringify(name)?.slice(0, 200)} cannot be read: ${error.message}`);
  }
}

/** Why a document is none of this app's, would be taken for another person's, or cannot be shown; null: it can. */
function personFault({ path: [collection, id = '', ...below], fields }: ReadDocument): string | null {
  if ((collection !== USERS_COLLECTION && collection !== APPLICATIONS_COLLECTION) || below.length > 0)
    return 'is no document of this app, and nobody could read it';
  if (!isMailable(id) || normaliseEmail(id) !== id)
    return 'is not named after an address in lower case that mail can go to as it stands and that is not taken for another one';
  const { email = { stringValue: id } } = fields;
  if (!('stringValue' in email) || email.stringValue !== id) return 'has the email of somebody else, or none';
  const unclear = ['allow', 'admin'].find(
    (name) => !('booleanValue' in (fields[name] ?? { booleanValue: false })),
  );
  if (unclear !== undefined) return `has an ${unclear} that is neither true nor false`;
  const hidden = hiddenCharacterIn(String(fields['name']?.['stringValue'] ?? ''));
  return hidden === undefined ? null : `has ${hidden} in its name`;
}
