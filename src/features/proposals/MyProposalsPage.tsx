import { Alert, Badge, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OwnProposal } from '#contract/proposals.ts';
import type { Author } from '#model/log/author.ts';
import { proposalKey } from '#model/proposal.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import type { Account } from '#model/user.ts';
import { AccountName } from '../../chart/AccountName.tsx';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { usePersonName } from '../../people/PersonName.tsx';
import type { LedgerService } from '../../services/ledger.ts';
import { readNotificationState, recordDecisions } from '../../services/proposalNotes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loading } from '../../ui/Loading.tsx';
import layout from '../../ui/layout.module.css';
import { momentOf } from '../../ui/moment.ts';
import { useOwnProposals } from './useOwnProposals.ts';

type Props = { account: Pick<Account, 'uid'>; ledger: Pick<LedgerService, 'proposals'> };

/** What one has proposed, and what became of each. */
export function MyProposalsPage({ account: { uid }, ledger }: Props) {
  const own = useOwnProposals(ledger.proposals);
  // What was decided since the last look is marked as long as this one lasts.
  const [lastLook] = useState(() => readNotificationState(uid).seenAt);
  useEffect(() => {
    if (own?.kind === 'ready') recordDecisions(uid, own.proposals, 'seenAt');
  }, [uid, own]);
  return (
    <Stack gap="xs">
      <Title order={1}>My proposals</Title>
      {own === null && <Loading />}
      {own?.kind === 'failed' && <Alert color="red">{proposalMessages.ownFailed(own.detail)}</Alert>}
      {own?.kind === 'ready' && own.proposals.length === 0 && <Empty>{proposalMessages.ownEmpty}</Empty>}
      {own?.kind === 'ready' && own.proposals.length > 0 && (
        <ul className={layout['stack']} aria-label="My proposals">
          {own.proposals.map((proposal) => (
            <Stack key={proposalKey(proposal)} component="li" gap={4} className={layout['section'] ?? ''}>
              <Own proposal={proposal} isNew={(proposal.decided?.at ?? 0) > lastLook} />
            </Stack>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Own({ proposal, isNew }: { proposal: OwnProposal; isNew: boolean }) {
  const { keyword, account, note, line, at, decided } = proposal;
  const nameOf = usePersonName();
  const sentences = listSentences(proposal, useAccountWords());
  return (
    <>
      <div className={layout['cluster']}>
        <span className={layout['strong']}>
          {keyword} → {account}
          <AccountName code={account} />
        </span>
        <span className={layout['dense']}>
          <StateIcon proposal={proposal} /> {stateText(proposal, nameOf)}
        </span>
        {isNew && <Badge>New</Badge>}
      </div>
      <Text c="dimmed">
        Proposed {momentOf(at)}
        {decided && ` · decided ${momentOf(decided.at)}`}
      </Text>
      {line !== null && <p className={layout['dense']}>Line: {line}</p>}
      {note !== null && <p className={layout['dense']}>Note: {note}</p>}
      {decided?.word && <p className={layout['dense']}>“{decided.word}”</p>}
      {sentences.map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </>
  );
}

function StateIcon({ proposal: { decided } }: { proposal: OwnProposal }) {
  if (decided === null) return null;
  return <Icon name={decided.approved === null ? 'close' : 'check'} size={13} />;
}

function stateText({ decided }: OwnProposal, nameOf: (author: Author) => string): string {
  if (decided === null) return proposalMessages.waits;
  const who = nameOf(decided.by);
  return decided.approved === null ? proposalMessages.rejectedBy(who) : proposalMessages.approvedBy(who);
}

/** What else there is to know: how it was approved, and what the list has for it now. */
function listSentences(
  { keyword, account, decided, stored }: OwnProposal,
  words: (code: string) => string,
): string[] {
  const approved = decided?.approved ?? null;
  if (approved === null)
    return stored === null ? [] : [proposalMessages.listHasItAlready(words(stored.glAccount))];
  const sentences: string[] = [];
  if (approved.keyword !== keyword || approved.account !== account)
    sentences.push(proposalMessages.approvedAs(approved.keyword, words(approved.account)));
  if (stored === null) sentences.push(proposalMessages.listHasItNoMore);
  else if (stored.glAccount !== approved.account)
    sentences.push(proposalMessages.listSaysOtherwise(words(stored.glAccount)));
  return sentences;
}
