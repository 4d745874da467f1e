import { normaliseEmail } from '#model/email.ts';
import type { AccountWithLinks } from '../auth/accounts.ts';
import { type PasswordHash, parsePasswordHash, passwordHashText } from '../auth/passwords.ts';
import { StartError } from '../StartError.ts';
import { parseExported } from './exportedJson.ts';
import type { HashConfig } from './hashConfig.ts';

/*
 * The files of `firebase auth:import` and `auth:export`: https://firebase.google.com/docs/cli/auth#file_format. One file
 * has one way of hashing.
 */

/** A file for `firebase auth:import`; without `hash` no account in it has a password. */
export type AccountsFile = {
  readonly hash: Extract<HashConfig, { algorithm: 'STANDARD_SCRYPT' }> | null;
  readonly users: readonly object[];
};

/** Providers that `auth:import` takes: others have their users sign in again. */
const PROVIDERS: ReadonlySet<string> = new Set(['google.com']);

/** The accounts by the way their passwords are hashed; those without a password are in the first file. */
export function accountsFiles(accounts: readonly AccountWithLinks[]): readonly AccountsFile[] {
  const files = new Map<string, { hash: AccountsFile['hash']; users: object[] }>();
  const ownerless: object[] = [];
  for (const each of accounts) {
    const { passwordHash } = each.account;
    const hash = passwordHash === null ? null : parsePasswordHash(passwordHash);
    if (hash === null || hash.scheme !== 'scrypt') ownerless.push(userOf(each, null));
    else {
      const config = configOf(hash);
      const name = JSON.stringify(config);
      const file = files.get(name) ?? { hash: config, users: [] };
      files.set(name, file);
      file.users.push(userOf(each, hash));
    }
  }
  const [first = { hash: null, users: [] }, ...others] = files.values();
  return [{ ...first, users: [...first.users, ...ownerless] }, ...others];
}

function configOf({
  used,
  key,
}: Extract<PasswordHash, { scheme: 'scrypt' }>): NonNullable<AccountsFile['hash']> {
  const { cost, r, p } = used;
  return {
    algorithm: 'STANDARD_SCRYPT',
    memCost: 2 ** cost,
    blockSize: r,
    parallelization: p,
    dkLen: key.length,
  };
}

function userOf({ account, links }: AccountWithLinks, hash: PasswordHash | null): object {
  const { uid, email, emailVerified, displayName, photoUrl, disabled, createdAt, lastLoginAt } = account;
  const known = links.filter(({ providerId }) => PROVIDERS.has(providerId));
  return {
    localId: uid,
    email,
    emailVerified,
    ...(hash !== null && {
      passwordHash: hash.key.toString('base64'),
      salt: hash.salt.toString('base64'),
    }),
    ...(displayName !== null && { displayName }),
    ...(photoUrl !== null && { photoUrl }),
    createdAt: String(createdAt),
    ...(lastLoginAt !== null && { lastSignedInAt: String(lastLoginAt) }),
    disabled,
    providerUserInfo: known.map((link) =>
      Object.fromEntries(Object.entries(link).filter(([, value]) => value !== null)),
    ),
  };
}

/** What a file of accounts holds for us. */
export type ReadAccounts = {
  readonly accounts: readonly AccountWithLinks[];
  /** Ids of accounts that have no address (of phones, anonymous ones), which this app does not know. */
  readonly withoutEmail: readonly string[];
};

/**
 * Reads what `firebase auth:export` wrote.
 * @param hash how its passwords are hashed; null: the file has none that can be used
 * @throws StartError naming the account that is none
 */
export function readAccountsFile(text: string, file: string, hash: HashConfig | null): ReadAccounts {
  const users = usersIn(text, file);
  const withoutEmail: string[] = [];
  const accounts = users.flatMap((user, index) => {
    const uid = textOf(user, 'localId');
    const fault = () =>
      new StartError('settings', `${file}: account ${index + 1} has no localId, or is none.`);
    if (uid === null) throw fault();
    const email = textOf(user, 'email');
    if (email !== null) return [accountOf(user, uid, email, hash)];
    withoutEmail.push(uid);
    return [];
  });
  return { accounts, withoutEmail };
}

type User = Readonly<Record<string, unknown>>;

function usersIn(text: string, file: string): readonly User[] {
  const fault = `${file} is no file of "firebase auth:export": it has no list of users.`;
  const users = (parseExported(text, file, () => fault) as { users?: unknown } | null)?.users;
  if (Array.isArray(users) && users.every((user) => typeof user === 'object' && user !== null))
    return users as User[];
  throw new StartError('settings', fault);
}

function accountOf(user: User, uid: string, email: string, hash: HashConfig | null): AccountWithLinks {
  const createdAt = Number(textOf(user, 'createdAt') ?? 0);
  const lastLogin = textOf(user, 'lastSignedInAt');
  return {
    account: {
      uid,
      email: normaliseEmail(email),
      emailVerified: user['emailVerified'] === true,
      passwordHash: hash === null ? null : storedHashOf(user, hash),
      displayName: textOf(user, 'displayName'),
      photoUrl: textOf(user, 'photoUrl'),
      disabled: user['disabled'] === true,
      createdAt,
      lastLoginAt: lastLogin === null ? null : Number(lastLogin),
      validSince: Math.floor(createdAt / 1000),
    },
    links: linksOf(user['providerUserInfo']),
  };
}

function storedHashOf(user: User, hash: HashConfig): string | null {
  const key = Buffer.from(textOf(user, 'passwordHash') ?? '', 'base64');
  const salt = Buffer.from(textOf(user, 'salt') ?? '', 'base64');
  if (key.length === 0) return null;
  if (hash.algorithm === 'STANDARD_SCRYPT') {
    const used = { cost: Math.log2(hash.memCost), r: hash.blockSize, p: hash.parallelization };
    return passwordHashText({ scheme: 'scrypt', used, salt, key });
  }
  return passwordHashText({
    scheme: 'firebase',
    used: { cost: hash.memCost, r: hash.rounds, p: 1 },
    salt,
    saltSeparator: Buffer.from(hash.saltSeparator, 'base64'),
    signerKey: Buffer.from(hash.signerKey, 'base64'),
    key,
  });
}

function linksOf(infos: unknown): AccountWithLinks['links'] {
  return (Array.isArray(infos) ? (infos as User[]) : []).flatMap((info) => {
    const providerId = textOf(info, 'providerId');
    const rawId = textOf(info, 'rawId');
    if (providerId === null || rawId === null || !PROVIDERS.has(providerId)) return [];
    const [email, displayName, photoUrl] = ['email', 'displayName', 'photoUrl'].map((name) =>
      textOf(info, name),
    );
    return [
      {
        providerId,
        rawId,
        email: email ?? null,
        displayName: displayName ?? null,
        photoUrl: photoUrl ?? null,
      },
    ];
  });
}

function textOf(user: User, name: string): string | null {
  const value = user[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
