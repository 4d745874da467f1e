import { type Accounts, createAccounts, type StoredAccount } from '../../server/auth/accounts.ts';
import { newAccount } from '../../server/auth/newAccount.ts';
import { createPasswords, STRONG_SCRYPT } from '../../server/auth/passwords.ts';
import type { ScryptParameters } from '../../server/auth/passwordThreads.ts';
import { DEFAULT_CONFIG } from '../../server/config.ts';
import { createBackend } from '../../server/server.ts';
import type { Services } from '../../server/services.ts';
import { openStore } from '../../server/store/openStore.ts';
import { accessKey, normaliseEmail } from '../../src/model/email.ts';

export const PASSWORD = 'correct horse battery';
export const ADMINS = 20;

/** Address of person number `n`; the first {@link ADMINS} are administrators. */
export const emailOf = (n: number) => normaliseEmail(`person-${n}@example.com`);
export const keyOf = (n: number) => `VENDOR NUMBER ${n} OF THE LIST`;

/**
 * Fills a new data folder: a mapping list, and people who may use it, all with the same password. That of the first
 * `clients` is cheap to check, so that getting ready does not take minutes. `describe` names the mapping of each number.
 */
export async function seed(
  dataDir: string,
  mappings: number,
  people: number,
  clients: number,
  describe: (n: number) => string = keyOf,
): Promise<void> {
  const config = {
    ...DEFAULT_CONFIG,
    dataDir,
    sample: false,
    admin: { email: 'admin@example.com', password: PASSWORD },
  };
  const backend = createBackend(config);
  await backend.firstStart();
  fillList(backend.services, mappings, describe);
  const accounts = await makeAccounts(people, clients);
  for (const [n, account] of accounts.entries()) allow(backend.services, account, n < ADMINS);
  await backend.farewell();
  backend.release();
  const store = openStore(dataDir);
  const table: Accounts = createAccounts(store);
  store.transaction(() => {
    for (const account of accounts) table.save(account);
  });
  store.close();
}

function fillList({ tree }: Services, mappings: number, describe: (n: number) => string): void {
  const chunk = 5000;
  for (let start = 0; start < mappings; start += chunk) {
    const entries = Array.from({ length: Math.min(chunk, mappings - start) }, (_, index) => {
      const description = describe(start + index);
      return [`gl_mappings/${description}`, { description, glAccount: String(6000 + (index % 200)) }];
    });
    tree.update(Object.fromEntries(entries));
  }
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

function allow({ documents, tree }: Services, { email, uid }: StoredAccount, admin: boolean): void {
  documents.setDocument(['users', email], {
    email: { stringValue: email },
    name: { stringValue: email },
    allow: { booleanValue: true },
    admin: { booleanValue: admin },
    uid: { stringValue: uid },
  });
  tree.update({ [`access/${accessKey(email)}`]: { email, allow: true, admin, uid } });
}
