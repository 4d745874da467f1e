import { getRandomValues, randomInt } from 'node:crypto';
import { chartChange, chartUpdate } from '#model/chartHistory.ts';
import { type Email, normaliseEmail } from '#model/email.ts';
import type { StoredChange } from '#model/history.ts';
import { entryUpdate } from '#model/historyUpdate.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import { EMPTY_SUM } from '#model/listChecksum.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { type ListVersion, NO_VERSION, newEntryId, readListVersion } from '#model/log/version.ts';
import { mappingKey, trimmedFields } from '#model/mapping.ts';
import { SAMPLE_ACCOUNTS } from '#model/sampleAccounts.ts';
import type { ServerConfig } from './config.ts';
import { addPerson, type ServicesAndStore } from './people.ts';
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

/** The name of the first administrator until they change it. */
const ADMIN_NAME = 'Administrator';

/**
 * On a new data folder: creates the administrator in all three services, and the sample list with its chart of accounts if
 * wanted. All in one transaction: a first start that is interrupted has done nothing, and the next start is the first. Null when the first
 * start has been made before.
 */
export async function firstStart(target: ServicesAndStore, config: ServerConfig): Promise<FirstStart | null> {
  const { store, tree } = target;
  if (hasStarted(store)) return null;

  const email = normaliseEmail(config.admin.email);
  const password = config.admin.password ?? generatePassword();
  const sample = config.sample ? sampleMappings() : [];
  const admin = { email, password, name: ADMIN_NAME, admin: true };
  await addPerson(target, admin, new Date(config.now()), () => {
    addSample(tree, sample);
    if (config.sample) addSampleChart(tree);
    noteFirstStart(store, config.now());
  });
  const generatedPassword = config.admin.password === null ? password : null;
  return { adminEmail: email, generatedPassword, sampleMappings: sample.length };
}

/** Whether the first start has been made; creates the table that says so. */
function hasStarted(store: Store): boolean {
  migrate(store, 'server', ['CREATE TABLE milestones (name TEXT PRIMARY KEY, reached_at INTEGER) STRICT']);
  return store.db.prepare("SELECT 1 FROM milestones WHERE name = 'first-start'").get([]) !== undefined;
}

function noteFirstStart(store: Store, now: number): void {
  store.db.prepare("INSERT INTO milestones VALUES ('first-start', ?)").run([now]);
}

/** For data that come from elsewhere with their people: no administrator and no sample is added. */
export function skipFirstStart(store: Store, now: number): void {
  if (!hasStarted(store)) noteFirstStart(store, now);
}

function sampleMappings(): readonly StoredChange[] {
  return SAMPLE_ACCOUNTS.flatMap(({ glAccount, keywords }) =>
    keywords.map((description) => ({
      key: mappingKey(description),
      before: null,
      after: trimmedFields({ description, glAccount }),
    })),
  );
}

/** The sample is the beginning of the list's history. */
function addSample(tree: BackendServices['tree'], sample: readonly StoredChange[]): void {
  const batch = newEntryId(getRandomValues);
  const changeSet = { kind: 'sample', by: SERVER_AUTHOR, batch } as const;
  let former: ListVersion = NO_VERSION;
  for (let from = 0; from < sample.length; from += MAX_CHANGES_PER_ENTRY) {
    const plan = { id: newEntryId(getRandomValues), former, sum: former.sum ?? EMPTY_SUM, changeSet };
    const { version, update } = entryUpdate(plan, sample.slice(from, from + MAX_CHANGES_PER_ENTRY));
    tree.update(update);
    former = readListVersion(version);
  }
}

/** The names of the sample's accounts are the beginning of the chart's history. */
function addSampleChart(tree: BackendServices['tree']): void {
  const plan = {
    id: newEntryId(getRandomValues),
    former: NO_VERSION,
    by: SERVER_AUTHOR,
    kind: 'import',
  } as const;
  const changes = SAMPLE_ACCOUNTS.map(({ glAccount, title }) =>
    chartChange(null, { code: glAccount, name: title, note: '', isRetired: false }),
  );
  tree.update(chartUpdate({ ...plan, batch: newEntryId(getRandomValues) }, changes));
}

/** Without characters that look alike. 16 out of these 55 have 92 bits. */
const PASSWORD_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

function generatePassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
