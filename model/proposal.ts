import type { Email } from './email.ts';
import { type Author, readAuthor } from './log/author.ts';
import { fieldsOf, type HistoryUpdate, SERVER_TIME } from './log/entry.ts';
import type { EntryId } from './log/version.ts';
import type { MappingKey } from './mapping.ts';
import { PROPOSAL_LIMIT_PATH, PROPOSALS_PATH, WAITING_PROPOSALS_PATH } from './paths.ts';

/** What somebody who may not change the list proposes for it. */
export type ProposedMapping = {
  readonly keyword: string;
  readonly account: string;
  /** A line without a match, as an example; null for none. */
  readonly line: string | null;
};

/** What is sent at once: up to {@link MAX_PROPOSED_AT_ONCE} mappings, and why (null for no reason). */
export type ProposalDraft = { readonly mappings: readonly ProposedMapping[]; readonly note: string | null };

/** Names what is sent at once: the account of who made it, and an id chosen by them. */
type ProposalId = { readonly uid: string; readonly id: EntryId };

/** Names what is decided at once: a proposal of one mapping (`item` is null), or one of several: `00` to `29`. */
export type ProposalName = ProposalId & { readonly item: string | null };

/**
 * A mapping that somebody has proposed. Node `gl_proposals/{uid}/{id}`, with its fields, or with `count` and `items/{item}` for
 * several.
 */
export type Proposal = ProposalName &
  ProposedMapping & {
    /** Why; null for none. */
    readonly note: string | null;
    readonly email: Email;
    /** When the server stored it, in milliseconds since 1970. */
    readonly at: number;
    /** Null while it waits. */
    readonly decided: ProposalDecision | null;
  };

/** What an admin decided. */
export type ProposalDecision = {
  readonly by: Author;
  readonly at: number;
  /** What the admin says about it; null for nothing. */
  readonly word: string | null;
  /** What the list said after an approval; null: the proposal was rejected. */
  readonly approved: ApprovedMapping | null;
};

/** `batch` names the act of the history that made it; null: the list had said it already. */
export type ApprovedMapping = {
  readonly key: MappingKey;
  readonly keyword: string;
  readonly account: string;
  readonly batch: string | null;
};

/** Tells what is decided at once apart from everything else of its kind. */
export function proposalKey({ uid, id, item }: ProposalName): string {
  return JSON.stringify([uid, id, item]);
}

export function ownProposalsPath(uid: string): string {
  return `${PROPOSALS_PATH}/${uid}`;
}

export function proposalPath({ uid, id }: ProposalId): string {
  return `${ownProposalsPath(uid)}/${id}`;
}

/**
 * The update that makes a proposal. The rules take it ten seconds after the former one of the same person for each mapping of
 * that one.
 */
export function proposalUpdate(
  name: ProposalId,
  email: Email,
  { mappings, note }: ProposalDraft,
): HistoryUpdate {
  const [first] = mappings;
  const isOfOne = first !== undefined && mappings.length === 1;
  const items = mappings.map((mapping, i) => [itemKey(i), storedMapping(mapping)] as const);
  return {
    [proposalPath(name)]: {
      ...(isOfOne ? storedMapping(first) : { items: Object.fromEntries(items), count: mappings.length }),
      ...(note !== null && { note }),
      email,
      at: SERVER_TIME,
    },
    [waitingPath({ ...name, item: null })]: isOfOne
      ? SERVER_TIME
      : Object.fromEntries(items.map(([key]) => [key, SERVER_TIME])),
    [`${PROPOSAL_LIMIT_PATH}/${name.uid}`]: { last: name.id, at: SERVER_TIME },
  };
}

function itemKey(index: number): string {
  return String(index).padStart(2, '0');
}

function storedMapping({ keyword, account, line }: ProposedMapping) {
  return { keyword, account, ...(line !== null && { line }) };
}

/** The update that decides a proposal; where it makes a mapping, part of the update that does. */
export function decisionUpdate(
  name: ProposalName,
  { by, word, approved }: Omit<ProposalDecision, 'at'>,
): HistoryUpdate {
  return {
    [`${proposalPath(name)}/${decisionKey(name.item)}`]: {
      decision: approved === null ? 'rejected' : 'approved',
      by,
      at: SERVER_TIME,
      ...(word !== null && { word }),
      ...(approved !== null && { mapping: storedApproval(approved) }),
    },
    [waitingPath(name)]: null,
  };
}

function storedApproval({ batch, ...mapping }: ApprovedMapping) {
  return { ...mapping, ...(batch !== null && { batch }) };
}

/** The name of the decision about a proposal, or about one of its items. */
function decisionKey(item: string | null): string {
  return item === null ? 'decided' : `decided:${item}`;
}

function waitingPath({ uid, id, item }: ProposalName): string {
  return `${WAITING_PROPOSALS_PATH}/${uid}/${id}${item === null ? '' : `/${item}`}`;
}

/** Reads `gl_proposals/{uid}/{id}`: what it proposes, in the order of its items; nothing when it is no proposal. */
export function readProposal({ uid, id }: ProposalId, stored: unknown): readonly Proposal[] {
  const fields = fieldsOf(stored);
  const { items, note, email, at } = fields;
  if (typeof at !== 'number') return [];
  const proposed: [item: string | null, mapping: unknown][] =
    items === undefined ? [[null, fields]] : Object.entries(fieldsOf(items)).toSorted(byKey);
  return proposed.flatMap(([item, mapping]) => {
    const { keyword, account, line } = fieldsOf(mapping);
    if (typeof keyword !== 'string' || typeof account !== 'string') return [];
    return {
      uid,
      id,
      item,
      keyword,
      account,
      line: textOf(line),
      note: textOf(note),
      email: String(email) as Email,
      at,
      decided: readDecision(fields[decisionKey(item)]),
    };
  });
}

/** Reads `gl_proposals/{uid}`, newest first. */
export function readOwnProposals(uid: string, stored: unknown): readonly Proposal[] {
  return Object.entries(fieldsOf(stored))
    .flatMap(([id, one]) => readProposal({ uid, id: id as EntryId }, one))
    .toSorted((a, b) => b.at - a.at);
}

/** A proposal that waits, and since when, in milliseconds since 1970. */
export type WaitingProposal = ProposalName & { readonly at: number };

/** Reads `gl_proposals_waiting`, oldest first; items in their order. */
export function readWaitingProposals(stored: unknown): readonly WaitingProposal[] {
  return Object.entries(fieldsOf(stored))
    .flatMap(([uid, ofPerson]) =>
      Object.entries(fieldsOf(ofPerson)).flatMap(([id, mark]) =>
        marksOf(mark).map(([item, at]) => ({ uid, id: id as EntryId, item, at })),
      ),
    )
    .toSorted((a, b) => a.at - b.at || compare(a.id, b.id) || compare(a.item ?? '', b.item ?? ''));
}

function marksOf(mark: unknown): [item: string | null, at: number][] {
  if (typeof mark === 'number') return [[null, mark]];
  return Object.entries(fieldsOf(mark)).flatMap(([item, at]) => (typeof at === 'number' ? [[item, at]] : []));
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compare(a, b);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function readDecision(stored: unknown): ProposalDecision | null {
  const { decision, by, at, word, mapping } = fieldsOf(stored);
  if (typeof at !== 'number') return null;
  const { key, keyword, account, batch } = fieldsOf(mapping);
  const isApproved = decision === 'approved';
  const approved = {
    key: String(key) as MappingKey,
    keyword: String(keyword),
    account: String(account),
    batch: textOf(batch),
  };
  return { by: readAuthor(by), at, word: textOf(word), approved: isApproved ? approved : null };
}

function textOf(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}
