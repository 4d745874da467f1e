import { useEffect, useRef } from 'react';
import type { OwnProposal } from '#contract/proposals.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { readNotificationState, recordDecisions } from '../../services/proposalNotes.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useOwnProposals } from './useOwnProposals.ts';

type Props = {
  uid: string;
  proposals: Pick<ProposalService, 'watchOwn'>;
  /** Whether the proposals are on the page, so that nothing needs to be said. */
  isShown: boolean;
  onShow: () => void;
  /** Gives an account in words. Rejects where the chart of accounts cannot be read. */
  nameAccount: (code: string) => Promise<string>;
};

/** Says when own proposals were decided since the last look, once. */
export function ProposalNews({ uid, proposals, isShown, onShow, nameAccount }: Props) {
  const own = useOwnProposals(proposals);
  const { show } = useStatus();
  const showPage = useRef(onShow);
  showPage.current = onShow;
  useEffect(() => {
    if (own?.kind !== 'ready' || isShown) return;
    const { notifiedAt } = readNotificationState(uid);
    const news = own.proposals.filter(({ decided }) => decided !== null && decided.at > notifiedAt);
    if (news.length === 0) return;
    let isOver = false;
    const tell = async () => {
      const text = await newsText(news, nameAccount);
      if (isOver) return;
      recordDecisions(uid, news, 'notifiedAt');
      show(text, { action: { label: 'Show', run: () => showPage.current() }, yieldsToErrors: true });
    };
    dropAtEnd(tell());
    return () => {
      isOver = true;
    };
  }, [uid, own, isShown, show, nameAccount]);
  return null;
}

async function newsText(news: readonly OwnProposal[], nameAccount: Props['nameAccount']): Promise<string> {
  const approved = news.filter(({ decided }) => decided?.approved !== null);
  const [first] = news;
  if (first?.decided && news.length === 1) {
    const { approved: mapping, word } = first.decided;
    return mapping === null
      ? proposalMessages.oneRejected(first.keyword, word ?? '')
      : proposalMessages.oneApproved(mapping.keyword, await nameOrCode(mapping.account, nameAccount));
  }
  return proposalMessages.decidedSince(approved.length, news.length - approved.length);
}

/** Without the name, a message is better than none. */
async function nameOrCode(code: string, nameAccount: Props['nameAccount']): Promise<string> {
  try {
    return await nameAccount(code);
  } catch (error) {
    console.warn('The name of the account was not looked up in the chart:', error);
    return code;
  }
}
