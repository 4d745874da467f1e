import type { ChangedText, KeepReason } from '../consolidation.ts';
import { counted, grouped } from './figures.ts';
import { named } from './messages.ts';

/** What the report of an analysis says, what an approval has done, and that the list has outrun the report. */
export const analysisMessages = {
  consolidationOutdated: (description: string) =>
    `Failed to apply: someone has changed “${description}” since the analysis. Analyze again.`,
  listChangedSince: (n: number) =>
    `${counted(n, 'mapping')} ${n === 1 ? 'has' : 'have'} changed since the analysis. What that affects cannot be approved before another one.`,
  storedListChanged:
    'The stored list has changed since the analysis: conflicts and effects may be others now.',

  consolidations: (n: number) =>
    `${counted(n, 'proposal')}: one keyword in place of several mappings of an account.`,
  /** Of all consolidations that change no known text together. */
  safeOnes: (removed: number, keywords: number, left: number) =>
    `${keywords === 0 ? 'None is unambiguous and leaves all known texts their account' : `The unambiguous ones: ${becoming(removed, keywords)}`}.${left === 0 ? '' : ` ${grouped(left)} to decide one by one.`}`,
  /** `replaced`: texts of mappings that decisions have replaced by keywords. */
  ambiguous: (mappings: number, replaced: number, accounts: number) => {
    const parts = [
      ...(mappings > 0 ? [counted(mappings, 'mapping')] : []),
      ...(replaced > 0 ? [counted(replaced, 'replaced text')] : []),
    ];
    return `Ambiguous: also in ${parts.join(' and ')} of ${accounts === 1 ? 'another account' : `${grouped(accounts)} other accounts`}`;
  },
  othersStay: 'Mappings of an account that is not chosen stay as they are.',
  /** Of one choice. */
  becomes: (removed: number) => becoming(removed, 1),
  replacesNothing: 'Replaces no mapping',
  noOriginals: (glAccount: string) => `no mapping of account ${glAccount} contains it`,
  kept: (reason: KeepReason, n: number) => `${grouped(n)} ${n === 1 ? 'stays' : 'stay'}: ${WHY_KEPT[reason]}`,
  noTextChanges: 'No known text changes its account.',
  textsChange: (n: number) =>
    counted(n, 'known text changes its account:', 'known texts change their account:'),
  changedText: ({ description, from, to }: ChangedText) =>
    `${named(description)}: ${from ?? 'no account'} → ${to ?? 'no account'}`,
  moreTexts: (n: number) => `and ${grouped(n)} more`,

  /** What an approval has done; `withdrawn`: other consolidations that went with it. */
  replaced: (removed: number, keyword: string, glAccount: string, withdrawn: number) =>
    `${removed === 0 ? 'No mapping was replaced by' : `${counted(removed, 'mapping')} became`} ${named(keyword)} → ${glAccount}.${withdrawn === 0 ? '' : ` ${counted(withdrawn, 'other proposal does', 'other proposals do')} not apply any more.`}`,
  approvalGone: 'The report was out of date; nothing was approved. Analyze again.',
  approvedInPart: 'A part was stored before it failed. Undo it, or analyze again.',
  consolidated: (removed: number, keywords: number, left: number) =>
    `${keywords === 0 ? 'Nothing was replaced' : becoming(removed, keywords, 'became')}.${left === 0 ? '' : ` ${counted(left, 'proposal is', 'proposals are')} left to decide.`}`,
  noneLeft: 'No proposals left.',
} as const;

const WHY_KEPT: Readonly<Record<KeepReason, string>> = {
  overruled: 'another spelling of the keyword has another account, and the classifier goes by that one',
  rival: 'a keyword of another account is in the text and wins over this one',
  spelling: 'the classifier does not find the keyword in the spelling',
  keyword: 'the mapping is itself a proposed keyword',
};

/** `26 mappings become 2 keywords` */
function becoming(removed: number, keywords: number, verb?: string): string {
  const words = counted(keywords, 'keyword');
  return `${counted(removed, 'mapping')} ${verb ?? (removed === 1 ? 'becomes' : 'become')} ${words}`;
}
