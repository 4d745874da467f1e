import { accessKey, normaliseEmail } from '#model/email.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { MAPPINGS_PATH } from '#model/paths.ts';
import { type Accounts, createAccounts, newAccount, type StoredAccount } from '#server/auth/accounts.ts';
import type { ScryptParameters } from '#server/auth/passwords.ts';
import { createPasswords, STRONG_SCRYPT } from '#server/auth/passwords.ts';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { createBackend } from '#server/server.ts';
import type { BackendServices } from '#server/services.ts';
import { openStore } from '#server/store/openStore.ts';

export const PASSWORD = 'correct horse battery';
export const ADMIN = { email: 'admin@example.com', password: PASSWORD };
export const ADMINS = 20;

/** Address of person number `n`; the first {@link ADMINS} are administrators. */
export const emailOf = (n: number) => normaliseEmail(`person-${n}@example.com`);
export const keyOf = (n: number) => `VENDOR NUMBER ${n} OF THE LIST`;

/**
 * Fills a new data folder: a mapping list, and people who may use it, all with the same password. That of the first
 * `clients` is cheap to check, so that getting ready does not take minutes.
 * @param fillList stores the mapping list
 */
export async function seed(
  dataDir: string,
  people: number,
  clients: number,
  fillList: (services: BackendServices) => void,
): Promise<void> {
  const accounts = await makeAccounts(people, clients);
  await fillFolder(dataDir, (services) => {
    fillList(services);
    for (const [n, account] of accounts.entries()) allow(services, account, n < ADMINS);
  });
  const store = openStore(dataDir);
  const table: Accounts = createAccounts(store);
  store.transaction(() => {
    for (const account of accounts) table.save(account);
  });
  store.close();
}

/** Makes a new data folder whose administrator is {@link ADMIN}, and lets `fill` add to it. */
export async function fillFolder(dataDir: string, fill: (services: BackendServices) => void): Promise<void> {
  const backend = createBackend({ ...DEFAULT_CONFIG, dataDir, sample: false, admin: ADMIN });
  await backend.firstStart();
  fill(backend.services);
  await backend.closeConnections();
  backend.release();
}

/** Adds mappings to the list, some thousands at a time. */
export function storeMappings({ tree }: BackendServices, mappings: readonly Mapping[]): void {
  const chunk = 5000;
  for (let start = 0; start < mappings.length; start += chunk) {
    const entries = mappings
      .slice(start, start + chunk)
      .map(({ key, description, glAccount }) => [`${MAPPINGS_PATH}/${key}`, { description, glAccount }]);
    tree.update(Object.fromEntries(entries));
  }
}

/** A list of `count` mappings; `describe` names the one of each number. */
export function numberedMappings(count: number, describe: (n: number) => string = keyOf): Mapping[] {
  return Array.from({ length: count }, (_, n) => {
    const description = describe(n);
    return { key: mappingKey(description), description, glAccount: String(6000 + (n % 200)) };
  });
}

async function makeAccounts(people: number, clients: number): Promise<StoredAccount[]> {
  // One hash for many: what matters is what checking it costs.
  const [cheap, strong] = [await hashWith({ cost: 4, r: 1, p: 1 }), await hashWith(STRONG_SCRYPT)];
  return Array.from({ length: people }, (_, n) => ({
    ...newAccount(emailOf(n), Date.now()),
    passwordHash: n < clients ? cheap : strong,
    emailVerified: true,
  }));
}

async function hashWith(parameters: ScryptParameters): Promise<string> {
  const passwords = createPasswords(parameters);
  const hash = await passwords.hash(PASSWORD);
  await passwords.close();
  return hash;
}

function allow({ documents, tree }: BackendServices, { email, uid }: StoredAccount, admin: boolean): void {
  documents.setDocument(['users', email], {
    email: { stringValue: email },
    name: { stringValue: email },
    allow: { booleanValue: true },
    admin: { booleanValue: admin },
    uid: { stringValue: uid },
  });
  tree.update({ [`access/${accessKey(email)}`]: { email, allow: true, admin, uid } });
}
