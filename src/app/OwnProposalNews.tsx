import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { OwnProposal } from '#contract/proposals.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { useOwnProposals } from '../features/proposals/useOwnProposals.ts';
import type { LedgerService } from '../services/ledger.ts';
import { readNotificationState, recordDecisions } from '../services/proposalNotes.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';
import { useStatus } from '../ui/status/useStatus.ts';
import { isWithin } from './pages.ts';

/** Says on every page but that of the own proposals when some were decided since the last look, once. */
export function OwnProposalNews({ uid, ledger }: { uid: string; ledger: LedgerService }) {
  const isShown = isWithin('/proposals', useLocation().pathname);
  const own = useOwnProposals(ledger.proposals);
  const { show } = useStatus();
  const goTo = useNavigate();
  const navigate = useRef(goTo);
  navigate.current = goTo;
  useEffect(() => {
    if (own?.kind !== 'ready' || isShown) return;
    const { notifiedAt } = readNotificationState(uid);
    const news = own.proposals.filter(({ decided }) => decided !== null && decided.at > notifiedAt);
    if (news.length === 0) return;
    let isOver = false;
    const tell = async () => {
      const text = await newsText(news, ledger);
      if (isOver) return;
      recordDecisions(uid, news, 'notifiedAt');
      const run = () => navigate.current('/proposals');
      show(text, { action: { label: 'Show', run }, yieldsToErrors: true });
    };
    ignoreAfterExit(tell());
    return () => {
      isOver = true;
    };
  }, [uid, own, isShown, show, ledger]);
  return null;
}

async function newsText(news: readonly OwnProposal[], ledger: LedgerService): Promise<string> {
  const approved = news.filter(({ decided }) => decided?.approved !== null);
  const [first] = news;
  if (first?.decided && news.length === 1) {
    const { approved: mapping, word } = first.decided;
    return mapping === null
      ? proposalMessages.oneRejected(first.keyword, word ?? '')
      : proposalMessages.oneApproved(mapping.keyword, await nameOrCode(mapping.account, ledger));
  }
  return proposalMessages.decidedSince(approved.length, news.length - approved.length);
}

/** Without the name, a message is better than none. */
async function nameOrCode(code: string, ledger: LedgerService): Promise<string> {
  try {
    // Loaded when there are news to tell, not by each page.
    return await (await import('../services/chart.ts')).accountInWords(ledger, code);
  } catch (error) {
    console.warn('The name of the account was not looked up in the chart:', error);
    return code;
  }
}
