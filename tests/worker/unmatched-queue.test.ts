import { describe, expect, it } from 'vitest';
import type { QueueQuery } from '#contract/unmatched.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupPasted } from '../support/ledgerSetup.ts';

const ALL: QueueQuery = { search: '', skipped: [], showsSkipped: false };
const LINES = [
  'AMAZON.CO.UK*MW1',
  'QUIGLEY & SONS 1',
  'PREMIER INN',
  'amazon prime',
  'AB 1',
  '',
  'Amazon EU 7',
  'quigley & sons 2',
];

const wanted = (...keywords: readonly string[]) =>
  keywords.map((keyword) => ({ keyword, glAccount: '6500' }));

async function setupQueue(lines: readonly string[] = LINES) {
  const setup = await setupPasted(lines);
  const { unmatched } = setup.ledger.rows;
  return {
    ...setup,
    unmatched,
    async found(query: Partial<QueueQuery> = {}) {
      const queue = await unmatched.find(setup.run(), { ...ALL, ...query });
      return [...(queue?.ids ?? [])].map((id, i) => [id, queue?.counts[i]]);
    },
  };
}

describe('the queue of rows without a match', () => {
  it('has every one of them: groups by number of lines, then one-offs', async () => {
    const { unmatched, run } = await setupQueue();
    const queue = await unmatched.find(run(), ALL);
    const [ids, counts] = [Uint32Array.of(0, 1, 4), Uint32Array.of(3, 2, 1)];
    expect(queue).toEqual({ ids, counts, groups: 2, oneOffs: 1, lines: 6, skipped: 0 });
    expect(await unmatched.items(run(), [0, 1, 4, 9])).toEqual([
      {
        id: 0,
        name: 'amazon',
        title: 'AMAZON',
        phrase: 'AMAZON',
        count: 3,
        texts: 3,
        examples: ['AMAZON.CO.UK*MW1', 'amazon prime', 'Amazon EU 7'],
        isShort: false,
      },
      expect.objectContaining({ phrase: 'QUIGLEY & SONS', count: 2 }),
      expect.objectContaining({ name: 'ab', phrase: null, isShort: true }),
      undefined,
    ]);
    expect(await unmatched.lines(run(), 0, 1, 3)).toEqual([
      { row: 3, description: 'amazon prime' },
      { row: 6, description: 'Amazon EU 7' },
    ]);
  });

  it('is searched in names and lines, and lists what was skipped or what was not', async () => {
    const { found } = await setupQueue();
    expect(await found({ search: ' Prime ' })).toEqual([[0, 3]]);
    expect(await found({ search: 'SONS 2' })).toEqual([[1, 2]]);
    expect(await found({ search: 'inn' })).toEqual([]);
    expect(await found({ skipped: ['amazon'] })).toEqual([
      [1, 2],
      [4, 1],
    ]);
    expect(await found({ skipped: ['amazon'], showsSkipped: true })).toEqual([[0, 3]]);
  });

  it('lets go what a save settles, in other groups too', async () => {
    const { found, unmatched, database, run } = await setupQueue();
    await found();
    const saved = await unmatched.save(run(), wanted(' AMAZON ', 'SONS 2'));
    expect(saved).toEqual({ kind: 'saved', count: 2, undo: expect.any(String) });
    await settled();
    expect(await found()).toEqual([
      [1, 1],
      [4, 1],
    ]);
    expect(database.stored('gl_mappings/AMAZON')).toEqual({ description: 'AMAZON', glAccount: '6500' });
  });

  it('takes in again what a save had settled when that is undone', async () => {
    const { found, unmatched, run, copied, elsewhere } = await setupQueue();
    await found();
    const saved = await unmatched.save(run(), wanted('AMAZON'));
    const undo = 'undo' in saved ? (saved.undo ?? '') : '';
    expect(await found()).toHaveLength(2);
    await elsewhere({ AMAZON: null });
    await settled();
    expect((await unmatched.reopen(run(), undo)).map(({ row }) => row)).toEqual([0, 3, 6]);
    expect(await found()).toHaveLength(3);
    expect(await copied()).toMatch(/^No Match\n/);
  });

  it('groups anew when a line has another text, and has nothing to say of a text that is gone', async () => {
    const { found, unmatched, ledger, run, paste } = await setupQueue();
    await found();
    ledger.rows.editRow(run(), 2, 'Amazon again');
    expect(await found()).toContainEqual([0, 4]);
    const former = run();
    paste(['else']);
    expect(await unmatched.find(former, ALL)).toBeUndefined();
    expect(await unmatched.items(former, [0])).toEqual([undefined]);
    expect(await unmatched.chooseForLines(former, [0], '1')).toEqual([]);
  });

  it('gives lines alone an account, and takes it back where it is still that one', async () => {
    const { found, unmatched, run, ledger, copied } = await setupQueue();
    await found();
    const given = await unmatched.chooseForLines(run(), [0, 4], ' 6500 ');
    const rows = given.map(({ row }) => row);
    expect(rows).toEqual([0, 3, 6, 4]);
    expect(await copied()).toBe('6500\nNo Match\n6200\n6500\n6500\n\n6500\nNo Match');
    expect(await found()).toEqual([[1, 2]]);
    ledger.rows.chooseAccount(run(), 3, '7000');
    await unmatched.takeBack(run(), rows, '6500');
    expect(await copied()).toBe('No Match\nNo Match\n6200\n7000\nNo Match\n\nNo Match\nNo Match');
    expect(await found()).toEqual([
      [0, 2],
      [1, 2],
      [4, 1],
    ]);
    expect(await unmatched.chooseForLines(run(), [1], 'no match')).toEqual([]);
  });

  it('writes nothing when a keyword cannot be stored, and says which', async () => {
    const { unmatched, database, run } = await setupQueue();
    const result = await unmatched.save(run(), wanted('QUIGLEY', '__proto__'));
    expect(result).toMatchObject({ kind: 'unstorable', keyword: '__proto__' });
    expect(database.stored('gl_mappings/QUIGLEY')).toBeNull();
  });

  it('says how far it came when the server refuses', async () => {
    const { unmatched, database, run } = await setupQueue();
    database.refuse = true;
    const result = await unmatched.save(run(), wanted('QUIGLEY'));
    expect(result).toMatchObject({ kind: 'failed', count: 0, undo: null });
  });

  it('saves what one entry of the history cannot hold as several of one change set', async () => {
    const { unmatched, run } = await setupQueue();
    const many = wanted(...Array.from({ length: 1_200 }, (_, i) => `Supplier ${i}`));
    const saved = { kind: 'saved', count: 1_200, undo: expect.any(String) };
    expect(await unmatched.save(run(), many)).toEqual(saved);
    expect(await unmatched.save(run(), many)).toEqual({ kind: 'saved', count: 0, undo: null });
  });
});
