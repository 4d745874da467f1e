import { useEffect, useRef } from 'react';
import type { OwnProposal } from '#contract/proposals.ts';
import { proposalMessages } from '#model/proposalMessages.ts';
import { noteDecisions, readNoted } from '../../services/proposalNotes.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useOwnProposals } from './useOwnProposals.ts';

type Props = {
  uid: string;
  proposals: Pick<ProposalService, 'watchOwn'>;
  /** Whether the proposals are on the page, so that nothing needs to be said. */
  isShown: boolean;
  onShow: () => void;
};

/** Says when own proposals were decided since the last look, once. */
export function ProposalNews({ uid, proposals, isShown, onShow }: Props) {
  const own = useOwnProposals(proposals);
  const { show } = useStatus();
  const showPage = useRef(onShow);
  showPage.current = onShow;
  useEffect(() => {
    if (own?.kind !== 'ready' || isShown) return;
    const { told } = readNoted(uid);
    const news = own.proposals.filter(({ decided }) => decided !== null && decided.at > told);
    if (news.length === 0) return;
    noteDecisions(uid, news, 'told');
    show(newsText(news), { action: { label: 'Show', run: () => showPage.current() }, yieldsToErrors: true });
  }, [uid, own, isShown, show]);
  return null;
}

function newsText(news: readonly OwnProposal[]): string {
  const approved = news.filter(({ decided }) => decided?.approved !== null);
  const [first] = news;
  if (first?.decided && news.length === 1) {
    const { approved: mapping, word } = first.decided;
    return mapping === null
      ? proposalMessages.oneRejected(first.keyword, word ?? '')
      : proposalMessages.oneApproved(mapping.keyword, mapping.account);
  }
  return proposalMessages.decidedSince(approved.length, news.length - approved.length);
}
