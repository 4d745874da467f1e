import type { KeyProblem } from '#model/keyProblem.ts';
import type { Mapping } from '#model/mapping.ts';
import type {
  Proposal,
  ProposalDecision,
  ProposalDraft,
  ProposalName,
  ProposedMapping,
} from '#model/proposal.ts';
import type { Preview } from './preview.ts';

/** How the sending of a proposal ended. `unstorable`: the keyword cannot be stored in the list. */
export type ProposeResult =
  | { readonly kind: 'proposed' }
  /** Nothing was sent: the next proposal can be in so many milliseconds. */
  | { readonly kind: 'too-early'; readonly wait: number }
  | { readonly kind: 'unstorable'; readonly keyword: string; readonly problem: KeyProblem }
  | { readonly kind: 'failed'; readonly detail: string };

/** A proposal as its maker sees it. `stored`: what the list has for its keyword now; null for nothing. */
export type OwnProposal = Proposal & { readonly stored: Mapping | null };

/** The person's own proposals, newest first. */
export type OwnProposals =
  | { readonly kind: 'ready'; readonly proposals: readonly OwnProposal[] }
  | { readonly kind: 'failed'; readonly detail: string };

/** How many proposals wait for a decision. */
export type WaitingCount =
  | { readonly kind: 'ready'; readonly waiting: number }
  /** The rules ended the watch, as they do when the person ceases to be an admin or signs out. */
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** A part of the queue, those that wait longest first. */
export type QueuePage = {
  readonly proposals: readonly Proposal[];
  /** The place of the first one. */
  readonly from: number;
  readonly waiting: number;
};

/** What approving a proposal would do, with its keyword and account as they are to be stored. */
export type ProposalPreview = Preview & {
  /** The account of the proposal's example line, before and after; null without an example. */
  readonly example: { readonly before: string; readonly after: string } | null;
  /** The mapping at the keyword's place; null for none. */
  readonly stored: Mapping | null;
  /** Another spelling of the keyword that the list has. */
  readonly variant: Mapping | null;
  /** Why the keyword cannot be stored. */
  readonly problem: KeyProblem | null;
};

/** How a decision ended. */
export type DecisionResult =
  /** `batch` names the act that the approval made; null: the list had the mapping already, or it is a rejection. */
  | { readonly kind: 'decided'; readonly batch: string | null }
  /** The list has another mapping at the keyword's place than the admin was shown. */
  | { readonly kind: 'changed'; readonly stored: Mapping | null }
  /** Somebody else was first. */
  | { readonly kind: 'decided-before'; readonly decision: ProposalDecision }
  | { readonly kind: 'unstorable'; readonly problem: KeyProblem }
  | { readonly kind: 'failed'; readonly detail: string };

/** How the approval of several ended, each by itself; `failed`: nothing is known of any. */
export type ApprovalResult =
  | { readonly kind: 'tried'; readonly results: readonly DecisionResult[] }
  | { readonly kind: 'failed'; readonly detail: string };

/** An approval: the mapping as it is to be stored, and what the admin was shown at its place; null for nothing. */
export type Approval = {
  readonly proposal: Proposal;
  readonly keyword: string;
  readonly account: string;
  readonly replaces: Mapping | null;
  /** What the admin says about it; blank for nothing. */
  readonly word: string;
};

/** Proposals for the list. */
export type ProposalsApi = {
  /** Sends a proposal; waits up to ten seconds where it is too early. */
  propose(draft: ProposalDraft): Promise<ProposeResult>;
  /** From now on the events `own-proposals` report the person's own proposals: now, and after each change. */
  followOwn(): Promise<void>;
  /** The same for the events `waiting-proposals`; for admins, as everything below. */
  followWaiting(): Promise<void>;
  /** The waiting proposals from place `from` to `to` (excluded). Rejects when the server refuses. */
  queue(from: number, to: number): Promise<QueuePage>;
  /** What approving would do; never null because it is asked again. */
  preview(keyword: string, account: string, line: string | null): Promise<ProposalPreview | null>;
  /** What approving several would do together; null when it is asked again meanwhile. */
  previewAll(mappings: readonly Pick<ProposedMapping, 'keyword' | 'account'>[]): Promise<Preview | null>;
  /** Makes the mappings and decides the proposals, in one update. The results are in the order of the approvals. */
  approve(approvals: readonly Approval[]): Promise<ApprovalResult>;
  reject(proposal: ProposalName, word: string): Promise<DecisionResult>;
};
