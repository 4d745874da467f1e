import { wrap } from 'comlink';
import { afterEach, expect, it, vi } from 'vitest';
import type { Account } from '../../src/model/user.ts';
import { connectLedger } from '../../src/services/ledgerClient.ts';
import type { RunEvent } from '../../workers/ledger/events.ts';
import { EMAIL } from '../support/ledgerSetup.ts';
import type { MemoryLedger } from '../support/memoryLedger.worker.ts';

const account: Account = { uid: 'u1', email: EMAIL, displayName: 'Ann', emailVerified: true };
const backend = { kind: 'embedded', origin: 'http://127.0.0.1:1', projectId: 'test' } as const;

/** A worker on a busy machine takes its time. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function start() {
  const worker = new Worker(new URL('../support/memoryLedger.worker.ts', import.meta.url), {
    type: 'module',
  });
  const ledger = connectLedger(worker, { backend, account });
  ends.push(() => ledger.stop());
  return { ledger, memory: wrap<MemoryLedger>(worker) };
}

it('a text goes through a real message channel and comes back as ids, counts and a copy', async () => {
  const { ledger } = start();
  await eventually(() => expect(ledger.list.get()).toEqual({ kind: 'ready', size: 2 }));
  const events: RunEvent[] = [];
  const run = ledger.classify('tesco stores\n\nPremier Inn', (event) => events.push(event));
  await eventually(() => expect(events.map(({ kind }) => kind)).toEqual(['rows', 'batch', 'complete']));
  const ids = [...(events.find((event) => event.kind === 'batch')?.ids ?? [])];
  const faces = await run.describe(ids);
  expect(faces.map((face) => face?.glAccount)).toEqual(['6100', undefined, '6200']);
  const copy = await run.copy('description-and-account');
  expect(copy.kind === 'text' && (await copy.text.text())).toBe('tesco stores\t6100\n\t\nPremier Inn\t6200');
  await eventually(() => expect(ledger.usage.get()).toEqual({ today: 2, total: 2 }));
});

it('events of a run that was replaced are not heard', async () => {
  const { ledger } = start();
  const old: RunEvent[] = [];
  ledger.classify('tesco stores', (event) => old.push(event));
  const events: RunEvent[] = [];
  ledger.classify('Premier Inn', (event) => events.push(event));
  await eventually(() => expect(events.at(-1)?.kind).toBe('complete'));
  expect(old).toEqual([]);
});

it('an abort signal ends a run', async () => {
  const { ledger } = start();
  await eventually(() => expect(ledger.list.get().kind).toBe('ready'));
  const events: RunEvent[] = [];
  const abort = new AbortController();
  const run = ledger.classify('tesco stores\n'.repeat(100_000), (event) => events.push(event), abort.signal);
  await eventually(() => expect(events.at(-1)?.kind).toBe('batch'));
  abort.abort();
  expect(await run.copy('account')).toEqual({ kind: 'superseded' });
  expect(events.length).toBeLessThan(100);
});

it('a change of the list, and a loss of the connection, reach the page', async () => {
  const { ledger, memory } = start();
  const events: RunEvent[] = [];
  ledger.classify('tesco stores', (event) => events.push(event));
  await eventually(() => expect(events.at(-1)?.kind).toBe('complete'));
  await memory.changeMapping('TESCO STORES', '9999');
  await eventually(() => expect(events.at(-1)?.kind).toBe('changed'));
  expect(ledger.isConnected.get()).toBe(true);
  await memory.setConnected(false);
  await eventually(() => expect(ledger.isConnected.get()).toBe(false));
});
