import { appendFileSync } from 'node:fs';
import type { AuthContext } from '../auth/authContext.ts';
import { log } from '../log.ts';
import { dataFilesOf } from '../store/dataFolder.ts';

/** What somebody may do, according to the user document or the access entry. */
export type Rights = { readonly allow: boolean; readonly admin: boolean };

export const NO_RIGHTS: Rights = { allow: false, admin: false };

/** Something that an owner of the data may want to look up years later. */
export type AuditEvent =
  | {
      readonly event: 'grant' | 'revoke';
      /** Place of the record, e.g. `users/ann@example.com`. */
      readonly what: string;
      readonly before: Rights;
      readonly after: Rights;
    }
  | { readonly event: 'mass-change'; readonly what: string; readonly set: number; readonly removed: number }
  /** Values were removed under keys that the SDK cannot read; `what` is their places. */
  | { readonly event: 'repair'; readonly what: string }
  /** All data have been replaced by a backup; `what` is its file. */
  | { readonly event: 'restore'; readonly what: string };

export type AuditLog = {
  /** Writes a line about what has just been committed; `by` is who asked for it. */
  record(by: AuthContext | 'trusted', event: AuditEvent): void;
};

export function auditFileOf(dataDir: string): string {
  return dataFilesOf(dataDir).auditFile;
}

/**
 * Keeps `audit.log` in the data folder: one JSON object per line with `time`, `by` (e-mail address, or `server`),
 * `event` and `what`. Written at once, as such events are rare, and nothing is ever taken away.
 */
export function openAuditLog(dataDir: string, now: () => number): AuditLog {
  const file = auditFileOf(dataDir);
  return {
    record(by, event) {
      const line = { time: new Date(now()).toISOString(), by: nameOf(by), ...event };
      try {
        appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
      } catch (error) {
        // The change itself is stored; so the line at least stands in the log.
        log.error('The audit log could not be written', { line, error });
      }
    },
  };
}

/** Whether a change of rights is a grant or a revocation; null when it is neither. */
export function changeOfRights(what: string, before: Rights, after: Rights): AuditEvent | null {
  const gain = rank(after) - rank(before);
  return gain === 0 ? null : { event: gain > 0 ? 'grant' : 'revoke', what, before, after };
}

function rank({ allow, admin }: Rights): number {
  return allow ? (admin ? 2 : 1) : 0;
}

function nameOf(by: AuthContext | 'trusted'): string {
  if (by === 'trusted') return 'server';
  return by?.token.email ?? by?.uid ?? 'nobody';
}
