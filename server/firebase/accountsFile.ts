import { isMailable, normaliseEmail } from '#model/email.ts';
import { hiddenCharacterIn } from '#model/hiddenCharacters.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import type { AccountWithLinks } from '../auth/accounts.ts';
import {
  type HashScheme,
  KEY_BYTES,
  type PasswordHash,
  parsePasswordHash,
  passwordHashText,
} from '../auth/passwords.ts';
import { isKey } from '../database/wire/values.ts';
import { fileFault, parseExported } from './exportedJson.ts';
import { bytesOf, hashConfigText } from './hashConfig.ts';

/*
 * The files of `firebase auth:import` and `auth:export`: https://firebase.google.com/docs/cli/auth#file_format. One file
 * has one way of hashing.
 */

/** A file for `firebase auth:import`; without `hash` no account in it has a password. */
export type AccountsFile = { readonly hash: HashScheme | null; readonly users: readonly object[] };

/** Providers that `auth:import` takes. Of them only Google's signs in here, but what came is given back. */
const PROVIDERS: ReadonlySet<string> = new Set(['google.com', 'facebook.com', 'twitter.com', 'github.com']);

/** The accounts by the way their passwords are hashed; those without a password are in the first file. */
export function accountsFiles(accounts: readonly AccountWithLinks[]): readonly AccountsFile[] {
  const files = new Map<string, { hash: HashScheme; users: object[] }>();
  const withoutPassword: object[] = [];
  for (const each of accounts) {
    const { passwordHash } = each.account;
    const hash = passwordHash === null ? null : parsePasswordHash(passwordHash);
    const name = hash === null ? '' : hashConfigText(hash);
    if (hash !== null && !files.has(name)) files.set(name, { hash, users: [] });
    (files.get(name)?.users ?? withoutPassword).push(userOf(each, hash));
  }
  const [first = { hash: null, users: [] }, ...others] = files.values();
  return [{ ...first, users: [...first.users, ...withoutPassword] }, ...others];
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
  /** What accounts have for which there is no place here: names of fields, and of other ways to sign in. */
  readonly unkept: readonly string[];
};

/**
 * Reads what `firebase auth:export` wrote. What could not be written again as it is, is refused.
 * @param hash how its passwords are hashed; null: nobody in it has one
 * @throws StartError naming the account that cannot be taken
 */
export function readAccountsFile(text: string, file: string, hash: HashScheme | null): ReadAccounts {
  const users = usersIn(text, file);
  const unkept = users.flatMap((user) => (textOf(user, 'email') === null ? [] : unkeptOf(user)));
  const withoutEmail: string[] = [];
  const accounts = users.flatMap((user, index) => {
    const [uid, email] = [textOf(user, 'localId'), textOf(user, 'email')];
    const refusal = (fault: string) => fileFault(`${file}: account ${index + 1} ${fault}.`);
    if (uid === null) throw refusal('has no localId, or is none');
    if (email === null) {
      withoutEmail.push(uid);
      return [];
    }
    const fault = faultOf(user, uid, email, hash);
    if (fault !== null) throw refusal(`(${email.slice(0, 100)}) ${fault}. Correct it there`);
    return [accountOf(user, uid, email, hash)];
  });
  return { accounts, withoutEmail, unkept };
}

type User = Readonly<Record<string, unknown>>;

function usersIn(text: string, file: string): readonly User[] {
  const fault = `${file} is no file of "firebase auth:export": it has no list of users.`;
  const users = (parseExported(text, file, () => fault) as { users?: unknown } | null)?.users;
  if (Array.isArray(users) && users.every((user) => typeof user === 'object' && user !== null))
    return users as User[];
  throw fileFault(fault);
}

const FLAGS = ['emailVerified', 'disabled'];
const KEPT: ReadonlySet<string> = new Set([
  ...FLAGS,
  ...['localId', 'email', 'passwordHash', 'salt', 'displayName', 'photoUrl', 'createdAt', 'lastSignedInAt'],
  ...['providerUserInfo'],
]);

function unkeptOf(user: User): string[] {
  const fields = Object.keys(user).filter((name) => !KEPT.has(name));
  const providers = infosOf(user).flatMap((info) => textOf(info, 'providerId') ?? []);
  const others = providers.filter((name) => name !== 'password' && !PROVIDERS.has(name));
  return [...fields, ...others.map((name) => `sign-in by ${name}`)];
}

/** As long as Firebase takes one. */
const MAX_UID_LENGTH = 128;

/** Why an account cannot be taken, as the end of a sentence about it; null: it can. */
function faultOf(user: User, uid: string, email: string, hash: HashScheme | null): string | null {
  if (uid === SERVER_AUTHOR.uid) return `has the localId "${uid}", which stands for this server`;
  if (uid.length > MAX_UID_LENGTH || !isKey(uid))
    return `has the localId ${JSON.stringify(uid.slice(0, 200))}, which the database cannot hold as a key`;
  if (!isMailable(email))
    return 'has an address that no mail can go to as it stands, or that is taken for another one';
  const texts = [user, ...infosOf(user)].flatMap((holder) => Object.entries(holder));
  const unfit = texts.find(([, text]) => hiddenCharacterIn(String(text)) !== undefined);
  if (unfit !== undefined) return `has ${hiddenCharacterIn(String(unfit[1]))} in its ${unfit[0]}`;
  const flag = FLAGS.find((name) => !['boolean', 'undefined'].includes(typeof user[name]));
  if (flag !== undefined) return `has a ${flag} that is neither true nor false`;
  for (const name of ['createdAt', 'lastSignedInAt'])
    if (!Number.isSafeInteger(Number(textOf(user, name) ?? 0)))
      return `has a ${name} that is no whole number`;
  return passwordFaultOf(user, hash);
}

function passwordFaultOf(user: User, hash: HashScheme | null): string | null {
  const text = textOf(user, 'passwordHash');
  if (text === null) return null;
  if (hash === null)
    return 'has a password, and beside the file is no hash-config that says how it is hashed';
  const length = hash.scheme === 'firebase' ? hash.signerKey.length : KEY_BYTES;
  return bytesOf(text)?.length === length && bytesOf(textOf(user, 'salt') ?? '') !== null
    ? null
    : 'has a passwordHash or salt that is not of the kind that the hash-config beside the file names';
}

function accountOf(user: User, uid: string, email: string, hash: HashScheme | null): AccountWithLinks {
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
    links: linksOf(user),
  };
}

function storedHashOf(user: User, hash: HashScheme): string | null {
  const [key, salt] = ['passwordHash', 'salt'].map((name) => Buffer.from(textOf(user, name) ?? '', 'base64'));
  return key?.length && salt ? passwordHashText({ ...hash, salt, key }) : null;
}

function infosOf(user: User): readonly User[] {
  const infos = user['providerUserInfo'];
  return (Array.isArray(infos) ? infos : []).filter((info) => typeof info === 'object' && info !== null);
}

function linksOf(user: User): AccountWithLinks['links'] {
  return infosOf(user).flatMap((info) => {
    const providerId = textOf(info, 'providerId');
    const rawId = textOf(info, 'rawId');
    if (providerId === null || rawId === null || !PROVIDERS.has(providerId)) return [];
    const [email = null, displayName = null, photoUrl = null] = ['email', 'displayName', 'photoUrl'].map(
      (name) => textOf(info, name),
    );
    return [{ providerId, rawId, email, displayName, photoUrl }];
  });
}

function textOf(user: User, name: string): string | null {
  const value = user[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
