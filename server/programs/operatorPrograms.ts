import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type Database from 'libsql';
import { detailOf } from '#model/detailOf.ts';
import { withHiddenEscaped } from '#model/hiddenCharacters.ts';
import { openAuditLog } from '../audit/auditLog.ts';
import { addKey } from '../auth/tokens.ts';
import { DEFAULT_CONFIG } from '../config.ts';
import { removeUnreadable as removeUnreadableRows } from '../database/removeUnreadable.ts';
import { renewVersions } from '../firestore/documents/documentTables.ts';
import {
  changeBesideServer,
  checkBackup,
  checkOf,
  type StoredData,
  withExclusiveAccess,
} from '../integrity/checkedData.ts';
import { removeMark, writeMark } from '../integrity/logMark.ts';
import { namedSeals, readSeals } from '../integrity/seals.ts';
import { newestLines, newestWords } from '../integrity/sealWords.ts';
import { readReplicaAddress } from '../replica/litestream.ts';
import { withReplica } from '../replica/withReplica.ts';
import { StartError } from '../StartError.ts';
import { backUp } from '../store/backup.ts';
import { dataFilesOf, sizeOf } from '../store/dataFolder.ts';
import { readUnchanged } from '../store/readData.ts';
import { restore } from '../store/restore.ts';
import { backUpSidecars, restoreSidecars } from '../store/sidecarFiles.ts';
import { unexpected } from '../unexpected.ts';

/** What the operator's programs get. */
export type ProgramInput = {
  /** The arguments of the command line. */
  readonly args: readonly string[];
  /** Folder of the data (DATA_DIR). */
  readonly dataDir: string;
  readonly now: Date;
};

/** Does its work and returns the text to print. @throws StartError when it cannot */
export type Program = (input: ProgramInput) => string;

/**
 * Runs a program on the process's own arguments; with `--help` it only says how it is used. A foreseen failure is one line
 * on standard error and exit code 1.
 */
export function runProgram(work: Program, usage: string): void {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`Usage: ${usage}\nWhat it does: docs/operations.md.\n`);
    return;
  }
  const dataDir = resolve(process.env['DATA_DIR'] || DEFAULT_CONFIG.dataDir);
  try {
    const text = work({ args, dataDir, now: new Date() });
    process.stdout.write(`${withHiddenEscaped(text)}\n`);
  } catch (error) {
    process.stderr.write(
      `${withHiddenEscaped(error instanceof StartError ? error.message : unexpected(error))}\n`,
    );
    process.exitCode = 1;
  }
}

export const BACKUP_USAGE =
  'npm run backup -- FOLDER|FILE   (DATA_DIR: folder of the data; the server may run)';
export const RESTORE_USAGE = `npm run restore -- FILE | --replica FOLDER|ADDRESS   (DATA_DIR: folder of the data; the server must be stopped)
  --replica  what the server has copied there (REPLICA)`;
export const REMOVE_USAGE = `npm run remove-unreadable [-- --long-keys]   (DATA_DIR: folder of the data; the server must be stopped)
  --long-keys  removes also the mappings whose keys are too long to be changed in the app`;
export const ROTATE_USAGE = 'npm run rotate-key   (DATA_DIR: folder of the data; the server may run)';

/** Backs up a data folder, whether its server runs or not. @throws StartError */
export function backup({ args, dataDir, now }: ProgramInput): string {
  const { positionals } = readArguments(args, BACKUP_USAGE, {}, ['FOLDER|FILE']);
  const [target = ''] = positionals;
  // `resolve` would drop the slash that makes a name a folder.
  const place = target.endsWith('/') ? `${resolve(target)}/` : resolve(target);
  const { file, found } = backUp(dataDir, place, now, checkOf(dataDir));
  const beside = backUpSidecars(dataDir, file);
  const all = beside.length === 0 ? file : `${file}, with ${beside.join(' and ')} beside it`;
  const done = `Backed up to ${all}. It holds password hashes and signing keys: keep it as safe as the data.`;
  return withWarnings(done, found);
}

/** Replaces the data by a backup or a replica; the former data are moved aside. @throws StartError */
export function restoreBackup({ args, dataDir, now }: ProgramInput): string {
  const options = { replica: { type: 'string' } } as const;
  const isReplica = args.some((arg) => arg.startsWith('--replica'));
  const { values, positionals } = readArguments(args, RESTORE_USAGE, options, isReplica ? [] : ['FILE']);
  const [file = ''] = positionals;
  if (values.replica === undefined)
    return putInPlace({ file: resolve(file), what: resolve(file), dataDir, now });
  const address = readReplicaAddress(values.replica, dataDir);
  return withReplica(address, dataDir, (fetched, writtenAt) =>
    putInPlace({ file: fetched, what: address, writtenAt, dataDir, now }),
  );
}

type Restored = Pick<ProgramInput, 'dataDir' | 'now'> & {
  readonly file: string;
  /** What messages call it. */
  readonly what: string;
  /** Of a replica: when it was written last. */
  readonly writtenAt?: string;
};

function putInPlace({ file, what, writtenAt, dataDir, now }: Restored): string {
  const renew = (db: Database.Database) => renewVersions(db, now);
  const replacing = () => removeMark(dataDir);
  const { kept, found } = restore(file, dataDir, now, { read: checkBackup, renew, replacing });
  writeMark(dataDir, found.numbers);
  restoreSidecars(file, dataDir);
  openAuditLog(dataDir, () => now.getTime()).record('trusted', {
    event: 'restore',
    what,
    sealsBefore: kept === null ? '' : sealsKeptAside(kept),
    sealsAfter: newestWords(found.newest),
  });
  const before = kept === null ? '' : ` The data from before are kept in ${kept}.`;
  const state =
    writtenAt === undefined
      ? ''
      : `, as it was written last at ${writtenAt}. The audit log and list-before-history.csv are in no replica: copy them from the last backup`;
  return withWarnings(`Restored ${what} into ${dataDir}${state}.${before}`, found);
}

/**
 * Removes what no client can read from a data folder whose server is stopped, and with `--long-keys` the mappings that no
 * client can change; lists what it removes.
 * @throws StartError
 */
export function removeUnreadable({ args, dataDir, now }: ProgramInput): string {
  const { values } = readArguments(args, REMOVE_USAGE, { 'long-keys': { type: 'boolean' } });
  const withLongKeys = values['long-keys'] === true;
  return withExclusiveAccess(dataDir, now, ({ store }) => {
    const { removed, longKeys } = removeUnreadableRows(store, now, withLongKeys);
    const left =
      longKeys.length === 0
        ? ''
        : `\nThe app can use but not change ${longKeys.length} mappings with keys that are too long; --long-keys removes them.`;
    if (removed.length === 0) return `Every stored key can be read. Nothing was changed.${left}`;
    const what = removed.map(({ path }) => path).join(', ');
    openAuditLog(dataDir, () => now.getTime()).record('trusted', { event: 'repair', what });
    return (
      ['Removed:', ...removed.map(({ path, value }) => `${path}  ${JSON.stringify(value)}`)].join('\n') + left
    );
  });
}

/** Adds a signing key, whether the server runs or not. @throws StartError */
export function rotateKey({ args, dataDir, now }: ProgramInput): string {
  readArguments(args, ROTATE_USAGE);
  const add = (db: Pick<Database.Database, 'exec'>) => addKey(db, now.getTime());
  try {
    withExclusiveAccess(dataDir, now, ({ store }) => store.transaction(() => add(store.db)));
  } catch (error) {
    if (!(error instanceof StartError && error.kind === 'folder-in-use')) throw error;
    changeBesideServer(dataDir, add);
  }
  return 'A new key signs from now on. Nobody is signed out: the one before it verifies tokens for 65 more minutes.';
}

/** The newest seals of the data that a restore has put aside, in words. */
function sealsKeptAside(folder: string): string {
  const { databaseFile } = dataFilesOf(folder);
  if (sizeOf(`${databaseFile}-wal`) > 0) return 'not known';
  try {
    return newestWords(namedSeals(readUnchanged(databaseFile, readSeals)));
  } catch {
    // Damaged data are a reason to restore.
    return 'not known';
  }
}

/** What a program says, and below it the newest seals and what the start would warn of. */
export function withWarnings(text: string, { warnings, newest }: StoredData): string {
  return [text, ...newestLines(newest), ...warningLines(warnings)].join('\n');
}

export function warningLines(warnings: StoredData['warnings']): string[] {
  return warnings.map(({ message }) => `Warning: ${message}`);
}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type Arguments<Options extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/**
 * Reads the arguments of a program.
 * @param required what those are called that it needs besides its options
 * @param most how many it takes
 * @throws StartError `settings` naming what is unknown, missing or too much
 */
export function readArguments<const Options extends OptionsConfig>(
  args: readonly string[],
  usage: string,
  options: Options = {} as Options,
  required: readonly string[] = [],
  most = required.length,
): Arguments<Options> {
  const read = parsed(args, usage, options);
  const { length } = read.positionals;
  if (length < required.length) throw usageFault(`${required[length]} is missing`, usage);
  if (length <= most) return read;
  throw usageFault(`${JSON.stringify(read.positionals[most])} is one argument too many`, usage);
}

function parsed<const Options extends OptionsConfig>(
  args: readonly string[],
  usage: string,
  options: Options,
): Arguments<Options> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // The first sentence of Node's long message names the option.
    throw usageFault(detailOf(error).split(/\.\s|\n/)[0] ?? '', usage);
  }
}

/** What is wrong with the arguments of a program, and how it is used: on one line, `--help` has the others. */
export function usageFault(fault: string, usage: string): StartError {
  return new StartError('settings', `${fault}. Usage: ${usage.split('\n')[0]}`);
}
