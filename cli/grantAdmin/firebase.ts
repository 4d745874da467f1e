import { getRandomValues } from 'node:crypto';
import { type AccessEntry, accessEntryOf, type KnownAccount, pinForGrant } from '#model/access.ts';
import { accessUpdateTo, readStoredAccess } from '#model/accessHistory.ts';
import type { Email } from '#model/email.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { newEntryId } from '#model/log/version.ts';
import { ACCESS_VERSION_PATH, APPLICATIONS_COLLECTION, accessPath, USERS_COLLECTION } from '#model/paths.ts';
import { type Credentials, oneLine, reasonOf } from './credentials.ts';
import { type Grant, GrantError } from './grant.ts';

/** A Firebase project, and the addresses of its services. */
type FirebaseTarget = {
  readonly project: string;
  /** E.g. `https://my-project-default-rtdb.firebaseio.com`; the emulator's with `?ns=`. */
  readonly databaseUrl: URL;
  /** Origins of the two other services, or of their emulators. */
  readonly firestoreUrl: string;
  readonly authUrl: string;
  readonly credentials: Credentials;
};

/**
 * Makes an administrator in a Firebase project, past its rules. The user document is written first, then the access
 * entry: after a failure between the two nobody has more rights than the document says. Running it again completes it.
 * Protocols: https://firebase.google.com/docs/firestore/reference/rest,
 * https://firebase.google.com/docs/reference/rest/database, and Identity Toolkit `projects.accounts.lookup`.
 * @throws GrantError
 */
export async function grantInProject(target: FirebaseTarget, email: Email, now: Date): Promise<Grant> {
  const account = await findAccount(target, email);
  const stored = await readDocument(target, email);
  const uid = pinForGrant(account, textOf(stored, 'uid'));
  await writeDocument(target, email, { stored, uid, now });
  const entry = accessEntryOf({
    email,
    name: '',
    allow: true,
    admin: true,
    ...(uid !== undefined && { uid }),
  });
  await writeAccess(target, entry);
  return { account, isPinned: uid !== undefined, mailbox: 'their mailbox' };
}

/** Stores the access entry with an entry of the history of access, in one update of several places. */
async function writeAccess(target: FirebaseTarget, after: AccessEntry): Promise<void> {
  const { email } = after;
  const purpose =
    'The user document is written, its access entry in the Realtime Database is not; run this again.';
  const read = (path: string) => ask(target, placeUrl(target, path), { method: 'GET', purpose });
  const places = await Promise.all([read(ACCESS_VERSION_PATH), read(accessPath(email))]);
  const stored = readStoredAccess(email, places);
  const body = accessUpdateTo(after, stored, { id: newEntryId(getRandomValues), by: SERVER_AUTHOR });
  if (body !== null) await ask(target, placeUrl(target, ''), { method: 'PATCH', body, purpose });
}

function placeUrl({ databaseUrl }: FirebaseTarget, path: string): string {
  const url = new URL(`/${path.split('/').map(encodeURIComponent).join('/')}.json`, databaseUrl);
  url.search = databaseUrl.search;
  return url.href;
}

type StoredDocument = {
  readonly fields?: Readonly<Record<string, { readonly stringValue?: string }>>;
  readonly updateTime: string;
};

function textOf(document: StoredDocument | null, field: string): string | undefined {
  return document?.fields?.[field]?.stringValue;
}

async function findAccount(target: FirebaseTarget, email: Email): Promise<KnownAccount | null> {
  const url = `${target.authUrl}/v1/projects/${encodeURIComponent(target.project)}/accounts:lookup`;
  const answer = (await ask(target, url, { method: 'POST', body: { email: [email] } })) as {
    users?: { localId: string; emailVerified?: boolean }[];
  };
  const [user] = answer.users ?? [];
  return user ? { uid: user.localId, emailVerified: user.emailVerified === true } : null;
}

async function readDocument(target: FirebaseTarget, email: Email): Promise<StoredDocument | null> {
  const { missing, found } = (
    (await ask(target, `${target.firestoreUrl}/v1/${documentsOf(target)}:batchGet`, {
      method: 'POST',
      body: { documents: [userName(target, email)] },
    })) as { missing?: string; found?: StoredDocument }[]
  ).find((answer) => answer.missing !== undefined || answer.found !== undefined) ?? { missing: '' };
  return missing === undefined ? (found ?? null) : null;
}

type Change = { stored: StoredDocument | null; uid: string | undefined; now: Date };

/** The commit fails when somebody else has changed the document meanwhile: no change is overwritten unseen. */
async function writeDocument(target: FirebaseTarget, email: Email, { stored, uid, now }: Change) {
  const fields = {
    email: { stringValue: email },
    allow: { booleanValue: true },
    admin: { booleanValue: true },
    ...(uid !== undefined && { uid: { stringValue: uid } }),
    ...(stored === null && { name: { stringValue: '' }, createdAt: { stringValue: now.toISOString() } }),
  };
  // The mask names `uid` in any case: without a value for it a pin to another account is removed.
  const fieldPaths = [...new Set([...Object.keys(fields), 'uid'])];
  const application = `${documentsOf(target)}/${APPLICATIONS_COLLECTION}/${email}`;
  await ask(target, `${target.firestoreUrl}/v1/${documentsOf(target)}:commit`, {
    method: 'POST',
    body: {
      writes: [
        {
          update: { name: userName(target, email), fields },
          updateMask: { fieldPaths },
          currentDocument: stored === null ? { exists: false } : { updateTime: stored.updateTime },
        },
        { delete: application },
      ],
    },
  });
}

function documentsOf({ project }: FirebaseTarget): string {
  return `projects/${project}/databases/(default)/documents`;
}

function userName(target: FirebaseTarget, email: Email): string {
  return `${documentsOf(target)}/${USERS_COLLECTION}/${email}`;
}

type Question = {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly body?: unknown;
  /** The state after a failure, for the message. */
  readonly purpose?: string;
};

async function ask(target: FirebaseTarget, url: string, question: Question): Promise<unknown> {
  const { method, body, purpose = 'Nothing has been changed.' } = question;
  const headers = { ...(await target.credentials()), 'Content-Type': 'application/json' };
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new GrantError(`${new URL(url).host} cannot be reached (${reasonOf(error)}). ${purpose}`, {
      cause: error,
    });
  }
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  const { host } = new URL(url);
  throw new GrantError(`${host} refused with ${response.status}: ${messageIn(text)}. ${purpose}`);
}

/** Google's services name the reason in `error.message`, the Realtime Database in `error`. */
function messageIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: string | { message?: string } };
    const message = typeof error === 'string' ? error : error?.message;
    if (message) return message.replaceAll(/\s+/g, ' ').replace(/\.$/, '');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return oneLine(text);
}
