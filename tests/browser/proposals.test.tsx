import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { OwnProposal, OwnProposals, WaitingCount } from '#contract/proposals.ts';
import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import type { Proposal } from '#model/proposal.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { OwnProposalNews } from '#src/app/OwnProposalNews.tsx';
import { WaitingProposals } from '#src/app/Waiting.tsx';
import { ChartProvider } from '#src/chart/ChartProvider.tsx';
import { ProposeDialog } from '#src/features/proposals/ProposeDialog.tsx';
import { QueuePage } from '#src/features/proposals/QueuePage.tsx';
import { followChart } from '#src/services/chart.ts';
import type { ChartService, LedgerService } from '#src/services/ledger.ts';
import type { ProposalService } from '#src/services/proposals.ts';
import { extendPart } from '#src/services/workerLink.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { account, startMemoryLedger } from './support/startMemoryLedger.ts';
import { button, says } from './support/steps.ts';
import { TestRouter } from './support/TestRouter.tsx';

afterEach(() => localStorage.clear());

const PROPOSAL: Proposal = {
  uid: 'u2',
  id: 'p1' as EntryId,
  item: null,
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
  await ledger.chart.save(null, { code: '6700', name: 'Taxis', note: '', isRetired: false });
  await vi.waitUntil(() => followChart(ledger).get()?.byCode.has('6700'), { timeout: 10_000 });
  return ledger;
}

/** The ledger of somebody whose one proposal was approved, over a chart of accounts. */
function withApproval(account: ChartService['account']): LedgerService {
  const watchOwn = (report: (own: OwnProposals) => void) => {
    report({ kind: 'ready', proposals: [APPROVED] });
    return () => {};
  };
  return { proposals: { watchOwn }, chart: { account } } as unknown as LedgerService;
}

/** The dialog that proposes these mappings. */
function renderProposal(
  ledger: Pick<LedgerService, 'chart'> & { readonly proposals: Pick<ProposalService, 'propose'> },
  mappings: readonly Proposal[],
  onClose = () => {},
) {
  return renderInApp(
    <ChartProvider ledger={ledger}>
      <ProposeDialog mappings={mappings} proposals={ledger.proposals} onClose={onClose} />
    </ChartProvider>,
  );
}

function renderNews(ledger: LedgerService) {
  return renderInApp(
    <TestRouter>
      <OwnProposalNews uid="u2" ledger={ledger} />
    </TestRouter>,
  );
}

/** The queue of these proposals; each decision takes one away, as the server does. */
async function renderQueue(ledger: LedgerService, waiting: readonly Proposal[]) {
  let left = waiting;
  let report: (count: WaitingCount) => void = () => {};
  const decided: string[] = [];
  const decide = (how: string, ids: readonly EntryId[]) => {
    decided.push(`${how} ${ids.join(', ')}`);
    left = left.filter(({ id }) => !ids.includes(id));
    report({ kind: 'ready', waiting: left.length });
    return { kind: 'decided', batch: null } as const;
  };
  const proposals = extendPart<ProposalService, Partial<ProposalService>>(ledger.proposals, {
    watchWaiting(onCount) {
      report = onCount;
      onCount({ kind: 'ready', waiting: left.length });
      return () => {};
    },
    queue: async () => ({ proposals: left, from: 0, waiting: left.length }),
    approve: async (approvals) => {
      const result = decide(
        'approved',
        approvals.map(({ proposal }) => proposal.id),
      );
      return { kind: 'tried', results: approvals.map(() => result) };
    },
    reject: async ({ id }) => decide('rejected', [id]),
  });
  const screen = await renderInApp(
    <ChartProvider ledger={ledger}>
      <QueuePage account={account} ledger={{ ...ledger, proposals }} />
    </ChartProvider>,
  );
  const item = (keyword: string) => screen.getByRole('listitem', { name: new RegExp(`^${keyword}`) });
  return { screen, decided, item };
}

const several = (...keywords: readonly string[]): readonly Proposal[] =>
  keywords.map((keyword) => ({ ...PROPOSAL, id: keyword as EntryId, keyword }));

describe('the keys of the proposals', () => {
  it('go on working after a decision: the next proposal has the focus', async () => {
    const { screen, decided, item } = await renderQueue(
      await setup(),
      several('ONE TAXI', 'TWO TAXI', 'THREE TAXI'),
    );
    await expect.element(item('ONE TAXI').getByRole('button', { name: 'Approve' })).toBeEnabled();
    item('ONE TAXI').element().focus();
    await userEvent.keyboard('a');
    await expect.element(item('TWO TAXI')).toHaveFocus();
    await expect.element(item('TWO TAXI').getByRole('button', { name: 'Approve' })).toBeEnabled();
    await userEvent.keyboard('r');
    await userEvent.keyboard('too vague{Enter}');
    await expect.element(item('THREE TAXI')).toHaveFocus();
    await expect.element(item('THREE TAXI').getByRole('button', { name: 'Approve' })).toBeEnabled();
    await userEvent.keyboard('a');
    expect(decided).toEqual(['approved ONE TAXI', 'rejected TWO TAXI', 'approved THREE TAXI']);
    await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('heading', { name: 'Proposals' })).toHaveFocus();
  });

  it('as after a click', async () => {
    const { decided, item } = await renderQueue(await setup(), several('ONE TAXI', 'TWO TAXI'));
    await item('ONE TAXI').getByRole('button', { name: 'Approve' }).click();
    await expect.element(item('ONE TAXI')).not.toBeInTheDocument();
    await expect.element(item('TWO TAXI').getByRole('button', { name: 'Approve' })).toBeEnabled();
    await expect.element(item('TWO TAXI')).toHaveFocus();
    await userEvent.keyboard('a');
    expect(decided).toEqual(['approved ONE TAXI', 'approved TWO TAXI']);
  });
});

describe('several proposals that are ticked', () => {
  it('are approved at once, by keyboard, the own one left out', async () => {
    const [own, ...others] = several('OWN TAXI', 'ONE TAXI', 'TWO TAXI', 'THREE TAXI');
    const waiting = [{ ...(own as Proposal), uid: account.uid }, ...others];
    const { decided, item } = await renderQueue(await setup(), waiting);
    // Each has its effect in its own time; one without cannot be ticked yet.
    for (const keyword of ['ONE TAXI', 'TWO TAXI', 'THREE TAXI'])
      await expect.element(item(keyword).getByRole('checkbox')).toBeEnabled();
    await expect.element(item('OWN TAXI').getByRole('checkbox')).toBeDisabled();
    item('ONE TAXI').element().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(button(proposalMessages.approveSelected(3))).toBeEnabled();
    await userEvent.keyboard(' ');
    await expect.element(item('ONE TAXI').getByRole('checkbox')).not.toBeChecked();
    await expect.element(button(proposalMessages.approveSelected(2))).toBeEnabled();
    await says(userEvent.keyboard('{Control>}{Enter}{/Control}'), proposalMessages.approvedSeveral(2));
    expect(decided).toEqual(['approved TWO TAXI, THREE TAXI']);
    await expect.element(item('TWO TAXI')).not.toBeInTheDocument();
  });

  it('to the admin who approves it, by a tick or all the same where it is not in the chart', async () => {
    const waiting = [PROPOSAL, { ...PROPOSAL, id: 'p2' as EntryId, keyword: 'TWO TAXI', account: '9999' }];
    const { item } = await renderQueue(await setup(), waiting);
    await expect
      .element(item('TWO TAXI').getByText('It can be'))
      .toHaveTextContent('It can be approved all the same.');
    await item('QUIGLEY TAXI').getByRole('checkbox').click();
    await says(button(proposalMessages.approveSelected(1)).click(), 'Approved: “QUIGLEY TAXI” → 6700 Taxis.');
  });

  it('are not while their effect is unknown, nor from a field that somebody types in', async () => {
    const { decided, item } = await renderQueue(await setup(), several('ONE TAXI', 'TWO TAXI'));
    await expect.element(item('ONE TAXI').getByRole('checkbox')).toBeEnabled();
    await item('ONE TAXI').getByRole('checkbox').click();
    await item('TWO TAXI').getByRole('button', { name: 'Reject' }).click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}{Control>}a{/Control}');
    await expect.element(button(proposalMessages.approveSelected(1))).toBeVisible();
    expect(decided).toEqual([]);
  });
});

describe('a proposal that comes too early', () => {
  async function open(propose: ProposalService['propose'], onClose = () => {}) {
    const ledger = { ...(await setup()), proposals: { propose } };
    return renderProposal(ledger, several('ONE TAXI', 'TWO TAXI'), onClose);
  }

  it('says why it waits, where it does', async () => {
    let send = () => {};
    const sent = new Promise<{ kind: 'proposed' }>((resolve) => {
      send = () => resolve({ kind: 'proposed' });
    });
    const onClose = vi.fn();
    const screen = await open(() => sent, onClose);
    const status = screen.getByRole('dialog').getByRole('status').element();
    await button('Send proposal').click();
    expect(status.textContent).toBe('');
    await expect.element(screen.getByText(proposalMessages.waitsForTurn)).toBeVisible();
    send();
    await expect.poll(() => onClose.mock.calls).toEqual([[true]]);
  });

  it('says when it can be sent, and keeps what was typed', async () => {
    const screen = await open(async () => ({ kind: 'too-early', wait: 110_500 }));
    await screen.getByRole('textbox', { name: /^Note/ }).fill('as always');
    await says(button('Send proposal').click(), /^You can propose again in 2 minutes\./);
    await expect.element(screen.getByRole('textbox', { name: /^Note/ })).toHaveValue('as always');
  });
});

it('an account that is not in the chart can be proposed all the same', async () => {
  const screen = await renderProposal(await setup(), [{ ...PROPOSAL, account: '9999' }]);
  await expect.element(screen.getByText('It can be')).toHaveTextContent('It can be proposed all the same.');
});

describe('the number of waiting proposals', () => {
  async function countEndsWith(end: WaitingCount): Promise<readonly unknown[]> {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    let report: (count: WaitingCount) => void = () => {};
    const watchWaiting = (onCount: typeof report) => {
      report = onCount;
      onCount({ kind: 'ready', waiting: 3 });
      return () => {};
    };
    const ledger = { proposals: { watchWaiting } } as unknown as LedgerService;
    const screen = await renderInApp(<WaitingProposals id="n" ledger={ledger} />);
    await expect.element(screen.getByText('3', { exact: true })).toBeVisible();
    report(end);
    await expect.element(screen.getByText('3', { exact: true })).not.toBeInTheDocument();
    return logged.mock.calls;
  }

  it('goes without an error with the rights of the admin, whom the session tells', async () => {
    expect(await countEndsWith({ kind: 'refused', detail: 'permission_denied' })).toEqual([]);
  });

  it('goes with an error when the watch has broken', async () => {
    expect(await countEndsWith({ kind: 'failed', detail: 'too big' })).toHaveLength(1);
  });
});

it('a keyword of common words alone has a warning, in the queue and where it is proposed', async () => {
  const ledger = await setup();
  const queue = await renderQueue(ledger, [{ ...PROPOSAL, keyword: 'Direct Debit' }]);
  await expect.element(queue.screen.getByText(rowAccountMessages.commonWordsOnly)).toBeVisible();
  await queue.screen.unmount();
  const screen = await renderProposal(ledger, [PROPOSAL]);
  await expect.element(screen.getByText(rowAccountMessages.commonWordsOnly)).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'Keyword' }).fill('Direct Debit');
  await expect.element(screen.getByText(rowAccountMessages.commonWordsOnly)).toBeVisible();
});

describe('the account of an approved proposal is named', () => {
  it('to the person whose proposal it was, on any page', async () => {
    const ledger = await setup();
    const screen = await renderNews(withApproval((code) => ledger.chart.account(code)));
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
