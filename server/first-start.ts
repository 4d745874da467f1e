import { randomInt } from 'node:crypto';
import { accessKey, type Email, normaliseEmail } from '../src/model/email.ts';
import { mappingKey } from '../src/model/mapping.ts';
import { ACCESS_PATH, MAPPINGS_PATH, USERS_COLLECTION } from '../src/model/paths.ts';
import type { AuthService } from './auth/auth-service.ts';
import type { ServerConfig } from './config.ts';
import type { DocumentPath, Fields } from './rules/guard.ts';
import { SAMPLE_ACCOUNTS } from './sample/accounts.ts';
import { migrate } from './store/migrations.ts';
import type { Store } from './store/store.ts';

/** What the first start did. */
export type FirstStart = {
  readonly adminEmail: Email;
  /** The password made up for the administrator, to be shown once; null when it was given. */
  readonly madeUpPassword: string | null;
  readonly sampleMappings: number;
};

type Places = {
  readonly store: Store;
  readonly auth: Pick<AuthService, 'createVerifiedAccount'>;
  readonly documents: { setDocument(path: DocumentPath, fields: Fields): void };
  readonly tree: { update(paths: Record<string, unknown>): void };
};

const ADMIN_NAME = 'Administrator';

/**
 * On a new data folder: creates the administrator in all three services, and the sample list if wanted, in one
 * transaction, so that a start that breaks off has not happened. Null when it happened before.
 */
export async function firstStart(places: Places, config: ServerConfig): Promise<FirstStart | null> {
  const { store, auth, documents, tree } = places;
  migrate(store, 'server', ['CREATE TABLE milestones (name TEXT PRIMARY KEY, reached_at INTEGER) STRICT']);
  if (store.db.prepare("SELECT 1 FROM milestones WHERE name = 'first-start'").get([]) !== undefined)
    return null;

  const email = normaliseEmail(config.admin.email);
  const password = config.admin.password ?? makeUpPassword();
  const sample = config.sample ? sampleMappings() : {};
  await auth.createVerifiedAccount({ email, password, name: ADMIN_NAME }, (uid) => {
    documents.setDocument([USERS_COLLECTION, email], adminDocument(email, uid, new Date(config.now())));
    tree.update({
      [`${ACCESS_PATH}/${accessKey(email)}`]: { email, allow: true, admin: true, uid },
      ...sample,
    });
    store.db.prepare("INSERT INTO milestones VALUES ('first-start', ?)").run([config.now()]);
  });
  const madeUpPassword = config.admin.password === null ? password : null;
  return { adminEmail: email, madeUpPassword, sampleMappings: Object.keys(sample).length };
}

function adminDocument(email: Email, uid: string, createdAt: Date): Fields {
  return {
    email: { stringValue: email },
    name: { stringValue: ADMIN_NAME },
    allow: { booleanValue: true },
    admin: { booleanValue: true },
    createdAt: { stringValue: createdAt.toISOString() },
    uid: { stringValue: uid },
  };
}

function sampleMappings(): Record<string, unknown> {
  const entries = SAMPLE_ACCOUNTS.flatMap(({ glAccount, keywords }) =>
    keywords.map((description) => [
      `${MAPPINGS_PATH}/${mappingKey(description)}`,
      { description, glAccount },
    ]),
  );
  return Object.fromEntries(entries);
}

/** Without characters that look alike; 16 of 55 are 92 bits. */
const PASSWORD_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

function makeUpPassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
