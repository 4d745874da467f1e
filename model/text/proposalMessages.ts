import { counted, grouped } from './figures.ts';
import { named } from './messages.ts';

/** What is said about proposals for the list, to those who make them and to those who decide. */
export const proposalMessages = {
  propose: 'Propose to the admins',
  proposed: (keyword: string, account: string) =>
    `Proposed ${named(keyword)} → ${account}. An admin decides; My proposals says what became of it.`,
  proposedSeveral: (n: number) =>
    `Proposed ${counted(n, 'mapping')}. An admin decides on each; My proposals says what became of them.`,
  tooEarly: (wait: number) =>
    `You can propose again in ${duration(wait)}. Nothing was sent; your text is still here.`,
  proposeFailed: (detail: string) =>
    `Failed to send the proposal: ${detail} Your text is still here; try again.`,
  waitsForTurn: 'One mapping can be proposed every ten seconds; this is sent as soon as it may be.',
  whatHappens: (n: number) =>
    `An admin sees ${n === 1 ? 'it' : 'each'} with the lines it concerns, and approves or rejects it. Until then nothing changes.`,

  ownEmpty:
    'You have proposed nothing yet. Choose an account for a line without a match on the Classifier screen, then Propose to the admins.',
  ownFailed: (detail: string) => `Failed to read your proposals: ${detail}`,
  waits: 'Waits for a decision',
  approvedBy: (who: string) => `Approved by ${who}`,
  rejectedBy: (who: string) => `Rejected by ${who}`,
  approvedAs: (keyword: string, account: string) => `Approved as ${named(keyword)} → ${account}.`,
  listSaysOtherwise: (account: string) => `The list has been changed since: it has account ${account} now.`,
  listHasItNoMore: 'The list has been changed since: the mapping is gone.',
  listHasItAlready: (account: string) => `The list has this keyword by now, with account ${account}.`,
  decidedSince: (approved: number, rejected: number) =>
    `${counted(approved + rejected, 'proposal')} of yours ${approved + rejected === 1 ? 'was' : 'were'} decided: ${[
      ...(approved > 0 ? [`${grouped(approved)} approved`] : []),
      ...(rejected > 0 ? [`${grouped(rejected)} rejected`] : []),
    ].join(', ')}.`,
  oneApproved: (keyword: string, account: string) =>
    `Your proposal was approved: ${named(keyword)} → ${account}.`,
  oneRejected: (keyword: string, word: string) => `Your proposal ${named(keyword)} was rejected: ${word}`,

  waiting: (n: number) => `${counted(n, 'proposal')} waiting`,
  queueEmpty: 'No proposals wait for a decision.',
  queueFailed: (detail: string) => `Failed to read the proposals: ${detail}`,
  exampleGetsIt: (before: string, after: string) => `The example line goes from ${before} to ${after}.`,
  exampleStays: (before: string) => `The example line stays as it is: ${before}.`,
  listHasIt: 'The list says exactly this already. Approving changes nothing.',
  variant: (description: string, account: string) =>
    `The list has the same keyword in another spelling: ${named(description)}, with account ${account}.`,
  ownCannotBeDecided:
    'This is your own proposal. Another admin decides it; you can add the mapping yourself on the Mappings section.',
  tick: (keyword: string) => `Tick ${keyword}`,
  approveSelected: (n: number) => `Approve all ticked (${grouped(n)})`,
  approvedSeveral: (n: number) => `Approved ${counted(n, 'proposal')}.`,
  approved: (keyword: string, account: string) => `Approved: ${named(keyword)} → ${account}.`,
  rejected: (keyword: string) => `Rejected ${named(keyword)}.`,
  wordMissing: 'Say a word about why: the proposer reads it.',
  changedMeanwhile: (keyword: string) =>
    `Failed to approve: someone has changed ${named(keyword)} in the list meanwhile. Look at it again.`,
  decidedBefore: (keyword: string, who: string, isApproved: boolean) =>
    `${named(keyword)} was decided by ${who} meanwhile: ${isApproved ? 'approved' : 'rejected'}.`,
  decisionFailed: (keyword: string, detail: string) => `Failed to decide ${named(keyword)}: ${detail}`,
  undone: 'Undone: the list is as it was before. What was decided stays decided.',
  keys: 'Keys in the list: arrows for the next one, A approve, E edit, R reject, Space tick. Ctrl+A ticks all shown, Ctrl+Enter approves all ticked.',
  whereFrom: 'Users propose mappings from the lines that have no match on their Classifier screen.',
} as const;

/** `2 minutes`, `40 seconds`: rounded up. */
function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}
