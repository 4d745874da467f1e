import { del, get, keys, set } from 'idb-keyval';
import { changePlanKey } from '#contract/browserStorage.ts';
import type { MappingChange } from '#model/history.ts';
import type { ListChangeSet } from './listWrites.ts';

/** All that a change set was to change. */
export type ChangePlan = Pick<ListChangeSet, 'kind' | 'batch' | 'note' | 'to'> & {
  readonly changes: readonly MappingChange[];
};

/** The plans of change sets of many entries that this browser has begun and not ended. */
export type ChangePlans = {
  save(plan: ChangePlan): Promise<void>;
  read(batch: string): Promise<ChangePlan | null>;
  drop(batch: string): Promise<void>;
  batches(): Promise<readonly string[]>;
  /** Says to all tabs of this browser that the change set goes on, until the returned function is called or the tab ends. */
  hold(batch: string): () => void;
  /** The same where no tab goes on with it; else null. */
  holdAlone(batch: string): Promise<(() => void) | null>;
  /** The batches that some tab goes on with. */
  held(): Promise<readonly string[]>;
};

/** Stores the plans of the user `uid` in IndexedDB. Without storage a change set cannot be continued, no more. */
export function openChangePlans(uid: string): ChangePlans {
  const prefix = changePlanKey(uid, '');
  return {
    save: async (plan) => {
      await ifStorageWorks(() => set(prefix + plan.batch, plan));
    },
    read: async (batch) => (await ifStorageWorks(() => get<ChangePlan>(prefix + batch))) ?? null,
    drop: async (batch) => {
      await ifStorageWorks(() => del(prefix + batch));
    },
    batches: async () => namesAfter(prefix, (await ifStorageWorks(() => keys<string>())) ?? []),
    hold(batch) {
      const [ended, release] = ending();
      navigator.locks?.request(prefix + batch, () => ended).catch(() => {});
      return release;
    },
    holdAlone: (batch) =>
      new Promise((answer) => {
        const [ended, release] = ending();
        const hold = (lock: Lock | null) => {
          answer(lock && release);
          return lock ? ended : undefined;
        };
        const request = navigator.locks?.request(prefix + batch, { ifAvailable: true }, hold);
        // Without locks nobody knows of another tab.
        Promise.resolve(request).then(
          () => answer(release),
          () => answer(release),
        );
      }),
    held: async () => {
      const { held = [] } = (await navigator.locks?.query()) ?? {};
      return namesAfter(
        prefix,
        held.map(({ name = '' }) => name),
      );
    },
  };
}

function ending(): readonly [ended: Promise<void>, end: () => void] {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return [ended, end];
}

function namesAfter(prefix: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) =>
    typeof name === 'string' && name.startsWith(prefix) ? name.slice(prefix.length) : [],
  );
}

async function ifStorageWorks<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    console.warn('This browser does not store what a change of many mappings was to change:', error);
    return undefined;
  }
}
