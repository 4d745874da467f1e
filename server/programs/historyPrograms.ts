import { resolve } from 'node:path';
import type Database from 'libsql';
import { counted } from '#model/text/figures.ts';
import { openAuditLog, restoresIn } from '../audit/auditLog.ts';
import { type ArchivedEntries, readBack, readHistoryFile, seqOf } from '../database/archivedHistory.ts';
import { countFalseMarks } from '../database/LogEntries.ts';
import { invalidDocuments } from '../firestore/documents/invalidDocuments.ts';
import { readBackup, readFolder, type StoredData, withExclusiveAccess } from '../integrity/checkedData.ts';
import { type NamedSeals, namedSeals, readSeals } from '../integrity/seals.ts';
import { keptSealLine, newestLines, readKeptSeal, retroactiveLines } from '../integrity/sealWords.ts';
import { type LogReports, verifyLogs } from '../integrity/verifyLogs.ts';
import { StartError } from '../StartError.ts';
import {
  type ProgramInput,
  readArguments,
  usageFault,
  warningLines,
  withWarnings,
} from './operatorPrograms.ts';

export const VERIFY_USAGE = `npm run verify [-- BACKUP] [--archive FILE …] [--seal NUMBER:HASH]   (without BACKUP the data in DATA_DIR; the server may run)
  --archive FILE      a file to which a former version has moved entries, in which to read on; may be repeated
  --seal NUMBER:HASH  compares the seal of an entry that you have kept`;
export const UNARCHIVE_USAGE = `npm run unarchive-history -- FILE …   (DATA_DIR: folder of the data; the server must be stopped)
  FILE …  all files that archive-history, a program of former versions, has written`;

/** More documents than these are counted only. */
const MAX_NAMED = 20;

/**
 * Checks the histories of the list, of access and of the chart of accounts in a backup, or in a data folder, whether its server runs or not, and counts what is stored
 * and would be refused today.
 * @throws StartError
 */
export function verify({ args, dataDir }: ProgramInput): string {
  const { backupFile, archives, kept } = verifyOptions(args);
  const archived = readArchives(archives);
  const more = (db: Database.Database, { tree }: StoredData) => {
    const seals = readSeals(db);
    const reports = verifyLogs(tree, seals, archived);
    return { seals, reports, falseMarks: countFalseMarks(db), invalid: invalidDocuments(db) };
  };
  const found = backupFile === undefined ? readFolder(dataDir, more) : readBackup(backupFile, more);
  const { seals, invalid, falseMarks } = found;
  const { list, access, chart, problems } = found.reports;
  const markProblem = `${counted(falseMarks, 'mark')} by key and changes do not belong together`;
  refuse(falseMarks === 0 ? problems : [...problems, markProblem], found);
  const { mappings, entries, knownSince, archivedTo } = list;
  const named = namedSeals(seals);
  const keptLine =
    kept === null
      ? []
      : [keptSealLine(readKeptSeal(kept), withArchived(named, archived), restoresIn(dataDir))];
  return [
    `The list has ${counted(mappings, 'mapping')}: ${counted(entries - (archivedTo ?? 0), 'change')} verified${olderWords(list, 'mapping is', 'mappings are')}.`,
    `Access: ${counted(access.entries, 'change')} verified${olderWords(access, 'access entry is', 'access entries are')}.`,
    ...(chart.entries > 0
      ? [
          `Chart of accounts: ${counted(chart.entries, 'change')} verified${olderWords(chart, 'account is', 'accounts are')}.`,
        ]
      : []),
    ...(knownSince === null
      ? []
      : [`Entry ${knownSince} accepted a change from outside: what the list was before it is not known.`]),
    ...(archivedTo === null
      ? []
      : [
          `The entries up to ${archivedTo} were moved to a file and not checked: give it with --archive FILE.`,
        ]),
    ...newestLines(named),
    ...retroactiveLines(named),
    ...keptLine,
    ...invalidWords(invalid),
    ...warningLines(found.warnings),
  ].join('\n');
}

/** With the seals of archived entries, which are all of the list. */
function withArchived(seals: NamedSeals, archived: ArchivedEntries): NamedSeals {
  const moved = archived.flatMap((entry) =>
    entry.seal === undefined ? [] : [{ seq: seqOf(entry), hash: entry.seal, late: null }],
  );
  return moved.length === 0 ? seals : [...seals, { name: 'list', seals: moved }];
}

/** A line that counts them; none where there are none. */
function invalidWords(documents: ReturnType<typeof invalidDocuments>): string[] {
  if (documents.length === 0) return [];
  const have = counted(documents.length, 'document has', 'documents have');
  const rows = documents.slice(0, MAX_NAMED).map(({ number }) => number);
  return [
    `${have} values that earlier versions took and that would be refused today. They can be read and removed: row ${rows.join(', ')}${documents.length > MAX_NAMED ? ', …' : ''} of firestore_documents, by path.`,
  ];
}

/** `; 4,999 mappings are older than the history (since 2026-03-02)`; blank for none. */
function olderWords({ older }: LogReports['access'], is: string, are: string): string {
  if (older === null || older.count === 0) return '';
  return `; ${counted(older.count, is, are)} older than the history (since ${new Date(older.since).toISOString().slice(0, 10)})`;
}

/**
 * Reads the entries of the list's history that a former version has moved to files back into a data folder whose server is
 * stopped.
 * @throws StartError
 */
export function unarchiveHistory({ args, dataDir, now }: ProgramInput): string {
  const { positionals } = readArguments(args, UNARCHIVE_USAGE, {}, ['FILE'], Number.POSITIVE_INFINITY);
  return withExclusiveAccess(dataDir, now, ({ store, found }) => {
    const archived = readArchives(positionals);
    const { list, problems } = verifyLogs(found.tree, readSeals(store.db), archived);
    refuse(problems, found);
    if (list.archivedTo !== null)
      throw usageFault(`The entries up to ${list.archivedTo} are in none of these files`, UNARCHIVE_USAGE);
    const read = readBack(store, found.tree, archived);
    if (read === 0) return withWarnings('No entry was missing: nothing was changed.', found);
    const what = positionals.join(', ');
    openAuditLog(dataDir, () => now.getTime()).record('trusted', { event: 'unarchive', what });
    return withWarnings(`Read ${counted(read, 'entry', 'entries')} back into the history.`, found);
  });
}

function refuse(problems: readonly string[], { warnings }: StoredData): void {
  if (problems.length === 0) return;
  const lines = ['The history does not hold:', ...problems, ...warningLines(warnings)];
  throw new StartError('data-damaged', lines.join('\n'));
}

/** Entries of several files are put together by their ids. */
function readArchives(files: readonly string[]): ArchivedEntries {
  return files.flatMap((file) => readHistoryFile(resolve(file)));
}

function verifyOptions(args: readonly string[]) {
  const options = { archive: { type: 'string', multiple: true }, seal: { type: 'string' } } as const;
  const { values, positionals } = readArguments(args, VERIFY_USAGE, options, [], 1);
  return { backupFile: positionals[0], archives: values.archive ?? [], kept: values.seal ?? null };
}
