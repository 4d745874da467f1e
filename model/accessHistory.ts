import { type AccessEntry, isSameAccess, readAccessEntry } from './access.ts';
import { accessKey, type Email } from './email.ts';
import type { Author } from './log/author.ts';
import {
  type HistoryUpdate,
  type LogChange,
  type LogEntry,
  type LogEntryPlan,
  logUpdate,
  readLogChanges,
  readLogEntry,
} from './log/entry.ts';
import { type EntryId, type ListVersion, readListVersion } from './log/version.ts';
import { ACCESS_HISTORY_PATH, ACCESS_PATH, ACCESS_SEAL_PATH, ACCESS_VERSION_PATH } from './paths.ts';

/** What became of a right: `grant` and `withdraw` begin and end it, `edit` changes it. */
export const ACCESS_CHANGE_KINDS = ['grant', 'edit', 'withdraw'] as const;

/** The log of access. Its changes are in its entries, which only admins read. */
export const ACCESS_LOG = {
  version: ACCESS_VERSION_PATH,
  history: ACCESS_HISTORY_PATH,
  seal: ACCESS_SEAL_PATH,
  changes: ACCESS_HISTORY_PATH,
  marks: null,
  changed: ACCESS_PATH,
  kinds: ACCESS_CHANGE_KINDS,
};

export type AccessChangeKind = (typeof ACCESS_CHANGE_KINDS)[number];

/** The change of one access entry; null for none. */
export type AccessChange = {
  readonly email: Email;
  readonly before: AccessEntry | null;
  readonly after: AccessEntry | null;
};

/** An entry of the history of access: node `access_history/{id}`. */
export type AccessHistoryEntry = LogEntry<AccessChangeKind> & { readonly changes: readonly AccessChange[] };

/** Whether a right begins, ends, or changes. */
export function accessChangeKind({
  before,
  after,
}: Pick<AccessChange, 'before' | 'after'>): AccessChangeKind {
  if (before?.allow !== true && after?.allow === true) return 'grant';
  return before?.allow === true && after?.allow !== true ? 'withdraw' : 'edit';
}

/**
 * The update from the root that changes access entries as one entry of their history, which is a change set of its own.
 * `before` is what is stored, and differs from `after`. The rules take nothing less (docs/rules.md).
 */
export function accessUpdate(
  plan: Omit<LogEntryPlan<AccessChangeKind>, 'batch' | 'note'>,
  changes: readonly AccessChange[],
): HistoryUpdate {
  const stored = changes.map(({ email, ...sides }) => ({ key: accessKey(email), ...sides }));
  return logUpdate(ACCESS_LOG, { ...plan, batch: plan.id }, stored).update;
}

/** One access entry, null for none, and the version of the log of access. */
export type StoredAccess = {
  readonly email: Email;
  readonly former: ListVersion;
  readonly before: AccessEntry | null;
};

/** @param stored what is stored at `access_version` and at `access/{ekey}` */
export function readStoredAccess(
  email: Email,
  [version, entry]: readonly [version: unknown, entry: unknown],
): StoredAccess {
  return { email, former: readListVersion(version), before: readAccessEntry(accessKey(email), entry) };
}

/** The update from the root that puts `after`, null for none, in the place of what is stored; null where that is the same. */
export function accessUpdateTo(
  after: AccessEntry | null,
  { email, former, before }: StoredAccess,
  entry: { readonly id: EntryId; readonly by: Author },
): HistoryUpdate | null {
  if (isSameAccess(before, after)) return null;
  const change = { email, before, after };
  return accessUpdate({ ...entry, former, kind: accessChangeKind(change) }, [change]);
}

/** Reads `access_history/{id}`; null when it is none. */
export function readAccessHistoryEntry(id: string, stored: unknown): AccessHistoryEntry | null {
  const entry = readLogEntry(ACCESS_LOG, id, stored);
  return entry && { ...entry, changes: (readLogChanges(stored) ?? []).flatMap(readChange) };
}

function readChange({ key, before, after }: LogChange): AccessChange[] {
  const entries = { before: readAccessEntry(key, before), after: readAccessEntry(key, after) };
  const email = (entries.after ?? entries.before)?.email;
  return email === undefined ? [] : [{ email, ...entries }];
}
