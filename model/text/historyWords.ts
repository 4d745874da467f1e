import type { ChangeKind } from '../history.ts';
import type { Author } from '../log/author.ts';
import type { Mapping } from '../mapping.ts';
import { counted, grouped } from './figures.ts';

/** What the kinds of changes are called. */
export const KIND_NAMES: Readonly<Record<ChangeKind, string>> = {
  add: 'Added by hand',
  edit: 'Edit',
  delete: 'Deletion',
  upload: 'Upload',
  consolidation: 'Consolidation',
  duplicates: 'Duplicates removed',
  choice: 'Use New',
  accounts: 'Account changed',
  proposal: 'Proposal approved',
  undo: 'Undo',
  restore: 'Restore',
  sample: 'Sample list',
  outside: 'Changed outside the app',
};

/** A change of one mapping as people read it; null for no mapping. */
type ReadableChange = { readonly before: Mapping | null; readonly after: Mapping | null };

/** What was done, as far as it takes to put it into one line. */
export type ReadableChangeSet = {
  readonly kind: ChangeKind;
  /** Numbers of mappings written and removed. */
  readonly set: number;
  readonly removed: number;
  /** All changes, where there are few of them. */
  readonly changes: readonly ReadableChange[] | null;
  readonly expected: { readonly count: number } | null;
  readonly found: { readonly count: number } | null;
};

/** Kinds that need no name in front: the change says it. */
const PLAIN_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['add', 'edit', 'delete']);
/** Kinds that only add mappings, and kinds that only change the account of mappings that are there. */
const ADDING_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['add', 'upload', 'sample']);
const CHANGING_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['accounts']);

/** How an account reads: its code alone, or with its name. */
type AccountWords = (code: string) => string;

const codeAlone: AccountWords = (code) => code;

/** A change set in one line: `ACME LTD: 6100 → 6200`, `Upload: 3,814 added`. */
export function changeSetWords(changeSet: ReadableChangeSet, account = codeAlone): string {
  const { kind, expected, found } = changeSet;
  if (kind === 'outside') {
    const counts =
      expected && found ? `: ${counted(expected.count, 'mapping')} → ${grouped(found.count)}` : '';
    return `${KIND_NAMES.outside}, accepted${counts}`;
  }
  const change = changeSet.changes && onlyChange(changeSet.changes);
  const words = change ? changeWords(change, account) : countWords(changeSet);
  return PLAIN_KINDS.has(kind) && change ? words : `${KIND_NAMES[kind]}: ${words}`;
}

/** The change of one mapping: `ACME LTD: 6100 → 6200`. */
export function changeWords({ before, after }: ReadableChange, account = codeAlone): string {
  const words = ({ description, glAccount }: Mapping) => `${description}: ${account(glAccount)}`;
  if (before === null) return after === null ? 'nothing' : `${words(after)} added`;
  if (after === null) return `${words(before)} removed`;
  if (before.description === after.description) return `${words(before)} → ${account(after.glAccount)}`;
  if (before.glAccount === after.glAccount) return `${before.description} → ${words(after)}`;
  return `${words(before)} → ${words(after)}`;
}

/** Who it was: the address, or that a program of the operator did it. */
export function authorName({ uid, email }: Author): string {
  return email ?? (uid === 'server' ? 'System' : uid);
}

/** The only change, or the removal and the addition by which an entry moves to another key. */
function onlyChange(changes: readonly ReadableChange[]): ReadableChange | null {
  const [first, second] = changes;
  if (first === undefined || changes.length > 2) return null;
  if (second === undefined) return first;
  const removed = changes.find(({ after }) => after === null);
  const added = changes.find(({ before }) => before === null);
  return removed && added ? { before: removed.before, after: added.after } : null;
}

function countWords({ kind, set, removed }: ReadableChangeSet): string {
  const done = ADDING_KINDS.has(kind) ? 'added' : CHANGING_KINDS.has(kind) ? 'changed' : 'added or changed';
  const parts = [
    ...(set > 0 ? [`${grouped(set)} ${done}`] : []),
    ...(removed > 0 ? [`${grouped(removed)} removed`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}
