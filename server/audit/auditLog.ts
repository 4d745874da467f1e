import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Email } from '#model/email.ts';
import { withHiddenEscaped } from '#model/hiddenCharacters.ts';
import { ACCESS_PATH, MAPPINGS_PATH, USERS_COLLECTION } from '#model/paths.ts';
import type { AuthContext } from '../auth/authContext.ts';
import type { AccountEvent, AuditAccounts } from '../auth/authState.ts';
import type { CommittedWrite } from '../database/RealtimeDatabase.ts';
import { childOf, type TreeNode } from '../database/tree/node.ts';
import type { Commit, StoredDocument } from '../firestore/documents/document.ts';
import type { RestoreNote } from '../integrity/sealWords.ts';
import { log } from '../log.ts';
import { dataFilesOf } from '../store/dataFolder.ts';

/** What a person may do, as the user document and the access entry say it. */
type Rights = { readonly allow: boolean; readonly admin: boolean };

const NO_RIGHTS: Rights = { allow: false, admin: false };

/** Something that an owner of the data may want to look up years later. */
type AuditEvent =
  | {
      readonly event: 'grant' | 'revoke';
      /** Place of the record, e.g. `users/ann@example.com`. */
      readonly what: string;
      readonly before: Rights;
      readonly after: Rights;
    }
  | { readonly event: 'mass-change'; readonly what: string; readonly set: number; readonly removed: number }
  /** An account was disabled or enabled, or all its sessions were ended; `what` is its address. */
  | { readonly event: AccountEvent; readonly what: string }
  /** Values were removed under keys that the SDK cannot read; `what` is their places. */
  | { readonly event: 'repair'; readonly what: string }
  /** Old entries of the list's history were moved to a file; `what` is its name. */
  | { readonly event: 'unarchive'; readonly what: string }
  /** Data of a former version were upgraded; `what` is the copy that is kept of them. */
  | { readonly event: 'upgrade'; readonly what: string }
  /** Entries were sealed that some other program had stored without a seal; `what` names them. */
  | { readonly event: 'seal'; readonly what: string }
  /** A server was started on data that are behind their mark; `what` is what is missing. */
  | { readonly event: 'accept-behind'; readonly what: string }
  /**
   * The data were written to files for Firebase, or read from such files; `what` is their folder. The seals, in words, end with
   * the one and begin with the other. `takenOver`: what had no history, in words.
   */
  | {
      readonly event: 'export-firebase' | 'import-firebase';
      readonly what: string;
      readonly seals: string;
      readonly takenOver?: string;
    }
  /** All data have been replaced by a backup; `what` is its file. Seals are the newest, in words, blank for none. */
  | {
      readonly event: 'restore';
      readonly what: string;
      readonly sealsBefore: string;
      readonly sealsAfter: string;
    };

type AuditLog = ReturnType<typeof openAuditLog>;

function auditFileOf(dataDir: string): string {
  return dataFilesOf(dataDir).auditFile;
}

/**
 * Opens `audit.log` in the data folder: one JSON object per line with `time`, `by` (email address, or `server`),
 * `event` and `what`. Each line is written at once, as such events are rare; no line is ever removed.
 */
export function openAuditLog(dataDir: string, now: () => number) {
  const file = auditFileOf(dataDir);
  return {
    /** Writes a line about what has just been committed; `by` is who asked for it. */
    record(by: AuthContext | Email | 'trusted', event: AuditEvent): void {
      const line = { time: new Date(now()).toISOString(), by: nameOf(by), ...event };
      try {
        appendFileSync(file, `${withHiddenEscaped(JSON.stringify(line))}\n`, { mode: 0o600 });
      } catch (error) {
        // The change itself is stored; so the line at least stands in the log.
        log.error('The audit log could not be written', { line, error });
      }
    },
  };
}

/** The restores that the audit log of a data folder tells of, oldest first. */
export function restoresIn(dataDir: string): RestoreNote[] {
  const file = auditFileOf(dataDir);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line) =>
    line.includes('"event":"restore"') ? [JSON.parse(line) as RestoreNote] : [],
  );
}

/** Whether a change of rights is a grant or a revocation; null when it is neither. */
function changeOfRights(what: string, before: Rights, after: Rights): AuditEvent | null {
  const gain = rank(after) - rank(before);
  return gain === 0 ? null : { event: gain > 0 ? 'grant' : 'revoke', what, before, after };
}

function rank({ allow, admin }: Rights): number {
  return allow ? (admin ? 2 : 1) : 0;
}

function nameOf(by: AuthContext | Email | 'trusted'): string {
  if (by === 'trusted') return 'server';
  if (typeof by === 'string') return by;
  return by?.token.email ?? by?.uid ?? 'nobody';
}

/** Records what people do to accounts. */
export function auditAccounts(audit: AuditLog): AuditAccounts {
  return (by, event, what) => audit.record(by, { event, what });
}

/** Records the changes of rights among the commits of the document store. */
export function auditDocuments(audit: AuditLog): (commit: Commit) => void {
  return ({ by, changes }) => {
    for (const { path, key, before, after } of changes) {
      if (path[0] !== USERS_COLLECTION) continue;
      const event = changeOfRights(key, rightsOfDocument(before), rightsOfDocument(after));
      if (event !== null) audit.record(by, event);
    }
  };
}

function rightsOfDocument(document: StoredDocument | null): Rights {
  if (document === null) return NO_RIGHTS;
  const isTrue = (name: string) => {
    const value = document.fields[name];
    return value !== undefined && 'booleanValue' in value && value.booleanValue === true;
  };
  return { allow: isTrue('allow'), admin: isTrue('admin') };
}

/** More places of the list than this in one write are a mass change: an upload, a consolidation, a clean-up. */
const MAX_SINGLE_CHANGES = 20;

/** Records the changes of rights and the mass changes of the list among the writes of the tree. */
export function auditTree(audit: AuditLog): (write: CommittedWrite) => void {
  return (write) => {
    recordRights(audit, write);
    recordMassChange(audit, write);
  };
}

function recordRights(audit: AuditLog, { by, changes, before }: CommittedWrite): void {
  const after = new Map<string, Rights>();
  for (const { path, value } of changes) {
    const [top, person, field] = path;
    if (top !== ACCESS_PATH || person === undefined) continue;
    const rights = after.get(person) ?? rightsOfEntry(before([ACCESS_PATH, person]));
    after.set(person, field === undefined ? rightsOfEntry(value) : { ...rights, [field]: value === true });
  }
  for (const [person, rights] of after) {
    const path = [ACCESS_PATH, person];
    const event = changeOfRights(path.join('/'), rightsOfEntry(before(path)), rights);
    if (event !== null) audit.record(by, event);
  }
}

function rightsOfEntry(record: TreeNode | null): Rights {
  return { allow: childOf(record, 'allow') === true, admin: childOf(record, 'admin') === true };
}

function recordMassChange(audit: AuditLog, { by, changes }: CommittedWrite): void {
  const ofList = changes.filter(({ path }) => path[0] === MAPPINGS_PATH || path.length === 0);
  const isWhole = ofList.some(({ path }) => path.length < 2);
  if (!isWhole && ofList.length <= MAX_SINGLE_CHANGES) return;
  const removed = ofList.filter(({ value }) => value === null).length;
  audit.record(by, { event: 'mass-change', what: MAPPINGS_PATH, set: ofList.length - removed, removed });
}
