import { tryStorage } from './webStorage.ts';

/*
 * Every tab with an Upload screen stores its work in a slot of its own, so that no tab overwrites another's. A tab holds a
 * Web Lock on its slot for as long as it lives: a slot with work and without its lock is left over from a tab that was
 * closed, reloaded or crashed, and the next tab takes it.
 */

/** In `sessionStorage`, which belongs to one tab and survives its reloads: the number of the slot of the user `uid`. */
const ownSlotKey = (uid: string): string => `uploadSlot/${uid}`;
/** Time-out of the lock on the tab's own slot, in milliseconds: after a reload the former page may still hold it. */
const RELOAD_MS = 3_000;
const LOSS = 'After a reload the tab takes the latest text of the Upload screen that is left over:';

/** The memory of one tab: its `sessionStorage`. */
export type TabMemory = Pick<Storage, 'getItem' | 'setItem'>;

/** A slot that belongs to this tab until it is released, or the tab ends. */
export type TabSlotLease = {
  readonly slot: number;
  /** Resolves once another tab can have it. */
  release(): Promise<void>;
};

/** Work that is stored, and when: the same slot may have other work later. */
export type StoredWork = { readonly slot: number; readonly savedAt: string };

/** The slots with work in this browser, from the point of view of one user. */
export type SlotsInUse = {
  /** Slots with work of this user, the latest first. */
  readonly own: readonly StoredWork[];
  /** Slots with work of others. */
  readonly foreign: ReadonlySet<number>;
};

/**
 * Takes a slot for this tab: the one it had before a reload; else the latest one that is left over; else the first that
 * nobody uses. `memory` is null where the browser forbids it.
 */
export async function acquireSlot(
  uid: string,
  inUse: SlotsInUse,
  memory: TabMemory | null,
): Promise<TabSlotLease> {
  const former = memory?.getItem(ownSlotKey(uid)) ?? null;
  const held =
    (former !== null && !inUse.foreign.has(Number(former)) && (await waitForSlot(Number(former)))) ||
    (await takeFirstFree(inUse));
  tryStorage(LOSS, () => memory?.setItem(ownSlotKey(uid), String(held.slot)));
  return held;
}

/** Whether the tab, which has `memory`, has taken a slot, before a reload or since. */
export function hasSlot(uid: string, memory: TabMemory | null): boolean {
  return (memory?.getItem(ownSlotKey(uid)) ?? null) !== null;
}

/** Takes one slot if no tab holds it; else null. */
export function takeIfFree(slot: number): Promise<TabSlotLease | null> {
  return hold(slot, { ifAvailable: true });
}

/** The work that no tab holds. */
export async function leftOver(works: readonly StoredWork[]): Promise<StoredWork[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map(({ name }) => name));
  return works.filter(({ slot }) => !names.has(lockName(slot)));
}

async function takeFirstFree({ own, foreign }: SlotsInUse): Promise<TabSlotLease> {
  for (const { slot } of own) {
    const held = await takeIfFree(slot);
    if (held !== null) return held;
  }
  for (let slot = 0; ; slot++) {
    const held = foreign.has(slot) ? null : await takeIfFree(slot);
    if (held !== null) return held;
  }
}

/** Null when another tab keeps the slot: a duplicated tab has the same memory. */
function waitForSlot(slot: number): Promise<TabSlotLease | null> {
  return hold(slot, { signal: AbortSignal.timeout(RELOAD_MS) });
}

/** Without Web Locks (no secure context) all tabs share the first slot. */
function hold(slot: number, options: LockOptions): Promise<TabSlotLease | null> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return Promise.resolve({ slot, release: async () => {} });
  return new Promise((resolve, reject) => {
    const held = locks.request(lockName(slot), options, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((end) => {
        const release = () => {
          end();
          return held;
        };
        resolve({ slot, release });
      });
    });
    held.catch((error: unknown) => {
      // The time-out is over.
      if (error instanceof DOMException) resolve(null);
      else reject(error);
    });
  });
}

function lockName(slot: number): string {
  return `upload-slot/${slot}`;
}
