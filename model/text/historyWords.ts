import type { AccessChangeKind } from '../accessHistory.ts';
import type { ChartChangeKind } from '../chartHistory.ts';
import type { ChangeKind, MappingChange } from '../history.ts';
import type { Author } from '../log/author.ts';
import { TAKEOVER } from '../log/entry.ts';
import type { Mapping } from '../mapping.ts';
import { counted, grouped } from './figures.ts';

/** What the newest seal is called, in the column of kinds. */
export const SEAL_NAME = 'Newest seal';

/** How a mapping of a list that was set aside differs from the present one: in the order in which they are listed. */
export const DIFFERENCES = ['missing', 'changed', 'added', 'same'] as const;
export type Difference = (typeof DIFFERENCES)[number];
export const DIFFERENCE_NAMES: Readonly<Record<Difference, string>> = {
  missing: 'Missing now',
  changed: 'Changed',
  added: 'Not there then',
  same: 'The same',
};

/** The kinds of changes of the list, of access, and of the chart. */
export type LoggedKind = ChangeKind | AccessChangeKind | ChartChangeKind;

/** What the kinds of changes are called. */
export const KIND_NAMES: Readonly<Record<LoggedKind, string>> = {
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
  closed: 'Stopped action left as it is',
  behind: 'Missing changes acknowledged',
  takeover: 'History begins',
  grant: 'Access granted',
  withdraw: 'Access removed',
  import: 'Import',
};

/** A change of one mapping as people read it; null for no mapping. */
type ReadableChange = Pick<MappingChange, 'before' | 'after'>;

/** What was done, as far as it takes to put it into one line. */
export type ReadableChangeSet = {
  readonly kind: LoggedKind;
  /** Numbers of mappings written and removed. */
  readonly set: number;
  readonly removed: number;
  /** The account that all changes lead to; null where they do not say it. */
  readonly to: string | null;
  /** All changes, where there are few of them. */
  readonly changes: readonly ReadableChange[] | null;
  readonly expected: { readonly count: number } | null;
  readonly found: { readonly count: number } | null;
};

/** Kinds that need no name in front: the change says it. */
const PLAIN_KINDS: ReadonlySet<LoggedKind> = new Set<LoggedKind>(['add', 'edit', 'delete']);
/** Kinds that only add mappings, and kinds that only change the account of mappings that are there. */
const ADDING_KINDS: ReadonlySet<LoggedKind> = new Set<LoggedKind>(['add', 'upload', 'sample', 'grant']);
const CHANGING_KINDS: ReadonlySet<LoggedKind> = new Set<LoggedKind>(['accounts']);

/** How an account reads: its code alone, or with its name. */
type AccountWords = (code: string) => string;

const codeAlone: AccountWords = (code) => code;

/**
 * A part of what was done, so that a screen can tell them apart: the kind of change, a keyword, an account or keyword as it was,
 * as it has become, one that is gone, what lies between them, and text without any of these.
 */
export type WordPart = {
  readonly text: string;
  readonly is: 'kind' | 'keyword' | 'before' | 'after' | 'removed' | 'between' | 'plain';
};

/** A change set in one line: `ACME LTD: 6100 → 6200`, `Upload: 3,814 added`. */
export function changeSetParts(changeSet: ReadableChangeSet, account = codeAlone): readonly WordPart[] {
  const { kind, expected, found } = changeSet;
  const name: WordPart = { text: KIND_NAMES[kind], is: 'kind' };
  if (kind === 'outside') {
    const counts =
      expected && found ? `: ${counted(expected.count, 'mapping')} → ${grouped(found.count)}` : '';
    return [name, between(`, accepted${counts}`)];
  }
  if (kind === TAKEOVER) return takeoverParts('The list', counted(found?.count ?? 0, 'mapping'));
  if (kind === 'closed' || kind === 'behind') return [name];
  const change = changeSet.changes && onlyChange(changeSet.changes);
  if (!change && changeSet.to !== null) return accountParts(changeSet.set, account(changeSet.to));
  const parts = change ? changeParts(change, account) : countParts(changeSet);
  return PLAIN_KINDS.has(kind) && change ? parts : [name, between(': '), ...parts];
}

/** `The list was taken over with 4,999 mappings`. */
export function takeoverParts(what: string, count: string): readonly WordPart[] {
  return [
    { text: `${what} was taken over with `, is: 'kind' },
    { text: count, is: 'keyword' },
  ];
}

/** The change of one mapping: `ACME LTD: 6100 → 6200`. */
function changeParts({ before, after }: ReadableChange, account: AccountWords): readonly WordPart[] {
  const keyword = ({ description }: Mapping): WordPart => ({ text: description, is: 'keyword' });
  const parts = (mapping: Mapping, is: WordPart['is']): readonly WordPart[] => [
    keyword(mapping),
    between(': '),
    { text: account(mapping.glAccount), is },
  ];
  if (before === null) {
    return after === null ? [between('nothing')] : [...parts(after, 'after'), between(' added')];
  }
  if (after === null) return [...parts(before, 'removed'), between(' removed')];
  if (before.description === after.description) {
    return [...parts(before, 'before'), ARROW, { text: account(after.glAccount), is: 'after' }];
  }
  if (before.glAccount === after.glAccount) {
    return [{ text: before.description, is: 'before' }, ARROW, ...parts(after, 'after')];
  }
  return [...parts(before, 'before'), ARROW, ...parts(after, 'after')];
}

/** `56 mappings → 4200 Catering`. */
function accountParts(set: number, account: string): readonly WordPart[] {
  return [{ text: counted(set, 'mapping'), is: 'keyword' }, ARROW, { text: account, is: 'after' }];
}

const ARROW = between(' → ');

function between(text: string): WordPart {
  return { text, is: 'between' };
}

/** The parts as one text. */
export function textOfParts(parts: readonly WordPart[]): string {
  return parts.map(({ text }) => text).join('');
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

function countParts({ kind, set, removed }: ReadableChangeSet): readonly WordPart[] {
  const done = ADDING_KINDS.has(kind) ? 'added' : CHANGING_KINDS.has(kind) ? 'changed' : 'added or changed';
  const written: WordPart = { text: `${grouped(set)} ${done}`, is: 'after' };
  const gone: WordPart = { text: `${grouped(removed)} removed`, is: 'removed' };
  if (set === 0) return removed === 0 ? [between('nothing')] : [gone];
  return removed === 0 ? [written] : [written, between(', '), gone];
}
