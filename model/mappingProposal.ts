import type { Email } from './email.ts';
import { type Author, readAuthor } from './log/author.ts';
import { type HistoryUpdate, SERVER_TIME } from './log/entry.ts';
import type { EntryId } from './log/version.ts';
import type { MappingKey } from './mapping.ts';
import { PROPOSAL_LIMIT_PATH, PROPOSALS_PATH, WAITING_PROPOSALS_PATH } from './paths.ts';

/** What somebody who may not change the list proposes for it. */
export type ProposedMapping = {
  readonly keyword: string;
  readonly account: string;
  /** Why; null for none. */
  readonly note: string | null;
  /** A line without a match, as an example; null for none. */
  readonly line: string | null;
};

/** Names a proposal: the account of who made it, and an id chosen by them. */
export type ProposalName = { readonly uid: string; readonly id: EntryId };

/** A proposal as it is stored: node `gl_proposals/{uid}/{id}`. */
export type MappingProposal = ProposalName &
  ProposedMapping & {
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

export function ownProposalsPath(uid: string): string {
  return `${PROPOSALS_PATH}/${uid}`;
}

export function proposalPath({ uid, id }: ProposalName): string {
  return `${ownProposalsPath(uid)}/${id}`;
}

/** The update that makes a proposal. The rules take it ten seconds after the former one of the same person. */
export function proposalUpdate(
  name: ProposalName,
  email: Email,
  { keyword, account, note, line }: ProposedMapping,
): HistoryUpdate {
  const { uid, id } = name;
  return {
    [proposalPath(name)]: {
      keyword,
      account,
      ...(note !== null && { note }),
      ...(line !== null && { line }),
      email,
      at: SERVER_TIME,
    },
    [waitingPath(name)]: SERVER_TIME,
    [`${PROPOSAL_LIMIT_PATH}/${uid}`]: { last: id, at: SERVER_TIME },
  };
}

/** The update that decides a proposal; where it makes a mapping, part of the update that does. */
export function decisionUpdate(
  name: ProposalName,
  { by, word, approved }: Omit<ProposalDecision, 'at'>,
): HistoryUpdate {
  return {
    [`${proposalPath(name)}/decided`]: {
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

function waitingPath({ uid, id }: ProposalName): string {
  return `${WAITING_PROPOSALS_PATH}/${uid}/${id}`;
}

/** Reads `gl_proposals/{uid}/{id}`; null when it is none. */
export function readMappingProposal({ uid, id }: ProposalName, stored: unknown): MappingProposal | null {
  const { keyword, account, note, line, email, at, decided } = fieldsOf(stored);
  if (typeof keyword !== 'string' || typeof account !== 'string' || typeof at !== 'number') return null;
  return {
    uid,
    id,
    keyword,
    account,
    note: textOf(note),
    line: textOf(line),
    email: String(email) as Email,
    at,
    decided: readDecision(decided),
  };
}

/** Reads `gl_proposals/{uid}`, newest first. */
export function readOwnProposals(uid: string, stored: unknown): readonly MappingProposal[] {
  return Object.entries(fieldsOf(stored))
    .flatMap(([id, one]) => readMappingProposal({ uid, id: id as EntryId }, one) ?? [])
    .toSorted((a, b) => b.at - a.at);
}

/** A proposal that waits, and since when, in milliseconds since 1970. */
export type WaitingProposal = ProposalName & { readonly at: number };

/** Reads `gl_proposals_waiting`, oldest first. */
export function readWaitingProposals(stored: unknown): readonly WaitingProposal[] {
  return Object.entries(fieldsOf(stored))
    .flatMap(([uid, ofPerson]) =>
      Object.entries(fieldsOf(ofPerson)).flatMap(([id, at]) =>
        typeof at === 'number' ? { uid, id: id as EntryId, at } : [],
      ),
    )
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
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

/** Children with keys like numbers come as an array, in which those that are missing are null. */
function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
}
