import { getRandomValues, randomInt } from 'node:crypto';
import { type Email, normaliseEmail } from '#model/email.ts';
import { listUpdate, newListVersion } from '#model/listVersion.ts';
import { mappingKey } from '#model/mapping.ts';
import type { ServerConfig } from './config.ts';
import { addPerson } from './people.ts';
import { SAMPLE_ACCOUNTS } from './sample/accounts.ts';
import type { BackendServices } from './services.ts';
import { migrate } from './store/migrations.ts';
import type { Store } from './store/store.ts';

/** What the first start has created. */
export type FirstStart = {
  readonly adminEmail: Email;
  /** The password generated for the administrator, to be shown once; null when it was given. */
  readonly generatedPassword: string | null;
  readonly sampleMappings: number;
};

type ServicesAndStore = BackendServices & { readonly store: Store };

/** The name of the first administrator until they change it. */
const ADMIN_NAME = 'Administrator';

/**
 * On a new data folder: creates the administrator in all three services, and the sample list if wanted. All in one
 * transaction: a first start that is interrupted has done nothing, and the next start is the first. Null when the first
 * start has been made before.
 */
export async function firstStart(target: ServicesAndStore, config: ServerConfig): Promise<FirstStart | null> {
  const { store, tree } = target;
  migrate(store, 'server', ['CREATE TABLE milestones (name TEXT PRIMARY KEY, reached_at INTEGER) STRICT']);
  if (store.db.prepare("SELECT 1 FROM milestones WHERE name = 'first-start'").get([]) !== undefined)
    return null;

  const email = normaliseEmail(config.admin.email);
  const password = config.admin.password ?? generatePassword();
  const sample = config.sample ? sampleMappings() : {};
  const admin = { email, password, name: ADMIN_NAME, admin: true };
  await addPerson(target, admin, new Date(config.now()), () => {
    if (config.sample) tree.update(listUpdate(sample, { id: newListVersion(getRandomValues) }));
    store.db.prepare("INSERT INTO milestones VALUES ('first-start', ?)").run([config.now()]);
  });
  const generatedPassword = config.admin.password === null ? password : null;
  return { adminEmail: email, generatedPassword, sampleMappings: Object.keys(sample).length };
}

function sampleMappings(): Record<string, unknown> {
  const entries = SAMPLE_ACCOUNTS.flatMap(({ glAccount, keywords }) =>
    keywords.map((description) => [mappingKey(description), { description, glAccount }]),
  );
  return Object.fromEntries(entries);
}

/** Without characters that look alike. 16 out of these 55 have 92 bits. */
const PASSWORD_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

function generatePassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
