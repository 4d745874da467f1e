/// <reference lib="dom" />
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DEFAULT_CONFIG } from '#server/config.ts';

declare global {
  /** In a ledger worker whose clock is held: sets it, and runs the timers for which it is time by then. */
  var setClock: (now: number) => void;
}

/** Timers for longer than this wait for {@link setLedgerClock}; the others run in real time. Milliseconds. */
const HELD_FROM = 60_000;

/**
 * A copy of the built app whose ledger workers begin with a held clock that says `now`; `remove` takes it away. The
 * clock of a page's own thread can be set with `page.clock`, that of its workers cannot, and a worker whose script
 * the browser's driver answers for has no network.
 */
export async function appWithLedgerClock(now: Date): Promise<{ appDir: string; remove(): Promise<void> }> {
  const appDir = await mkdtemp(join(tmpdir(), 'gl-app-'));
  await cp(DEFAULT_CONFIG.appDir, appDir, { recursive: true });
  const assets = join(appDir, 'assets');
  const workers = (await readdir(assets)).filter((file) => /^ledger\.worker.*\.js$/.test(file));
  if (workers.length === 0) throw new Error(`There is no ledger worker in ${DEFAULT_CONFIG.appDir}.`);
  for (const file of workers) {
    const script = await readFile(join(assets, file), 'utf8');
    await writeFile(join(assets, file), `(${holdClock})(${now.getTime()}, ${HELD_FROM});\n${script}`);
  }
  return { appDir, remove: () => rm(appDir, { recursive: true, force: true }) };
}

/** Sets the held clock of the page's ledger. */
export async function setLedgerClock(page: Page, now: Date): Promise<void> {
  const ledger = page.workers().find((worker) => worker.url().includes('ledger'));
  if (ledger === undefined) throw new Error('The page has no ledger worker.');
  await ledger.evaluate((time) => self.setClock(time), now.getTime());
}

/** Runs in the worker before all else. */
function holdClock(start: number, heldFrom: number): void {
  const RealDate = Date;
  const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = self;
  const held = new Map<number, { readonly due: number; readonly run: () => void }>();
  let ahead = start - RealDate.now();
  let lastHeld = 0;
  const now = () => RealDate.now() + ahead;
  self.Date = class extends RealDate {
    constructor(...parts: []) {
      super(...(parts.length === 0 ? ([now()] as unknown as []) : parts));
    }
    static override now = now;
  } as DateConstructor;
  self.setTimeout = ((run: () => void, delay = 0, ...rest: []) => {
    if (delay < heldFrom) return setRealTimeout(run, delay, ...rest);
    held.set(--lastHeld, { due: now() + delay, run });
    return lastHeld;
  }) as typeof setTimeout;
  self.clearTimeout = (timer) => {
    if (!held.delete(Number(timer))) clearRealTimeout(timer);
  };
  self.setClock = (time) => {
    ahead = time - RealDate.now();
    for (const [timer, { due, run }] of held) {
      if (due > time) continue;
      held.delete(timer);
      run();
    }
  };
}
