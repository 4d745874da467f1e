import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { detailOf } from '#model/detailOf.ts';
import { LIST_LOG } from '#model/history.ts';
import { counted } from '#model/text/figures.ts';
import { openAuditLog } from '../audit/auditLog.ts';
import { type AccountWithLinks, createAccounts, readAccounts } from '../auth/accounts.ts';
import { GOOGLE } from '../auth/identity/popupPages.ts';
import { LeafTable } from '../database/LeafTable.ts';
import { takeOver } from '../database/takeOver.ts';
import { Branch, childOf, keysAt, type TreeNode, toJson, withValue } from '../database/tree/node.ts';
import { type AccountsFile, accountsFiles, readAccountsFile } from '../firebase/accountsFile.ts';
import { commitBodies, readDocumentsFile } from '../firebase/documentsFile.ts';
import { fileFault } from '../firebase/exportedJson.ts';
import { hashConfigText, importOptions, readHashConfig } from '../firebase/hashConfig.ts';
import { readTreeFile } from '../firebase/treeFile.ts';
import { DocumentTables, loadDocuments } from '../firestore/documents/documentTables.ts';
import { pathKey } from '../firestore/values/names.ts';
import { skipFirstStart } from '../firstStart.ts';
import { readStopped } from '../integrity/checkedData.ts';
import { numbersIn, writeMark } from '../integrity/logMark.ts';
import { isSealPlace, type NamedSeals, newestSealsIn } from '../integrity/seals.ts';
import { newestWords } from '../integrity/sealWords.ts';
import { StartError } from '../StartError.ts';
import { firstRepeated } from '../scalars/texts.ts';
import { dataFilesOf, makeFolder, sizeOf } from '../store/dataFolder.ts';
import { openStore } from '../store/openStore.ts';
import type { Store } from '../store/store.ts';
import { readNamed, readNamedFile } from '../store/wholeFile.ts';
import { verify } from './historyPrograms.ts';
import { type ProgramInput, readArguments, usageFault } from './operatorPrograms.ts';

export const EXPORT_USAGE = `npm run export-firebase -- FOLDER --project ID   (DATA_DIR: folder of the data; the server must be stopped)
  FOLDER          a new folder, for the files that Firebase's tools import
  --project ID    the id of the Firebase project, for the commands that are printed`;
export const IMPORT_USAGE = `npm run import-firebase -- FOLDER [--moved FOLDER]   (DATA_DIR: a folder without data, where they are put)
  FOLDER          has accounts….json, hash-config….txt, documents….json and database.json (docs/deploy-firebase.md)
  --moved FOLDER  what export-firebase wrote when you moved to Firebase: for the passwords that Firebase does not export`;

const DATABASE_FILE = 'database.json';

/**
 * Writes accounts, documents and tree as files that a Firebase project imports with its own tools. Nothing in the data
 * folder is changed.
 * @throws StartError
 */
export function exportFirebase({ args, dataDir, now }: ProgramInput): string {
  const { folder, projectId } = exportTarget(args);
  const { newest, withheld, accounts, documents, database } = readStopped(dataDir, (db, { tree }) => ({
    accounts: readAccounts(db),
    documents: loadDocuments(db).documents,
    database: toJson(withoutSeals(tree) ?? new Branch()),
  }));
  const checked = verify({ args: [], dataDir, now });
  const files = accountsFiles(accounts);
  const bodies = commitBodies(documents, projectId);
  writeFiles(folder, [
    ...files.flatMap(({ hash, users }, i) => [
      [numbered('accounts', i, 'json'), JSON.stringify({ users }, null, 2)] as const,
      ...(hash === null ? [] : [[numbered('hash-config', i, 'txt'), hashConfigText(hash)] as const]),
    ]),
    ...bodies.map((body, i) => [numbered('documents', i, 'json'), JSON.stringify(body)] as const),
    [DATABASE_FILE, database],
  ]);
  openAuditLog(dataDir, () => now.getTime()).record('trusted', {
    event: 'export-firebase',
    what: folder,
    seals: newestWords(newest),
  });
  return [
    `Wrote ${counted(accounts.length, 'account')}, ${counted(documents.length, 'document')} and the database to ${folder}. ${secretsWords(files)}: keep them as safe as the data, and delete them when you have moved.`,
    ...withoutPassword(accounts, 'They sign in with Google, or set one with “Forgot password?”.'),
    ...(withheld.length === 0
      ? []
      : [`Left out: ${counted(withheld.length, 'value')} under keys that no client can read.`]),
    checked,
    'Firebase makes no seals: these end here. Keep them with a copy of the data folder, which alone can be compared with them.',
    'In that folder:',
    // One way of hashing to a file: auth:import takes no more.
    ...files.map(
      ({ hash }, i) =>
        `  npx firebase-tools@15 auth:import ${numbered('accounts', i, 'json')} --project ${projectId}${hash === null ? '' : ` ${importOptions(hash)}`}`,
    ),
    ...bodies.map(
      (_body, i) =>
        `  curl --fail -H "Authorization: Bearer $(gcloud auth print-access-token)" -H "Content-Type: application/json" --data-binary @${numbered('documents', i, 'json')} "https://firestore.googleapis.com/v1/projects/${projectId}/databases/(default)/documents:commit"`,
    ),
    `  npx firebase-tools@15 database:import / ${DATABASE_FILE} --project ${projectId}`,
  ].join('\n');
}

/**
 * Fills an empty data folder with what Firebase's tools wrote, or {@link exportFirebase}.
 * @throws StartError; then there is still no data in the folder
 */
export function importFirebase({ args, dataDir, now }: ProgramInput): string {
  const { folder, moved } = importSource(args);
  refuseData(dataDir);
  const found = readFolder(folder, moved);
  const { seals, checked } = storeAll(dataDir, found, now);
  const taken = takenOverWords(found);
  openAuditLog(dataDir, () => now.getTime()).record('trusted', {
    event: 'import-firebase',
    what: folder,
    seals: newestWords(seals),
    ...(taken.length > 0 && { takenOver: taken.join(' ') }),
  });
  const { accounts, documents, withoutEmail, unkept } = found;
  const withoutSignIn = accounts.filter(
    ({ links }) => !links.some(({ providerId }) => providerId === GOOGLE),
  );
  return [
    `Put ${counted(accounts.length, 'account')} and ${counted(documents.length, 'document')} into ${dataDir}. Everybody signs in again, with the password as before.`,
    ...withoutPassword(
      withoutSignIn,
      'They set one with “Forgot password?”; or give the folder of the first move with --moved.',
    ),
    ...(withoutEmail.length === 0
      ? []
      : [`Left out: ${counted(withoutEmail.length, 'account')} without an address.`]),
    ...(unkept.length === 0
      ? []
      : [`Left out of the accounts, since this server has no place for it: ${unkept.join(', ')}.`]),
    ...taken,
    checked,
  ].join('\n');
}

/** What the files hold that nobody else may have: only Firebase's way of hashing has a key. */
function secretsWords(files: readonly AccountsFile[]): string {
  const schemes = files.map(({ hash }) => hash?.scheme);
  if (schemes.includes('firebase'))
    return 'The files hold password hashes, and like the commands below the key with which Firebase made some of them';
  return schemes.includes('scrypt')
    ? 'The files hold password hashes'
    : 'The files hold the addresses of people';
}

/** A line that counts and names who has no password, and says what they do; none where all have one. */
function withoutPassword(accounts: readonly AccountWithLinks[], remedy: string): string[] {
  const emails = accounts.flatMap(({ account }) => (account.passwordHash === null ? [account.email] : []));
  if (emails.length === 0) return [];
  return [
    `Without a password in these files: ${counted(emails.length, 'account')} (${emails.join(', ')}). ${remedy}`,
  ];
}

/** What had no history, line by line: access and accounts by name, too many mappings for that. */
function takenOverWords({ takenOver }: Found): string[] {
  return takenOver.map(({ log, subject, keys }) => {
    const names = log === LIST_LOG ? '' : `: ${keys.map(decodeURIComponent).join(', ')}`;
    return `The files have no history of ${subject}. Taken over as it stands, unverified: ${counted(keys.length, 'entry', 'entries')}${names}.`;
  });
}

/** Stores everything, or nothing: what does not hold is removed, with all that was made for it. */
function storeAll(dataDir: string, found: Found, now: Date) {
  const isNew = !existsSync(dataDir);
  const store = openStore(dataDir);
  try {
    let seals: NamedSeals;
    try {
      store.transaction(() => fill(store, found, now));
      seals = newestSealsIn(store.db);
      writeMark(dataDir, numbersIn(store.db));
    } finally {
      store.close();
    }
    return { seals, checked: verify({ args: [], dataDir, now }) };
  } catch (error) {
    const { databaseFile, logFile, lockFile, markFile } = dataFilesOf(dataDir);
    const ours = [databaseFile, logFile, `${databaseFile}-shm`, lockFile, markFile];
    for (const file of isNew ? [dataDir] : ours) rmSync(file, { recursive: true, force: true });
    throw error;
  }
}

type Found = ReturnType<typeof readFolder>;

/** Everything is read and checked before anything is written. */
function readFolder(folder: string, moved: string | null) {
  const { accounts, withoutEmail, unkept } = accountsIn(folder);
  const before = new Map(
    moved === null
      ? []
      : accountsIn(moved).accounts.map(({ account }) => [account.uid, account.passwordHash]),
  );
  const tree = join(folder, DATABASE_FILE);
  const documents = namesIn(folder, /^documents.*\.json$/).flatMap((file) =>
    readDocumentsFile(readNamedFile(file), file),
  );
  refuseTwins(
    'documents',
    documents.map(({ path }) => path.join('/')),
  );
  return {
    accounts: accounts.map(({ account, links }) => ({
      account: { ...account, passwordHash: account.passwordHash ?? before.get(account.uid) ?? null },
      links,
    })),
    withoutEmail,
    unkept,
    documents,
    ...readTreeFile(readNamedFile(tree), tree),
  };
}

function accountsIn(folder: string) {
  const files = namesIn(folder, /^accounts.*\.json$/);
  if (files.length === 0)
    throw new StartError('settings', `There is no accounts.json in ${folder}: see docs/deploy-firebase.md.`);
  const read = files.map((file) => {
    const config = file.replace(/accounts([^/]*)\.json$/, 'hash-config$1.txt');
    return readAccountsFile(
      readNamedFile(file),
      file,
      existsSync(config) ? readHashConfig(readNamedFile(config), config) : null,
    );
  });
  const accounts = read.flatMap((each) => each.accounts);
  const links = accounts.flatMap((each) => each.links);
  for (const names of [
    accounts.map(({ account }) => account.uid),
    accounts.map(({ account }) => account.email),
    links.map(({ providerId, rawId }) => `${providerId} ${rawId}`),
  ])
    refuseTwins('accounts', names);
  return {
    accounts,
    withoutEmail: read.flatMap((each) => each.withoutEmail),
    unkept: [...new Set(read.flatMap((each) => each.unkept))],
  };
}

function refuseTwins(files: string, names: readonly string[]): void {
  const repeated = firstRepeated(names);
  if (repeated !== undefined)
    throw fileFault(`${repeated} is in the files of ${files} twice: remove one of them.`);
}

function fill(store: Store, { accounts, documents, tree }: Found, now: Date): void {
  const table = createAccounts(store);
  for (const { account, links } of accounts) {
    table.save(account);
    for (const link of links) table.link(account.uid, link);
  }
  const version = now.getTime() * 1000;
  const changes = documents.map(({ path, fields }) => {
    const key = pathKey(path);
    return { path, key, before: null, after: { path, key, fields, created: version, updated: version } };
  });
  new DocumentTables(store).save({ version, by: 'trusted', changes });
  const leaves = new LeafTable(store);
  for (const key of keysAt(tree, []))
    if (!isSealPlace(key)) leaves.save(null, [{ path: [key], value: childOf(tree, key) }]);
  // Those of another server would be claims: seals begin anew, upon what was imported.
  takeOver(leaves, leaves.load().tree, now.getTime());
  skipFirstStart(store, now.getTime());
}

/** The newest seals belong to the server that made them. */
function withoutSeals(tree: TreeNode | null): TreeNode | null {
  const children = tree instanceof Branch ? [...tree.children] : [];
  return children
    .filter(([place]) => !isSealPlace(place))
    .reduce<TreeNode | null>((rest, [place, node]) => withValue(rest, [place], node), null);
}

function numbered(name: string, index: number, ending: string): string {
  return index === 0 ? `${name}.${ending}` : `${name}-${index + 1}.${ending}`;
}

/** For the owner alone, into a folder that is empty. */
function writeFiles(folder: string, files: readonly (readonly [name: string, text: string])[]): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new StartError('settings', `${folder} is not empty: give the name of a new folder.`);
  try {
    makeFolder(folder);
    for (const [name, text] of files) writeFileSync(join(folder, name), text, { mode: 0o600 });
  } catch (error) {
    const message = `The files could not be written to ${folder} (${detailOf(error)}): give a place that can be written.`;
    throw new StartError('folder-unusable', message, { cause: error });
  }
}

function namesIn(folder: string, pattern: RegExp): readonly string[] {
  const names = readNamed(folder, () => readdirSync(folder));
  return names
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function refuseData(dataDir: string): void {
  if (sizeOf(dataFilesOf(dataDir).databaseFile) > 0)
    throw new StartError(
      'settings',
      `There is data in ${dataDir} already, and nothing was changed: set DATA_DIR to another folder.`,
    );
}

function exportTarget(args: readonly string[]) {
  const options = { project: { type: 'string' } } as const;
  const { values, positionals } = readArguments(args, EXPORT_USAGE, options, ['FOLDER']);
  const projectId = values.project ?? '';
  // As Firebase has them: https://firebase.google.com/docs/projects/learn-more#project-id
  if (/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(projectId)) return { folder: resolve(...positionals), projectId };
  const fault =
    projectId === '' ? '--project ID is missing' : `${JSON.stringify(projectId)} is no id of a project`;
  throw usageFault(fault, EXPORT_USAGE);
}

function importSource(args: readonly string[]) {
  const options = { moved: { type: 'string' } } as const;
  const { values, positionals } = readArguments(args, IMPORT_USAGE, options, ['FOLDER']);
  return {
    folder: resolve(...positionals),
    moved: values.moved === undefined ? null : resolve(values.moved),
  };
}
