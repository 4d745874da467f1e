import { getRandomValues, randomInt } from 'node:crypto';
import { type Email, normaliseEmail } from '#model/email.ts';
import { listUpdate, newListVersion } from '#model/listVersion.ts';
import { mappingKey } from '#model/mapping.ts';
import type { ServerConfig } from './config.ts';
import { addPerson } from './people.ts';
import { SAMPLE_ACCOUNTS } from './sample/accounts.ts';
import type { Services } from './services.ts';
import { migrate } from './store/migrations.ts';
import type { Store } from './store/store.ts';

/** What the first start did. */
export type FirstStart = {
  readonly adminEmail: Email;
  /** The password made up for the administrator, to be shown once; null when it was given. */
  readonly madeUpPassword: string | null;
  readonly sampleMappings: number;
};

type Places = Services & { readonly store: Store };

/** The name of the first administrator until they change it. */
const ADMIN_NAME = 'Administrator';

/**
 * On a new data folder: creates the administrator in all three services, and the sample list if wanted, in one
 * transaction, so that a start that breaks off has not happened. Null when it happened before.
 */
export async function firstStart(places: Places, config: ServerConfig): Promise<FirstStart | null> {
  const { store, tree } = places;
  migrate(store, 'server', ['CREATE TABLE milestones (name TEXT PRIMARY KEY, reached_at INTEGER) STRICT']);
  if (store.db.prepare("SELECT 1 FROM milestones WHERE name = 'first-start'").get([]) !== undefined)
    return null;

  const email = normaliseEmail(config.admin.email);
  const password = config.admin.password ?? makeUpPassword();
  const sample = config.sample ? sampleMappings() : {};
  const admin = { email, password, name: ADMIN_NAME, admin: true };
  await addPerson(places, admin, new Date(config.now()), () => {
    if (config.sample) tree.update(listUpdate(sample, { id: newListVersion(getRandomValues) }));
    store.db.prepare("INSERT INTO milestones VALUES ('first-start', ?)").run([config.now()]);
  });
  const madeUpPassword = config.admin.password === null ? password : null;
  return { adminEmail: email, madeUpPassword, sampleMappings: Object.keys(sample).length };
}

function sampleMappings(): Record<string, unknown> {
  const entries = SAMPLE_ACCOUNTS.flatMap(({ glAccount, keywords }) =>
    keywords.map((description) => [mappingKey(description), { description, glAccount }]),
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
