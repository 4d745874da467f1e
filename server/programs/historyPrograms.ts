import { resolve } from 'node:path';
import type Database from 'libsql';
import { counted } from '#model/text/figures.ts';
import { openAuditLog, restoresIn } from '../audit/auditLog.ts';
import { archiveHistory as moveHistory } from '../database/archiveHistory.ts';
import { type ArchivedEntries, readHistoryFile, seqOf, writeHistoryFile } from '../database/historyFile.ts';
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
  --archive FILE      a file that archive-history wrote, in which to read on; may be repeated
  --seal NUMBER:HASH  compares the seal of an entry that you have kept`;
export const ARCHIVE_USAGE = `npm run archive-history -- --before 2025-01-01 --to FILE   (DATA_DIR: folder of the data; the server must be stopped)
  --before DATE  moves the entries from before that day (UTC), which is in the past
  --to FILE      a new file, to be kept`;

/** More documents than these are counted only. */
const MAX_NAMED = 20;

/**
 * Checks the histories of the list, of access and of the chart of accounts in a backup, or in a data folder, whether its server runs or not, and counts what is stored
 * and would be refused today.
 * @throws StartError
 */
export function verify({ args, dataDir }: ProgramInput): string {
  const { backupFile, archives, kept } = verifyOptions(args);
  const more = (db: Database.Database) => ({ seals: readSeals(db), invalid: invalidDocuments(db) });
  const found = backupFile === undefined ? readFolder(dataDir, more) : readBackup(backupFile, more);
  const { tree, seals, invalid } = found;
  const archived = readArchives(archives);
  const { list, access, chart, problems } = verifyLogs(tree, seals, archived);
  refuse(problems, found);
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
 * Moves the entries of the list's history from before a date to a file, in a data folder whose server is stopped. The
 * data are changed only when the file is on disk.
 * @throws StartError
 */
export function archiveHistory({ args, dataDir, now }: ProgramInput): string {
  const { before, file } = archiveOptions(args, now);
  return withExclusiveAccess(dataDir, now, (data) => {
    const { store, found } = data;
    refuse(verifyLogs(found.tree, readSeals(store.db)).problems, found);
    const keep = (entries: ArchivedEntries) => writeHistoryFile(file, entries);
    const { last, moved } = moveHistory(data, { before, now, keep });
    if (last === null) return withWarnings('No entry can be moved: nothing was changed.', found);
    openAuditLog(dataDir, () => now.getTime()).record('trusted', { event: 'archive', what: file });
    return withWarnings(
      `Moved ${moved} entries, up to ${last}, to ${file}. Keep it: "npm run verify -- --archive ${file}" reads on there.`,
      found,
    );
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

function archiveOptions(args: readonly string[], now: Date) {
  const options = { before: { type: 'string' }, to: { type: 'string' } } as const;
  const { before = '', to = '' } = readArguments(args, ARCHIVE_USAGE, options).values;
  const moment = /^\d{4}-\d\d-\d\d$/.test(before) ? Date.parse(before) : Number.NaN;
  // False of what is no date, too.
  if (!(moment <= now.getTime()))
    throw usageFault('--before DATE is missing, or no day in the past', ARCHIVE_USAGE);
  if (to === '') throw usageFault('--to FILE is missing', ARCHIVE_USAGE);
  return { before: moment, file: resolve(to) };
}
