import { describe, expect, it, vi } from 'vitest';
import type { LedgerEvent } from '#contract/ledger.ts';
import type { Approval } from '#contract/proposals.ts';
import { normaliseEmail } from '#model/email.ts';
import { readHistoryEntry } from '#model/history.ts';
import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import {
  decisionUpdate,
  type Proposal,
  type ProposalDraft,
  type ProposedMapping,
  proposalUpdate,
  readProposal,
} from '#model/proposal.ts';
import type { LedgerDatabase } from '#workers/ledger/database.ts';
import { createProposalsApi } from '#workers/ledger/proposals/proposalsApi.ts';
import { settled } from '../support/fakeTiming.ts';
import { ACCOUNT, EMAIL, setupLedger } from '../support/ledgerSetup.ts';
import { MEMORY_TIME } from '../support/memoryDatabase.ts';
import { NO_PREVIEW, previewerOptions } from '../support/previewerOptions.ts';

const UBER: ProposedMapping = { keyword: 'UBER TRIP', account: '6400', line: null };
const one = (mapping: Partial<ProposedMapping> = {}): ProposalDraft => ({
  mappings: [{ ...UBER, ...mapping }],
  note: null,
});
const several = (...keywords: readonly string[]): ProposalDraft => ({
  mappings: keywords.map((keyword) => ({ ...UBER, keyword })),
  note: 'as agreed',
});
const MINE = `gl_proposals/${ACCOUNT.uid}`;
const BEN = { uid: 'uid-ben', email: normaliseEmail('ben@example.com') };

/** What the accounts would have where so many rows without a match get 6400. */
const accountsOf = (unmatched: number, gained: number) => {
  const line = (kind: string, account: string, now: number, after: number) => ({
    ...{ kind, account, currency: '' },
    now: { lines: now, sum: null },
    after: { lines: after, sum: null },
  });
  return [line('no-match', 'No Match', unmatched, unmatched - gained), line('account', '6400', 0, gained)];
};

/** Lines without a match that get 6400. */
const examplesOf = (...texts: readonly string[]) => texts.map((text) => ({ text, from: null, to: '6400' }));

async function setup() {
  const ledger = await setupLedger();
  const { database, timing } = ledger;
  const events: LedgerEvent[] = [];
  const optionsWith = (its: LedgerDatabase) => ({
    database: its,
    ...previewerOptions(ledger.ledger, timing),
    list: ledger.ledger.list,
    timing,
    account: ACCOUNT,
    emit: (event: LedgerEvent) => void events.push(event),
  });
  const api = createProposalsApi(optionsWith(database));
  return {
    ...ledger,
    api,
    optionsWith,
    /** Approves one, and says what became of it. */
    async approve(approval: Approval) {
      const tried = await api.approve([approval]);
      return tried.kind === 'tried' ? tried.results[0] : tried;
    },
    /** What the page was sent of the person's own proposals, and of those that wait. */
    seen: () => events.flatMap((event) => (event.kind === 'own-proposals' ? [event.own] : [])),
    counts: () => events.flatMap((event) => (event.kind === 'waiting-proposals' ? [event.waiting] : [])),
    /** Somebody else proposes. */
    proposedByBen(id: string, mapping: Partial<ProposedMapping> = {}, note: string | null = null): Proposal {
      const name = { uid: BEN.uid, id: id as EntryId, item: null };
      database.writePastRules(proposalUpdate(name, BEN.email, { ...one(mapping), note }));
      return { ...name, ...UBER, ...mapping, note, email: BEN.email, at: MEMORY_TIME, decided: null };
    },
    /** Several at once. */
    severalByBen(...keywords: readonly string[]): readonly Proposal[] {
      const name = { uid: BEN.uid, id: 'm1' as EntryId };
      database.writePastRules(proposalUpdate(name, BEN.email, several(...keywords)));
      return readProposal(name, database.stored('gl_proposals/uid-ben/m1'));
    },
    decidedElsewhere(id: string, item: string | null = null): void {
      const by = { uid: 'uid-eve', email: 'eve@example.com' };
      const name = { uid: BEN.uid, id: id as EntryId, item };
      database.writePastRules(decisionUpdate(name, { by, word: 'too vague', approved: null }));
    },
    stored: (key: string) => database.stored(`gl_mappings/${key}`),
    /** Ids and contents of the own proposals. */
    own: () => Object.entries(database.stored(MINE) as object),
    historyEntry() {
      const { id } = database.stored('gl_mappings_version') as { id: string };
      return readHistoryEntry(id, database.stored(`gl_mappings_history/${id}`));
    },
  };
}

const approvalOf = (proposal: Proposal): Approval => ({
  proposal,
  keyword: proposal.keyword,
  account: proposal.account,
  replaces: null,
  word: '',
});

describe('proposing', () => {
  it('stores the texts without white space around them, the mark that it waits, and the time', async () => {
    const { api, database, own } = await setup();
    const mappings = [{ keyword: ' UBER TRIP ', account: ' 6400 ', line: 'UBER 1' }];
    expect(await api.propose({ mappings, note: '  ' })).toEqual({ kind: 'proposed' });
    const [[id, proposal] = []] = own();
    expect(proposal).toEqual({ ...UBER, line: 'UBER 1', email: EMAIL, at: MEMORY_TIME });
    expect(database.stored(`gl_proposals_waiting/${ACCOUNT.uid}/${id}`)).toBe(MEMORY_TIME);
    expect(database.stored(`gl_proposal_limit/${ACCOUNT.uid}`)).toEqual({ last: id, at: MEMORY_TIME });
  });

  it('sends the next one ten seconds later', async () => {
    const { api, timing, own } = await setup();
    await api.propose(one());
    const second = api.propose(one({ keyword: 'BOLT RIDE' }));
    await timing.advance(9_999);
    expect(own()).toHaveLength(1);
    await timing.advance(1);
    expect(await second).toEqual({ kind: 'proposed' });
    expect(own()).toHaveLength(2);
  });

  it('stores several as items, each with its mark', async () => {
    const { api, database, own } = await setup();
    expect(await api.propose(several('UBER TRIP', 'BOLT RIDE'))).toEqual({ kind: 'proposed' });
    const [[id, proposal] = []] = own();
    const item = (keyword: string) => ({ keyword, account: '6400' });
    const items = { '00': item('UBER TRIP'), '01': item('BOLT RIDE') };
    expect(proposal).toEqual({ items, count: 2, note: 'as agreed', email: EMAIL, at: MEMORY_TIME });
    const marks = { '00': MEMORY_TIME, '01': MEMORY_TIME };
    expect(database.stored(`gl_proposals_waiting/${ACCOUNT.uid}/${id}`)).toEqual(marks);
  });

  it('says when the next can be after several, and sends nothing before', async () => {
    const { api, timing, own } = await setup();
    await api.propose(several('ONE CAB', 'TWO CABS', 'THREE CABS'));
    await timing.advance(5_000);
    expect(await api.propose(one())).toEqual({ kind: 'too-early', wait: 25_000 });
    expect(own()).toHaveLength(1);
    await timing.advance(15_000);
    const next = api.propose(one());
    await timing.advance(10_000);
    expect(await next).toEqual({ kind: 'proposed' });
  });

  it('says so in another tab, too, by the last that is stored', async () => {
    const { api, optionsWith, database, timing } = await setup();
    await api.propose(several('ONE CAB', 'TWO CABS', 'THREE CABS'));
    database.refuse = true;
    const sent = createProposalsApi(optionsWith(database)).propose(one());
    await timing.advance(0);
    expect(await sent).toMatchObject({ kind: 'too-early' });
  });

  it('is done once where the answer was lost', async () => {
    const { api, database, own } = await setup();
    database.loseAnswer(() => {});
    expect(await api.propose(one())).toEqual({ kind: 'proposed' });
    expect(own()).toHaveLength(1);
  });

  it('is refused for a keyword that cannot be stored', async () => {
    const { api, database } = await setup();
    const sent = await api.propose(one({ keyword: 'constructor' }));
    expect(sent).toEqual({ kind: 'unstorable', keyword: 'constructor', problem: 'reserved-key' });
    expect(database.stored('gl_proposals')).toBeNull();
  });

  it('fails with the reason where the server refuses twice', async () => {
    const { api, database, timing } = await setup();
    database.refuse = true;
    const sent = api.propose(one());
    await timing.advance(10_000);
    expect(await sent).toMatchObject({ kind: 'failed', detail: expect.stringContaining('DENIED') });
  });

  it('is followed: what became of it, and what the list has for its keyword', async () => {
    const { api, database, seen, elsewhere, own } = await setup();
    await api.followOwn();
    expect(seen().at(-1)).toEqual({ kind: 'ready', proposals: [] });
    await api.propose(one());
    expect(seen().at(-1)).toMatchObject({ proposals: [{ ...UBER, decided: null, stored: null }] });

    await elsewhere({ 'UBER TRIP': '6410' });
    expect(seen().at(-1)).toMatchObject({ proposals: [{ stored: { glAccount: '6410' } }] });

    const [[id = ''] = []] = own();
    const name = { uid: ACCOUNT.uid, id: id as EntryId, item: null };
    database.writePastRules(decisionUpdate(name, { by: BEN, word: 'no', approved: null }));
    const decided = { word: 'no', approved: null, by: BEN };
    expect(seen().at(-1)).toMatchObject({ proposals: [{ decided }] });
  });
});

describe('the queue', () => {
  it('counts those that wait, and has their contents page by page, the oldest first', async () => {
    const { api, proposedByBen, decidedElsewhere, database, counts } = await setup();
    await api.followWaiting();
    expect(counts()).toEqual([{ kind: 'ready', waiting: 0 }]);
    const [b, a] = [proposedByBen('b'), proposedByBen('a', { keyword: 'BOLT RIDE', line: 'BOLT RIDE 7' })];
    expect(counts().at(-1)).toEqual({ kind: 'ready', waiting: 2 });
    expect(await api.queue(0, 1)).toEqual({ proposals: [a], from: 0, waiting: 2 });
    expect(await api.queue(1, 2)).toEqual({ proposals: [b], from: 1, waiting: 2 });
    decidedElsewhere('a');
    expect(counts().at(-1)).toEqual({ kind: 'ready', waiting: 1 });
    expect(await api.queue(1, 2)).toEqual({ proposals: [b], from: 0, waiting: 1 });
    expect(database.reads.filter((path) => path === 'gl_proposals/uid-ben/b')).toHaveLength(1);
  });

  it('lists the items of a proposal in their order, and reads them once', async () => {
    const { api, severalByBen, decidedElsewhere, database, counts } = await setup();
    await api.followWaiting();
    const proposals = severalByBen(...Array.from({ length: 12 }, (_, i) => `CAB ${i}`));
    const last = proposals.slice(9).map(({ item, keyword }) => `${item} ${keyword}`);
    expect(last).toEqual(['09 CAB 9', '10 CAB 10', '11 CAB 11']);
    expect(counts().at(-1)).toEqual({ kind: 'ready', waiting: 12 });
    expect(await api.queue(0, 20)).toEqual({ proposals, from: 0, waiting: 12 });
    for (let i = 0; i < 10; i++) decidedElsewhere('m1', `0${i}`);
    expect((await api.queue(0, 20)).proposals).toEqual(proposals.slice(10));
    expect(database.reads.filter((path) => path === 'gl_proposals/uid-ben/m1')).toHaveLength(1);
  });

  it.each(['refused', 'broken'] as const)('says whether the rules have ended its watch: %s', async (kind) => {
    const { database, optionsWith, counts } = await setup();
    const watchValue: LedgerDatabase['watchValue'] = (_path, _onValue, onFailure) => {
      onFailure({ kind, detail: 'permission_denied' });
      return () => {};
    };
    const api = createProposalsApi(optionsWith({ ...database, watchValue }));
    await api.followWaiting();
    const as = kind === 'refused' ? 'refused' : 'failed';
    expect(counts()).toEqual([{ kind: as, detail: 'permission_denied' }]);
  });
});

describe('approving', () => {
  it('makes the mapping and the decision in one update, which names the proposer', async () => {
    const { approve, proposedByBen, stored, historyEntry, database } = await setup();
    const proposal = proposedByBen('p1', {}, 'as agreed');
    const before = database.updates.length;
    const result = await approve({ ...approvalOf(proposal), word: ' Thanks ' });
    expect(result).toEqual({ kind: 'decided', batch: historyEntry()?.batch });
    expect(database.updates).toHaveLength(before + 1);
    expect(stored('UBER TRIP')).toEqual({ description: 'UBER TRIP', glAccount: '6400' });
    const expected = { kind: 'proposal', note: 'Proposed by ben@example.com: UBER TRIP: 6400. as agreed' };
    expect(historyEntry()).toMatchObject(expected);
    expect(database.stored('gl_proposals/uid-ben/p1/decided')).toEqual({
      decision: 'approved',
      by: ACCOUNT,
      at: MEMORY_TIME,
      word: 'Thanks',
      mapping: { key: 'UBER TRIP', keyword: 'UBER TRIP', account: '6400', batch: historyEntry()?.batch },
    });
    expect(database.stored('gl_proposals_waiting')).toBeNull();
  });

  it('takes the mapping as the admin has edited it', async () => {
    const { approve, proposedByBen, stored, database } = await setup();
    const proposal = proposedByBen('p1');
    await approve({ ...approvalOf(proposal), keyword: ' UBER ', account: ' 6500' });
    expect(stored('UBER')).toEqual({ description: 'UBER', glAccount: '6500' });
    const mapping = { keyword: 'UBER', account: '6500' };
    expect(database.stored('gl_proposals/uid-ben/p1/decided/mapping')).toMatchObject(mapping);
  });

  it('replaces what the admin was shown in its place, and nothing else', async () => {
    const { approve, proposedByBen, stored } = await setup();
    const proposal = proposedByBen('p1', { keyword: 'TESCO STORES' });
    const there = { key: 'TESCO STORES' as MappingKey, description: 'TESCO STORES', glAccount: '6100' };
    expect(await approve(approvalOf(proposal))).toEqual({ kind: 'changed', stored: there });
    expect(stored('TESCO STORES')).toMatchObject({ glAccount: '6100' });
    const result = await approve({ ...approvalOf(proposal), replaces: there });
    expect(result).toMatchObject({ kind: 'decided' });
    expect(stored('TESCO STORES')).toMatchObject({ glAccount: '6400' });
  });

  it('only decides where the list has the mapping already', async () => {
    const { approve, proposedByBen, database } = await setup();
    const proposal = proposedByBen('p1', { keyword: 'TESCO STORES', account: '6100' });
    expect(await approve(approvalOf(proposal))).toEqual({ kind: 'decided', batch: null });
    expect(database.stored('gl_mappings_version')).toBeNull();
    expect(database.stored('gl_proposals/uid-ben/p1/decided/decision')).toBe('approved');
  });

  it('is done once where the answer was lost', async () => {
    const { approve, proposedByBen, historyEntry, database } = await setup();
    const proposal = proposedByBen('p1');
    database.loseAnswer(() => {});
    const result = await approve(approvalOf(proposal));
    expect(result).toEqual({ kind: 'decided', batch: historyEntry()?.batch });
    expect(historyEntry()?.seq).toBe(1);
  });

  it('leaves the list alone where somebody else has decided meanwhile', async () => {
    const { approve, proposedByBen, decidedElsewhere, stored } = await setup();
    const proposal = proposedByBen('p1');
    decidedElsewhere('p1');
    const decision = { word: 'too vague', approved: null };
    expect(await approve(approvalOf(proposal))).toMatchObject({ kind: 'decided-before', decision });
    expect(stored('UBER TRIP')).toBeNull();
  });

  it('is refused for a keyword that cannot be stored', async () => {
    const { approve, proposedByBen } = await setup();
    const proposal = proposedByBen('p1');
    const result = await approve({ ...approvalOf(proposal), keyword: ' ' });
    expect(result).toEqual({ kind: 'unstorable', problem: 'empty-key' });
  });
});

describe('approving several', () => {
  it('makes one entry of the history and all decisions in one update', async () => {
    const { api, severalByBen, proposedByBen, stored, historyEntry, database } = await setup();
    const proposals = [...severalByBen('UBER TRIP', 'BOLT RIDE'), proposedByBen('p1', { keyword: 'LYFT' })];
    const before = database.updates.length;
    const tried = await api.approve(proposals.map(approvalOf));
    const batch = historyEntry()?.batch;
    const decided = { kind: 'decided', batch };
    expect(tried).toEqual({ kind: 'tried', results: [decided, decided, decided] });
    expect(database.updates).toHaveLength(before + 1);
    expect(historyEntry()).toMatchObject({ kind: 'proposal', set: 3, note: 'Proposed by ben@example.com' });
    expect(stored('BOLT RIDE')).toEqual({ description: 'BOLT RIDE', glAccount: '6400' });
    const expected = { decision: 'approved', mapping: { key: 'BOLT RIDE', batch } };
    expect(database.stored('gl_proposals/uid-ben/m1/decided:01')).toMatchObject(expected);
    expect(database.stored('gl_proposals_waiting')).toBeNull();
  });

  it('leaves out what was decided, changed or cannot be stored meanwhile', async () => {
    const { api, severalByBen, decidedElsewhere, stored, historyEntry } = await setup();
    const proposals = severalByBen('UBER TRIP', 'BOLT RIDE', 'TESCO STORES', 'constructor');
    decidedElsewhere('m1', '00');
    expect(await api.approve(proposals.map(approvalOf))).toMatchObject({
      kind: 'tried',
      results: [
        { kind: 'decided-before', decision: { word: 'too vague' } },
        { kind: 'decided', batch: historyEntry()?.batch },
        { kind: 'changed', stored: { glAccount: '6100' } },
        { kind: 'unstorable', problem: 'reserved-key' },
      ],
    });
    expect([stored('UBER TRIP'), stored('TESCO STORES')]).toMatchObject([null, { glAccount: '6100' }]);
    expect(historyEntry()).toMatchObject({ set: 1 });
  });

  it('approves the same keyword twice for one account, but not for two', async () => {
    const { api, severalByBen, proposedByBen, stored } = await setup();
    const [first] = severalByBen('UBER TRIP', 'BOLT RIDE');
    const again = proposedByBen('p1');
    const otherwise = proposedByBen('p2', { account: '6500' });
    const approvals = [first as Proposal, again, otherwise].map(approvalOf);
    const results = [{ kind: 'decided' }, { kind: 'decided' }, { kind: 'changed' }];
    expect(await api.approve(approvals)).toMatchObject({ results });
    expect(stored('UBER TRIP')).toMatchObject({ glAccount: '6400' });
  });

  it('fails for all where the server refuses, and nothing is decided', async () => {
    const { api, severalByBen, database } = await setup();
    const proposals = severalByBen('UBER TRIP', 'BOLT RIDE');
    database.refuse = true;
    const results = [{ kind: 'failed' }, { kind: 'failed' }];
    expect(await api.approve(proposals.map(approvalOf))).toMatchObject({ results });
  });

  it('does to the lines what was said', async () => {
    const { api, paste, finish, copied, severalByBen } = await setup();
    paste(['UBER TRIP 1', 'TESCO STORES LONDON', '', 'BOLT RIDE 2', 'UBER TRIP 3', 'NOTHING']);
    await finish();
    const proposals = severalByBen('UBER TRIP', 'BOLT RIDE');
    const examples = examplesOf('UBER TRIP 1', 'BOLT RIDE 2', 'UBER TRIP 3');
    const preview = { ...NO_PREVIEW, rows: 5, unmatched: 3, accounts: accountsOf(4, 3), examples };
    expect(await api.previewAll(proposals)).toEqual(preview);
    await api.approve(proposals.map(approvalOf));
    await settled();
    expect(await copied()).toBe('6400\n6100\n\n6400\n6400\nNo Match');
  });
});

describe('rejecting', () => {
  it('decides an item alone', async () => {
    const { api, severalByBen, database } = await setup();
    const [, second] = severalByBen('UBER TRIP', 'BOLT RIDE');
    await api.reject(second as Proposal, 'no');
    expect(database.stored('gl_proposals/uid-ben/m1/decided:01')).toMatchObject({ decision: 'rejected' });
    expect(database.stored('gl_proposals_waiting/uid-ben/m1')).toEqual({ '00': MEMORY_TIME });
  });

  it('says why, and by whom', async () => {
    const { api, proposedByBen, database } = await setup();
    expect(await api.reject(proposedByBen('p1'), ' too short ')).toEqual({ kind: 'decided', batch: null });
    const decided = { decision: 'rejected', by: ACCOUNT, at: MEMORY_TIME, word: 'too short' };
    expect(database.stored('gl_proposals/uid-ben/p1/decided')).toEqual(decided);
    expect(database.stored('gl_proposals_waiting')).toBeNull();
  });

  it('is done once where the answer was lost', async () => {
    const { api, proposedByBen, database } = await setup();
    const proposal = proposedByBen('p1');
    database.loseAnswer(() => {});
    expect(await api.reject(proposal, 'no')).toEqual({ kind: 'decided', batch: null });
  });

  it('says what somebody else has decided before', async () => {
    const { api, proposedByBen, decidedElsewhere } = await setup();
    const proposal = proposedByBen('p1');
    decidedElsewhere('p1');
    const expected = { kind: 'decided-before', decision: { word: 'too vague', by: { uid: 'uid-eve' } } };
    expect(await api.reject(proposal, 'no')).toMatchObject(expected);
  });
});

describe('the preview', () => {
  it('is what then happens to the lines of the own text', async () => {
    const { api, approve, paste, finish, copied, proposedByBen, eventsOf } = await setup();
    paste(['UBER TRIP 1', 'TESCO STORES LONDON', '', 'UBER TRIP 2', 'BOLT']);
    await finish();
    const proposal = proposedByBen('p1');
    const examples = examplesOf('UBER TRIP 1', 'UBER TRIP 2');
    expect(await api.preview(proposal.keyword, proposal.account, 'UBER TRIP 99')).toEqual({
      ...{ ...NO_PREVIEW, rows: 4, unmatched: 2, accounts: accountsOf(3, 2), examples },
      ...{ stored: null, variant: null, problem: null },
      example: { before: 'No Match', after: '6400' },
    });
    await approve(approvalOf(proposal));
    await settled();
    expect(await copied()).toBe('6400\n6100\n\n6400\nNo Match');
    expect(eventsOf('changed').at(-1)?.rows).toEqual(Uint32Array.of(0, 3));
  });

  it('says what the list has at the place, and another spelling, without a text too', async () => {
    const { api } = await setup();
    const wanted = { rows: 0, example: null, stored: { glAccount: '6100' }, variant: null };
    expect(await api.preview('TESCO STORES', '6400', null)).toMatchObject(wanted);
    expect(await api.preview('Tesco stores', '6400', 'at TESCO STORES')).toMatchObject({
      example: { before: '6100', after: '6100' },
      stored: null,
      variant: { key: 'TESCO STORES', glAccount: '6100' },
    });
    expect(await api.preview('UBER', '6400', 'nothing of it')).toMatchObject({
      example: { before: 'No Match', after: 'No Match' },
    });
  });
});

it('every call waits until the connection acts for the person', async () => {
  const { api, database } = await setup();
  const read = vi.spyOn(database, 'read');
  await api.queue(0, 10);
  expect(read).toHaveBeenCalledWith('gl_proposals_waiting');
});
