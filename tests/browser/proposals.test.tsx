import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OwnProposal, OwnProposals } from '#contract/proposals.ts';
import type { EntryId } from '#model/listVersion.ts';
import type { MappingKey } from '#model/mapping.ts';
import type { MappingProposal } from '#model/mappingProposal.ts';
import { rowAccountMessages } from '#model/rowAccountMessages.ts';
import { OwnProposalNews } from '#src/app/ProposalStatus.tsx';
import { ChartProvider } from '#src/chart/ChartProvider.tsx';
import { ProposeDialog } from '#src/features/proposals/ProposeDialog.tsx';
import { QueuePage } from '#src/features/proposals/QueuePage.tsx';
import { chartOf, followChart } from '#src/services/chart.ts';
import type { LedgerService } from '#src/services/ledger.ts';
import { type ProposalService, proposalsOf } from '#src/services/proposals.ts';
import { account, startMemoryLedger } from './support/memoryTable.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { TestRouter } from './support/TestRouter.tsx';

const ends: (() => void)[] = [];
afterEach(() => {
  localStorage.clear();
  for (const end of ends.splice(0)) end();
});

const PROPOSAL: MappingProposal = {
  uid: 'u2',
  id: 'p1' as EntryId,
  keyword: 'QUIGLEY TAXI',
  account: '6700',
  note: null,
  line: null,
  email: account.email,
  at: Date.now(),
  decided: null,
};

const APPROVED: OwnProposal = {
  ...PROPOSAL,
  stored: null,
  decided: {
    by: { uid: 'u3', email: account.email },
    at: Date.now(),
    word: null,
    approved: { key: 'QUIGLEY TAXI' as MappingKey, keyword: 'QUIGLEY TAXI', account: '6700', batch: null },
  },
};

async function setup(): Promise<LedgerService> {
  const { ledger } = startMemoryLedger();
  ends.push(() => ledger.stop());
  await chartOf(ledger).save(null, { code: '6700', name: 'Taxis', note: '', isRetired: false });
  await vi.waitUntil(() => followChart(ledger).get()?.byCode.has('6700'), { timeout: 10_000 });
  return ledger;
}

/** The ledger of somebody whose one proposal was approved, over a chart of accounts. */
function withApproval(askChart: LedgerService['askChart']): LedgerService {
  const watchOwn = async (report: (own: OwnProposals) => void) => {
    report({ kind: 'ready', proposals: [APPROVED] });
    return () => {};
  };
  const askProposals = (question: (proposals: { watchOwn: typeof watchOwn }) => Promise<unknown>) =>
    question({ watchOwn });
  return { askProposals, askChart } as unknown as LedgerService;
}

function renderNews(ledger: LedgerService) {
  return renderInApp(
    <TestRouter>
      <OwnProposalNews uid="u2" ledger={ledger} />
    </TestRouter>,
  );
}

/** The admins' service with one waiting proposal. */
function waiting(ledger: LedgerService, proposal: MappingProposal): ProposalService {
  return {
    ...proposalsOf(ledger),
    watchWaiting(onCount) {
      onCount({ kind: 'ready', waiting: 1 });
      return () => {};
    },
    queue: async () => ({ proposals: [proposal], from: 0, waiting: 1 }),
    approve: async () => ({ kind: 'decided', batch: null }),
  };
}

it('a keyword of common words alone has a warning, in the queue and where it is proposed', async () => {
  const ledger = await setup();
  const proposal = { ...PROPOSAL, keyword: 'Direct Debit' };
  const queue = await renderInApp(
    <ChartProvider ledger={ledger}>
      <QueuePage uid={account.uid} ledger={ledger} proposals={waiting(ledger, proposal)} />
    </ChartProvider>,
  );
  await expect.element(queue.getByText(rowAccountMessages.commonWordsOnly)).toBeVisible();
  await queue.unmount();
  const screen = await renderInApp(
    <ChartProvider ledger={ledger}>
      <ProposeDialog mapping={PROPOSAL} proposals={proposalsOf(ledger)} onClose={() => {}} />
    </ChartProvider>,
  );
  await expect.element(screen.getByText(rowAccountMessages.commonWordsOnly)).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'Keyword' }).fill('Direct Debit');
  await expect.element(screen.getByText(rowAccountMessages.commonWordsOnly)).toBeVisible();
});

describe('the account of an approved proposal is named', () => {
  it('to the admin who approves it', async () => {
    const ledger = await setup();
    const screen = await renderInApp(
      <ChartProvider ledger={ledger}>
        <QueuePage uid={account.uid} ledger={ledger} proposals={waiting(ledger, PROPOSAL)} />
      </ChartProvider>,
    );
    await screen.getByRole('button', { name: /^Approve/ }).click();
    await expect.element(screen.getByText('Approved: “QUIGLEY TAXI” → 6700 Taxis.')).toBeVisible();
  });

  it('to the person whose proposal it was, on any page', async () => {
    const ledger = await setup();
    const screen = await renderNews(withApproval((question) => ledger.askChart(question)));
    await expect
      .element(screen.getByText('Your proposal was approved: “QUIGLEY TAXI” → 6700 Taxis.'))
      .toBeVisible();
  });

  it('by its code alone where the chart cannot be read', async () => {
    const screen = await renderNews(withApproval(() => Promise.reject(new Error('as the test asked'))));
    await expect
      .element(screen.getByText('Your proposal was approved: “QUIGLEY TAXI” → 6700.'))
      .toBeVisible();
  });
});
