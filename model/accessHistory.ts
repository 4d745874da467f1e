import { type AccessEntry, readAccessEntry } from './access.ts';
import { accessKey, type Email } from './email.ts';
import { type Author, readAuthor } from './history.ts';
import { SERVER_TIME } from './historyUpdate.ts';
import type { EntryId, ListVersion } from './listVersion.ts';
import { ACCESS_HISTORY_PATH, ACCESS_VERSION_PATH, accessPath } from './paths.ts';

/** What became of a right: `grant` and `withdraw` begin and end it, `edit` changes it. */
export const ACCESS_CHANGE_KINDS = ['grant', 'edit', 'withdraw'] as const;

export type AccessChangeKind = (typeof ACCESS_CHANGE_KINDS)[number];

/** The change of one access entry; null for none. */
export type AccessChange = {
  readonly email: Email;
  readonly before: AccessEntry | null;
  readonly after: AccessEntry | null;
};

/** An entry of the history of access: node `access_history/{id}`. */
export type AccessHistoryEntry = {
  readonly id: EntryId;
  readonly seq: number;
  readonly after: EntryId;
  /** When the server stored it, in milliseconds since 1970. */
  readonly at: number;
  readonly by: Author;
  readonly kind: AccessChangeKind;
  readonly changes: readonly AccessChange[];
};

/** Whether a right begins, ends, or changes. */
export function accessChangeKind({
  before,
  after,
}: Pick<AccessChange, 'before' | 'after'>): AccessChangeKind {
  if (before?.allow !== true && after?.allow === true) return 'grant';
  return before?.allow === true && after?.allow !== true ? 'withdraw' : 'edit';
}

type AccessEntryPlan = {
  readonly id: EntryId;
  /** What is stored at `access_version`; see `readListVersion`. */
  readonly former: Pick<ListVersion, 'id' | 'seq'>;
  readonly by: Author;
  readonly kind: AccessChangeKind;
};

/**
 * The update from the root that changes access entries as one entry of their history. `before` is what is stored, and
 * differs from `after`. The rules take nothing less (docs/rules.md).
 */
export function accessUpdate(
  { id, former, by, kind }: AccessEntryPlan,
  changes: readonly AccessChange[],
): Readonly<Record<string, unknown>> {
  const version = { id, seq: former.seq + 1, after: former.id };
  const byKey = changes.map(({ email, before, after }) => [
    accessKey(email),
    { ...(before && { before }), ...(after && { after }) },
  ]);
  const { seq, after } = version;
  return {
    [ACCESS_VERSION_PATH]: version,
    [`${ACCESS_HISTORY_PATH}/${id}`]: {
      seq,
      after,
      at: SERVER_TIME,
      by,
      kind,
      batch: id,
      changes: Object.fromEntries(byKey),
    },
    ...Object.fromEntries(changes.map(({ email, after: entry }) => [accessPath(email), entry])),
  };
}

/** Reads `access_history/{id}`; null when it is none. */
export function readAccessHistoryEntry(id: string, stored: unknown): AccessHistoryEntry | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { seq, after, at, by, kind, changes } = stored as Readonly<Record<string, unknown>>;
  if (typeof seq !== 'number' || typeof at !== 'number' || !isKind(kind)) return null;
  return {
    id: id as EntryId,
    seq,
    after: String(after) as EntryId,
    at,
    by: readAuthor(by),
    kind,
    changes: Object.entries(changes ?? {}).flatMap(([key, change]) => readChange(key, change)),
  };
}

function readChange(key: string, stored: unknown): AccessChange[] {
  const { before = null, after = null } = (stored ?? {}) as { before?: unknown; after?: unknown };
  const entries = { before: readAccessEntry(key, before), after: readAccessEntry(key, after) };
  const email = (entries.after ?? entries.before)?.email;
  return email === undefined ? [] : [{ email, ...entries }];
}

function isKind(kind: unknown): kind is AccessChangeKind {
  return (ACCESS_CHANGE_KINDS as readonly unknown[]).includes(kind);
}
