import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import type { DryRunCounts, StoredList } from '#contract/upload.ts';
import type { Mapping } from '#model/mapping.ts';
import { MAPPINGS_PATH } from '#model/paths.ts';
import type { Changes } from '#workers/ledger/database.ts';
import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import { createPreviewer } from '#workers/ledger/preview/createPreviewer.ts';
import { createTiming } from '#workers/ledger/timing.ts';
import { MappingUploader } from '#workers/ledger/upload/MappingUploader.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger } from '../support/ledgerSetup.ts';
import { leavesOf, mapping as toMapping } from '../support/mapping.ts';
import { createMemoryDatabase, entriesIn, leftIn, type MemoryDatabase } from '../support/memoryDatabase.ts';
import { createMemoryPlans } from '../support/memoryPlans.ts';
import { withOptimisticEvents } from '../support/optimisticEvents.ts';
import { previewerOptions } from '../support/previewerOptions.ts';
import { seededRandom } from '../support/random.ts';
import { saveKeyword } from '../support/saveKeyword.ts';
import { decideAtOnce } from '../support/uploadDecisions.ts';

const PAIRS = shops(2_300);
const CHUNKS = 5;

async function setup(
  stored: readonly Mapping[] = [],
  prepare: { silent?: boolean; database?: MemoryDatabase } = {},
) {
  const { ledger, database } = await setupLedger(asLeaves(stored), prepare);
  const { list } = ledger;
  const timing = createTiming();
  const plans = createMemoryPlans();
  const uploader = new MappingUploader({
    list,
    timing,
    preview: createPreviewer(previewerOptions(ledger, timing)),
    writer: new ChangeSetWriter(list, plans),
  });
  const upload = (
    pairs: readonly Mapping[],
    options: { isResumed?: boolean; onProgress?: (done: number) => void } = {},
  ) =>
    uploader.upload(
      { pairs: serializeMappings(pairs), batch: 'b1' },
      options.isResumed ?? false,
      options.onProgress ?? (() => {}),
    );
  const dryRun = (pairs: readonly Mapping[]) => uploader.dryRun(serializeMappings(pairs));
  return { database, ledger, plans, uploader, upload, dryRun };
}

describe('an upload', () => {
  it('says to all tabs that it goes on, as long as it does', async () => {
    const { plans, upload } = await setup();
    const held: (readonly string[])[] = [];
    await upload(PAIRS, { onProgress: () => void plans.held().then((batches) => held.push(batches)) });
    expect(held).toEqual(Array.from({ length: CHUNKS }, () => ['b1']));
    expect(await plans.held()).toEqual([]);
  });

  it('says beforehand what becomes of the rows on the Classifier', async () => {
    const before = [toMapping('Shopping', '1'), toMapping('Octopus', '2')];
    const { ledger, uploader, upload, dryRun } = await setup(before);
    const pairs = [toMapping('Shopping in York', '3'), toMapping('Octopus', '4'), toMapping('Bakery', '5')];
    await dryRun(pairs);
    expect(await uploader.preview()).toMatchObject({ rows: 0 });
    await ledger.classify(1, 'SHOPPING IN YORK 1\nOCTOPUS\nBAKERY A\nBAKERY B\nBAKERY C\nnothing');
    await vi.waitUntil(() => ledger.tableNow()?.isAnswered);
    expect(await uploader.preview()).toMatchObject({
      unmatched: 3,
      others: 1,
      examples: [
        ...['BAKERY A', 'BAKERY B', 'BAKERY C'].map((text) => ({ text, from: null, to: '5' })),
        { text: 'SHOPPING IN YORK 1', from: '1', to: '3' },
      ],
    });
    await upload(pairs);
    await settled();
    const accounts = [0, 1, 2, 3, 4, 5].map((row) => ledger.tableNow()?.account(row));
    expect(accounts).toEqual(['1', '2', '5', '5', '5', 'No Match']);
    expect(ledger.tableNow()?.rowsToVerify()).toEqual([0]);
  });

  it('adds new mappings in updates of at most 500 keys, and reports how far it is', async () => {
    const { database, upload } = await setup();
    const progress: number[] = [];
    const result = await upload(PAIRS, { onProgress: (done) => progress.push(done) });
    expect(result).toEqual({ kind: 'complete', added: 2_300, skipped: 0 });
    expect(database.updates.map(entriesIn)).toEqual([500, 500, 500, 500, 300]);
    expect(database.updates.map(leftIn)).toEqual([1_800, 1_300, 800, 300, 0]);
    expect(progress).toEqual([500, 1_000, 1_500, 2_000, 2_300]);
    expect(storedList(database)).toEqual(asLeaves(PAIRS));
  });

  it.each([
    ['its key exists, with the same account', 'Shop 7', '4007'],
    ['its key exists with another account', 'Shop 7', '9999'],
    ['its keyword exists in another spelling', 'SHOP  7', '9999'],
    ['its key exists as the replaced form of another text', 'Shop_7', '9999'],
  ])('skips a pair and leaves the stored one as it is: %s', async (_case, description, glAccount) => {
    const stored = toMapping(description, glAccount);
    const { database, upload } = await setup([stored]);
    const pair = description.includes('_') ? toMapping('Shop/7', '4007') : toMapping('Shop 7', '4007');
    const result = await upload([pair, toMapping('Shop 8', '4008')]);
    expect(result).toEqual({ kind: 'complete', added: 1, skipped: 1 });
    expect(database.stored(`${MAPPINGS_PATH}/${stored.key}`)).toEqual({ description, glAccount });
  });

  it('counts as added what it has stored, though the answer was lost and another entry changed', async () => {
    const { database, upload } = await setup();
    database.loseAnswer(() => database.writeElsewhere(asLeaves([toMapping('PIZZA HUT', '1')])));
    expect(await upload(PAIRS)).toEqual({ kind: 'complete', added: 2_300, skipped: 0 });
  });

  it('skips what somebody else stores while it is under way, and adds what they remove', async () => {
    const { database, upload } = await setup([toMapping('Shop 2000', 'x')]);
    const result = await upload(PAIRS, {
      onProgress: (done) => {
        if (done !== 500) return;
        database.writeElsewhere(asLeaves([toMapping('shop 1999', 'theirs')]));
        database.writeElsewhere({ [`${MAPPINGS_PATH}/Shop 2000`]: null });
      },
    });
    expect(result).toEqual({ kind: 'complete', added: 2_299, skipped: 1 });
    expect(database.stored(`${MAPPINGS_PATH}/Shop 1999`)).toBeNull();
    expect(database.stored(`${MAPPINGS_PATH}/Shop 2000`)).toMatchObject({ glAccount: '6000' });
  });

  it('stops after the chunks on their way when cancelled, and goes on when resumed', async () => {
    const { database, uploader, upload } = await setup();
    const first = await upload(PAIRS, { onProgress: (done) => done === 1_000 && uploader.cancel() });
    expect(first).toEqual({ kind: 'cancelled', added: 1_500, skipped: 0 });
    expect(Object.keys(storedList(database))).toHaveLength(1_500);
    expect(database.updates).toHaveLength(3);
    expect(await upload(PAIRS, { isResumed: true })).toEqual({ kind: 'complete', added: 2_300, skipped: 0 });
    expect(database.updates).toHaveLength(CHUNKS);
  });

  describe('with two chunks on their way', () => {
    const each = Array.from({ length: CHUNKS }, (_unused, chunk) => chunk);

    it('has neither in the list before the server has answered', async () => {
      const { database, ledger, upload } = await setup();
      const { update } = database;
      const sent = vi.fn();
      database.update = (changes) => {
        sent();
        return update(changes);
      };
      const progress: number[] = [];
      database.holdWrites();
      const uploading = upload(PAIRS, { onProgress: (done) => progress.push(done) });
      await expect.poll(() => sent.mock.calls.length).toBe(2);
      await settled();
      expect(sent).toHaveBeenCalledTimes(2);
      expect(progress).toEqual([]);
      expect(ledger.list.entries.size).toBe(0);
      database.releaseWrites();
      expect(await uploading).toMatchObject({ kind: 'complete', added: 2_300 });
    });

    const whens = ['at the answers', 'before the answers, as the SDK has them'];
    const moments = each.flatMap((chunk) => whens.map((events) => ({ chunk, events })));

    /** A database in which something happens right before the server gets a chunk. */
    function prepared(
      { chunk, events }: (typeof moments)[number],
      happen: (database: MemoryDatabase) => void,
    ) {
      const database = createMemoryDatabase();
      beforeUpdate(database, chunk, () => happen(database));
      return events === 'at the answers' ? database : withOptimisticEvents(database);
    }

    it.each(moments)(
      'stores nothing after chunk $chunk, which is refused; events $events',
      async (moment) => {
        const { chunk } = moment;
        const refused = prepared(moment, () => {
          throw new Error('PERMISSION_DENIED: Permission denied');
        });
        const { database, ledger, upload } = await setup([], { database: refused });
        const detail = expect.stringMatching(/denied/i);
        expect(await upload(PAIRS)).toMatchObject({ kind: 'failed', added: 500 * chunk, skipped: 0, detail });
        expect(database.updates).toHaveLength(chunk);
        expect(storedList(database)).toEqual(asLeaves(PAIRS.slice(0, 500 * chunk)));
        expect(ledger.list.entries.size).toBe(500 * chunk);
      },
    );

    it.each(moments)('compares again with what comes before chunk $chunk; events $events', async (moment) => {
      const { chunk } = moment;
      const theirs = toMapping(`SHOP ${500 * chunk + 7}`, 'theirs');
      const changed = prepared(moment, (database) => database.writeElsewhere(asLeaves([theirs])));
      const { database, ledger, upload } = await setup([], { database: changed });
      const progress: number[] = [];
      const result = await upload(PAIRS, { onProgress: (done) => progress.push(done) });
      expect(result).toEqual({ kind: 'complete', added: 2_299, skipped: 1 });
      expect(progress).toEqual([500, 1_000, 1_500, 2_000, 2_300]);
      expect(database.stored(`${MAPPINGS_PATH}/${theirs.key}`)).toMatchObject({ glAccount: 'theirs' });
      expect(asLeaves([...ledger.list.entries.values()])).toEqual(storedList(database));
      expect(database.stored('gl_mappings_version/seq')).toBe(CHUNKS + 1);
    });

    it.each(each)(
      'stores each once when the connection is lost before the answer to chunk %i',
      async (chunk) => {
        const { database, ledger, upload } = await setup();
        const { update } = database;
        let calls = 0;
        database.update = async (changes) => {
          const isLost = calls++ === chunk;
          await update(changes);
          if (!isLost) return;
          database.setConnected(false);
          database.setConnected(true);
          await settled();
          await update(changes);
        };
        expect(await upload(PAIRS)).toEqual({ kind: 'complete', added: 2_300, skipped: 0 });
        expect(database.updates.map(entriesIn)).toEqual([500, 500, 500, 500, 300]);
        expect(asLeaves([...ledger.list.entries.values()])).toEqual(asLeaves(PAIRS));
      },
    );

    it('lets another change of the same person come between', async () => {
      const { database, ledger, upload } = await setup();
      // Loads the code that saves: otherwise the upload ends meanwhile.
      await ledger.rows.unmatched.items(0, []);
      let edit: Promise<unknown> | null = null;
      const result = await upload(PAIRS, {
        onProgress: () => {
          edit ??= saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300');
        },
      });
      expect(result).toEqual({ kind: 'complete', added: 2_300, skipped: 0 });
      expect(await edit).toEqual({ kind: 'saved' });
      const edited = database.updates.findIndex((changes) => entriesIn(changes) === 1);
      expect(edited).toBeGreaterThan(0);
      expect(edited).toBeLessThan(CHUNKS);
    });
  });

  it('writes nothing while the list is not whole', async () => {
    const { database, uploader, upload, dryRun } = await setup([], { silent: true });
    expect(uploader.serializeList()).toBeNull();
    expect(uploader.listRevision()).toBeNull();
    expect(await dryRun(PAIRS)).toBeNull();
    expect(await upload(PAIRS)).toEqual({ kind: 'no-list', added: 0, skipped: 0 });
    expect(database.updates).toEqual([]);
  });

  describe('whose tab is killed', () => {
    const stored = [toMapping('shop 3', 'other'), toMapping('Shop 4', '4004')];
    const moments = ['before the server has it', 'before the answer is back'].flatMap((moment) =>
      Array.from({ length: CHUNKS }, (_unused, chunk) => ({ chunk, moment })),
    );

    it.each(moments)('at chunk $chunk, $moment, ends in the same state once resumed', async (killed) => {
      const { chunk, moment } = killed;
      const { database, upload } = await setup(stored);
      const { update } = database;
      let calls = 0;
      database.update = async (changes: Changes) => {
        const call = calls++;
        if (call < chunk || (call === chunk && moment === 'before the answer is back')) await update(changes);
        // A killed tab gets no answer; for the uploader everything ends there.
        if (call >= chunk) throw new Error('killed');
      };
      expect((await upload(PAIRS)).kind).toBe('failed');

      const reopened = await setup(unpackLeaves(database));
      const result = await reopened.upload(PAIRS, { isResumed: true });
      expect(result).toEqual({ kind: 'complete', added: 2_298 + 1, skipped: 1 });
      expect(storedList(reopened.database)).toEqual(
        asLeaves([...PAIRS.filter(({ key }) => key !== 'Shop 3'), stored[0] as Mapping]),
      );
    });
  });

  it('adds and skips what the dry run says, whatever the lists', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = seededRandom(seed);
      const stored = randomMappings(random, 60);
      const pairs = randomMappings(random, 60);
      const { upload, uploader, dryRun } = await setup(stored);
      const counts = (await dryRun(pairs)) as DryRunCounts;
      const { mappings } = uploader.serializeList() as StoredList;
      expect(await deserializeMappings(mappings)).toEqual(stored);
      const skipped = counts.present + counts['other-account'] + counts['case-variant'];
      expect(await planned(uploader)).toMatchObject({ skipped, added: counts.new });
      const result = await upload(
        decideAtOnce(pairs, stored)
          .filter(({ kind }) => kind !== 'repeated')
          .map(({ mapping }) => mapping),
      );
      expect(result, `seed ${seed}`).toEqual({ kind: 'complete', added: counts.new, skipped });
    }
  });

  it('skips a keyword that comes twice in one update, as the dry run says', async () => {
    const pairs = [toMapping('Shop 1', '1'), toMapping('SHOP 1', '2')];
    const { upload, dryRun, database } = await setup();
    expect(await dryRun(pairs)).toMatchObject({ new: 1, repeated: 1 });
    expect(await upload(pairs)).toEqual({ kind: 'complete', added: 1, skipped: 1 });
    expect(database.stored(`${MAPPINGS_PATH}/SHOP 1`)).toBeNull();
  });
});

describe('a dry run', () => {
  const stored = [toMapping('ACME Ltd', '7'), toMapping('Shop', '1')];
  const pairs = [toMapping('ACME Ltd', '1'), toMapping('new shop', '2'), toMapping('SHOP', '1')];

  it('counts, lists and plans what an upload would do, and writes nothing', async () => {
    const { dryRun, uploader, database } = await setup(stored);
    const counts = { new: 1, present: 0, 'other-account': 1, 'case-variant': 1, repeated: 0 };
    expect(await dryRun(pairs)).toEqual(counts);
    expect(uploader.lines('new', 0, 9)).toEqual([['new shop', '2']]);
    expect(uploader.lines('other-account', 0, 9)).toEqual([['ACME Ltd', '1', 'ACME Ltd', '7']]);
    expect(await uploader.linesText('case-variant').text()).toBe('SHOP\t1\tShop\t1');
    expect(await planned(uploader)).toEqual({ added: 1, skipped: 2, pairs: [toMapping('new shop', '2')] });
    expect(database.updates).toEqual([]);
    uploader.forgetDryRun();
    expect(uploader.lines('new', 0, 9)).toEqual([]);
  });

  it('is repeated with the pairs that it has, after changes of the list', async () => {
    const { dryRun, uploader, database } = await setup(stored);
    await dryRun(pairs);
    const revision = uploader.listRevision();
    database.writeElsewhere(asLeaves([toMapping('NEW SHOP', '2')]));
    database.writeElsewhere({ [`${MAPPINGS_PATH}/Shop`]: null });
    await settled();
    expect(await uploader.repeatDryRun()).toMatchObject({ new: 1, 'case-variant': 1 });
    expect(uploader.lines('new', 0, 9)).toEqual([['SHOP', '1']]);
    expect(uploader.listRevision()).toBeGreaterThan(revision as number);
    expect(uploader.serializeList()?.revision).toBe(uploader.listRevision());
  });

  it('compares with the list as it is after the whole list was read again', async () => {
    const { dryRun, uploader, database, ledger } = await setup(stored);
    await dryRun(pairs);
    ledger.retry();
    await expect.poll(() => uploader.listRevision()).not.toBeNull();
    expect(await uploader.repeatDryRun()).toMatchObject({ new: 1, 'other-account': 1, 'case-variant': 1 });
    database.writeElsewhere(asLeaves([toMapping('New Shop', '2')]));
    await expect.poll(() => uploader.repeatDryRun()).toMatchObject({ new: 0, 'case-variant': 2 });
  });

  it('gives way to one that begins later', async () => {
    const { uploader, dryRun } = await setup(stored);
    const first = dryRun(shops(30));
    const second = dryRun(PAIRS.slice(0, 2));
    expect(await second).toMatchObject({ new: 2 });
    expect(await first).toBeNull();
    expect((await planned(uploader)).added).toBe(2);
  });

  it('serialises nothing', async () => {
    const { dryRun, uploader } = await setup(stored);
    await dryRun(pairs);
    const made = vi.fn((of: typeof Uint32Array, [length]: [number]) => new of(length));
    vi.stubGlobal('Uint32Array', new Proxy(Uint32Array, { construct: made }));
    onTestFinished(() => void vi.unstubAllGlobals());
    await uploader.repeatDryRun();
    expect(made).not.toHaveBeenCalled();
    uploader.serializeList();
    expect(made).toHaveBeenCalledTimes(1);
  });
});

/** Lets something happen right before the server gets update number `number`, counted from 0. */
function beforeUpdate(database: MemoryDatabase, number: number, happen: () => void): void {
  const { update } = database;
  let calls = 0;
  let last: Promise<void> = Promise.resolve();
  database.update = (changes) => {
    const call = calls++;
    const updating = last.then(() => {
      if (call === number) happen();
      return update(changes);
    });
    last = updating.catch(() => {});
    return updating;
  };
}

/** The plan of the last dry run, with its pairs readable. */
async function planned(uploader: MappingUploader) {
  const { pairs, skipped } = uploader.plan();
  return { added: pairs.size, skipped, pairs: await deserializeMappings(pairs) };
}

/** Few words in several spellings, so that keys and keywords meet often; keys are unique, as in the store. */
function randomMappings(random: () => number, count: number): Mapping[] {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const words = ['Shop', 'SHOP', 'shop', 'A.B', 'A/B', 'a_b', 'é', 'e\u0301'];
  const mappings = Array.from({ length: count }, () =>
    toMapping(
      `${pick(words)}${pick([' ', '  '])}${pick(words)} ${Math.floor(random() * 9)}`,
      pick(['1', '2']),
    ),
  );
  return [...new Map(mappings.map((mapping) => [mapping.key, mapping])).values()];
}

function shops(count: number): Mapping[] {
  return Array.from({ length: count }, (_unused, i) => toMapping(`Shop ${i}`, `${4000 + i}`));
}

function asLeaves(mappings: readonly Mapping[]) {
  return leavesOf(Object.fromEntries(mappings.map(({ description, glAccount }) => [description, glAccount])));
}

function storedList(database: MemoryDatabase): Changes {
  return asLeaves(unpackLeaves(database));
}

function unpackLeaves(database: MemoryDatabase): Mapping[] {
  const stored = (database.stored(MAPPINGS_PATH) ?? {}) as Readonly<Record<string, Mapping>>;
  return Object.values(stored).map(({ description, glAccount }) => toMapping(description, glAccount));
}
