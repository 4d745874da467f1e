import { wrap } from 'comlink';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '#contract/ledger.ts';
import type { Account } from '#model/user.ts';
import { LedgerClient, type LedgerService } from '#src/services/ledger.ts';
import { collectGarbage } from '../support/collectGarbage.ts';
import { EMAIL } from '../support/ledgerSetup.ts';
import type { MemoryLedger } from '../support/memoryLedger.worker.ts';

const account: Account = { uid: 'u1', email: EMAIL, displayName: 'Ann', emailVerified: true };
const backend = { kind: 'embedded', origin: 'http://127.0.0.1:1', projectId: 'test' } as const;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
// Vitest loads the modules of each worker anew: the next file of this process must not meet two copies of one class.
afterAll(() => {
  vi.resetModules();
});

function start() {
  const worker = new Worker(new URL('../support/memoryLedger.worker.ts', import.meta.url), {
    type: 'module',
  });
  const ledger = new LedgerClient(worker, { backend, account, tab: { id: 'a', isNew: false } });
  ends.push(() => ledger.stop());
  return { ledger, memory: wrap<MemoryLedger>(worker) };
}

it('a text goes through a real message channel and comes back as ids, counts and a copy', async () => {
  const { ledger } = start();
  await expect.poll(() => ledger.list.get()).toEqual({ kind: 'ready', size: 2 });
  const events: RunEvent[] = [];
  const run = ledger.classify('tesco stores\n\nPremier Inn', (event) => events.push(event));
  await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['rows', 'batch', 'complete', 'counted']);
  const ids = [...(events.find((event) => event.kind === 'batch')?.ids ?? [])];
  const labels = await run.describe(ids);
  expect(labels.map((label) => label?.glAccount)).toEqual(['6100', undefined, '6200']);
  const copy = await run.text.copy('description-and-account', 'clipboard');
  expect(copy.kind === 'text' && (await copy.text.text())).toBe('tesco stores\t6100\n\t\nPremier Inn\t6200');
  await expect.poll(() => ledger.usage.get()).toEqual({ today: 2, total: 2 });
});

it('events of a replaced run do not reach the page', async () => {
  const { ledger } = start();
  const old: RunEvent[] = [];
  ledger.classify('tesco stores', (event) => old.push(event));
  const events: RunEvent[] = [];
  ledger.classify('Premier Inn', (event) => events.push(event));
  await expect.poll(() => events.at(-1)?.kind).toBe('counted');
  expect(old).toEqual([]);
});

it('another text ends a run', async () => {
  const { ledger } = start();
  await expect.poll(() => ledger.list.get().kind).toBe('ready');
  const kinds: RunEvent['kind'][] = [];
  const text = 'tesco stores\n'.repeat(30_000);
  const run = ledger.classify(text, ({ kind }) => kinds.push(kind));
  await expect.poll(() => kinds).toContain('batch');
  ledger.classify('', () => {});
  expect(await run.text.copy('account', 'clipboard')).toEqual({ kind: 'superseded' });
  expect(kinds).not.toContain('complete');
});

it('a change of the list, and a loss of the connection, reach the page', async () => {
  const { ledger, memory } = start();
  const events: RunEvent[] = [];
  ledger.classify('tesco stores', (event) => events.push(event));
  await expect.poll(() => events.at(-1)?.kind).toBe('counted');
  await memory.changeMapping('TESCO STORES', '9999');
  await expect.poll(() => events.at(-1)?.kind).toBe('changed');
  expect(ledger.isConnected.get()).toBe(true);
  await memory.setConnected(false);
  await expect.poll(() => ledger.isConnected.get()).toBe(false);
});

it('an answer is gone when nobody holds it any more, while the worker lives', async () => {
  const { ledger } = start();
  const answers: WeakRef<object>[] = [];
  for (let i = 0; i < 10; i++) answers.push(new WeakRef(await ledger.admin.readAccess()));
  await collectGarbage();
  const held = answers.filter((answer) => answer.deref() !== undefined);
  // The last one may be in a register still.
  expect(held.length).toBeLessThanOrEqual(1);
});

describe('a large text', () => {
  /** Longer than what is handed over at once, with an odd unit where slices meet. */
  const LINES = 5_000;
  const large = (first: string) =>
    `${first}\n${`tesco stores ${'\u{1f600}'.repeat(225)}\n`.repeat(LINES - 1)}`;

  async function classified(ledger: LedgerService, text: string): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    const run = ledger.classify(text, (event) => events.push(event));
    const copy = await run.text.copy('description-and-account', 'clipboard');
    expect(copy.kind).toBe('text');
    await expect.poll(() => events.at(-1)?.kind).toBe('counted');
    const lines = copy.kind === 'text' ? (await copy.text.text()).split('\n') : [];
    const given = text.split('\n').slice(0, lines.length);
    expect(lines.map((line) => line.split('\t')[0])).toEqual(given);
    return events;
  }
  const rowsOf = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (event.kind === 'rows' ? [event.starts.length] : []));

  it('comes back whole', async () => {
    const { ledger } = start();
    await expect.poll(() => ledger.list.get().kind).toBe('ready');
    expect(rowsOf(await classified(ledger, large('first')))).toEqual([LINES]);
  });

  it('that another one replaces on its way is not classified', async () => {
    const { ledger } = start();
    await expect.poll(() => ledger.list.get().kind).toBe('ready');
    const old: RunEvent[] = [];
    const run = ledger.classify(large('old'), (event) => old.push(event));
    const older: RunEvent[] = [];
    ledger.classify(large('older'), (event) => older.push(event));
    expect(await run.text.copy('account', 'clipboard')).toEqual({ kind: 'superseded' });
    const next = classified(ledger, large('new'));
    const before = older.length;
    await next;
    expect(old).toEqual([]);
    expect(older).toHaveLength(before);
  });
});
