import { describe, expect, it } from 'vitest';
import type { DraftNotes, DraftText } from '#contract/ledger.ts';
import type { Day } from '#model/day.ts';
import type { UsageRun } from '#model/usage.ts';
import type { DraftStorage } from '#workers/ledger/rows/DraftStore.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger } from '../support/ledgerSetup.ts';
import { createMemoryDatabase, type MemoryDatabase } from '../support/memoryDatabase.ts';

type Setup = Awaited<ReturnType<typeof setupLedger>>;

/** A page that closes after so many steps: from then on nothing is stored, sent or answered. */
class ClosingPage {
  readonly #steps: number;
  #done = 0;

  constructor(steps: number) {
    this.#steps = steps;
  }

  get isClosed(): boolean {
    return this.#done >= this.#steps;
  }

  /** Does something that reaches the browser's storage or the server; its answer comes one step later. */
  async step<T>(act: () => T | Promise<T>): Promise<T> {
    await this.#next();
    const result = await act();
    await this.#next();
    return result;
  }

  async #next(): Promise<void> {
    if (this.isClosed) await new Promise<never>(() => {});
    this.#done++;
  }
}

/** The storage of the browser, and the server: both outlive the page. */
function setupWorld() {
  const database = createMemoryDatabase();
  const stored: { text?: DraftText; notes?: DraftNotes } = {};
  const unsent = new Map<string, UsageRun>();
  const draftStorageOf = (page: ClosingPage): DraftStorage => ({
    read: async () => (stored.text && stored.notes ? { ...stored.text, ...stored.notes } : null),
    writeText: (text) =>
      page.step(() => {
        stored.text = text;
        delete stored.notes;
      }),
    writeNotes: (notes, runs) =>
      page.step(() => {
        stored.notes = notes;
        for (const run of runs) unsent.set(run.id, run);
      }),
    delete: async () => {},
    readRuns: async () => [...unsent.values()],
    deleteRun: ({ id }) => page.step(() => void unsent.delete(id)),
  });
  const databaseOf = (page: ClosingPage): MemoryDatabase => ({
    ...database,
    update: (changes) => page.step(() => database.update(changes)),
  });
  return {
    database,
    unsent,
    /** `change`: what the database does otherwise. */
    open: (page: ClosingPage, change: Partial<MemoryDatabase> = {}) =>
      setupLedger(undefined, {
        database: { ...databaseOf(page), ...change },
        draftStorage: draftStorageOf(page),
      }),
  };
}

const TEXT = 'a\n\nb';

/** What the page does when it is opened again: `left` is what it kept of the box for a reload. */
async function restore({ ledger, finish }: Setup, left: string): Promise<void> {
  const draft = await ledger.readDraft();
  const { text, ...options } = draft?.text === left ? draft : { text: left };
  ledger.classify(1, text, options);
  await finish();
}

/** Steps at which the page is closed; what the tests do takes fewer. */
const CLOSINGS = Array.from({ length: 24 }, (_, steps) => steps);
const forever = () => new ClosingPage(Number.POSITIVE_INFINITY);

/** Opens the page and counts; then again, to see whether it is counted anew. */
async function totalsAfter(world: ReturnType<typeof setupWorld>, left: string) {
  const setup = await world.open(forever());
  await restore(setup, left);
  const first = world.database.stored('usage/total');
  const edits = setup.ledger.notes(1)?.edits.length ?? 0;
  await restore(await world.open(forever()), left);
  const second = world.database.stored('usage/total');
  return { first, second, edits, failed: setup.eventsOf('usage-failed') };
}

/** A page that closes after so many steps, at which the text was pasted. */
async function pasted(steps: number) {
  const world = setupWorld();
  const page = new ClosingPage(steps);
  const first = await world.open(page);
  first.paste(TEXT);
  await first.finish();
  return { world, page, first };
}

describe('a page that is closed after some steps and opened again', () => {
  it.each(CLOSINGS)('counts its text once (%i)', async (steps) => {
    const { world } = await pasted(steps);
    expect(await totalsAfter(world, TEXT)).toEqual({ first: 2, second: 2, edits: 0, failed: [] });
  });

  it.each(CLOSINGS)('counts an edited row once, if the edit is still there (%i)', async (steps) => {
    const { world, page, first } = await pasted(steps);
    if (!page.isClosed) first.ledger.rows.editRow(first.run(), 2, 'c');
    await first.finish();
    const { first: total, second, edits, failed } = await totalsAfter(world, TEXT);
    expect({ total, second, failed }).toEqual({ total: 2 + edits, second: 2 + edits, failed: [] });
  });

  it.each(CLOSINGS)(
    'counts a text that was replaced meanwhile, and the next one, once (%i)',
    async (steps) => {
      const { world, page, first } = await pasted(steps);
      const isReplaced = !page.isClosed;
      if (isReplaced) first.paste('c');
      await first.finish();
      const [left, counted] = isReplaced ? ['c', 3] : [TEXT, 2];
      expect(await totalsAfter(world, left)).toMatchObject({ first: counted, second: counted, failed: [] });
    },
  );

  it('has made all its steps before the last of these', async () => {
    const { page, first } = await pasted(CLOSINGS.length - 1);
    first.paste('c');
    await first.finish();
    expect(page.isClosed).toBe(false);
  });
});

describe('a run', () => {
  const UPDATES = {
    lost: () => new Promise<never>(() => {}),
    failed: () => Promise.reject(new Error('the disk is full')),
    refused: () => Promise.reject(new Error('PERMISSION_DENIED: Permission denied')),
  };

  /** A page whose updates end in this way; what it counts is replaced, and the page is closed. */
  async function closedAfter(update: keyof typeof UPDATES) {
    const world = setupWorld();
    const { paste, finish, eventsOf } = await world.open(forever(), { update: UPDATES[update] });
    paste(TEXT);
    await finish();
    paste('');
    await finish();
    return { world, failed: eventsOf('usage-failed').length };
  }

  it.each([
    ['lost', 0],
    ['failed', 1],
  ] as const)(
    'whose update is %s is counted by the next page, whatever is on it',
    async (update, reports) => {
      const { world, failed } = await closedAfter(update);
      expect(failed).toBe(reports);
      const { finish, counters, eventsOf } = await world.open(forever());
      await finish();
      expect(counters()).toEqual({ today: 2, total: 2, ownToday: 2, ownTotal: 2 });
      expect(eventsOf('usage-failed')).toEqual([]);
      expect(world.unsent.size).toBe(0);
    },
  );

  it('that is refused is not sent again', async () => {
    const { world, failed } = await closedAfter('refused');
    expect([failed, world.unsent.size]).toEqual([1, 0]);
  });

  it('is counted under its own day by the next page', async () => {
    const { world } = await closedAfter('lost');
    for (const [id, run] of world.unsent) world.unsent.set(id, { ...run, day: '2026-02-28' as Day });
    const { finish, database } = await world.open(forever());
    await finish();
    expect(database.stored('usage/daily')).toEqual({ '2026-02-28': 2 });
  });

  it('that another tab sends meanwhile is counted once', async () => {
    const world = setupWorld();
    world.database.holdWrites();
    const { paste, finish, eventsOf } = await world.open(forever());
    paste(TEXT);
    await finish();
    const other = await world.open(forever());
    await other.finish();
    world.database.releaseWrites();
    await settled();
    expect(other.counters().total).toBe(2);
    expect([...eventsOf('usage-failed'), ...other.eventsOf('usage-failed')]).toEqual([]);
  });
});
