import type { ChangePlan, ChangePlans } from '#workers/ledger/list/changePlans.ts';

/** Plans of stopped change sets as long as this object lives. */
export function createMemoryPlans(): ChangePlans {
  const plans = new Map<string, ChangePlan>();
  const held = new Set<string>();
  return {
    save: async (plan) => {
      plans.set(plan.batch, plan);
    },
    read: async (batch) => plans.get(batch) ?? null,
    drop: async (batch) => {
      plans.delete(batch);
    },
    batches: async () => [...plans.keys()],
    hold(batch) {
      held.add(batch);
      return () => held.delete(batch);
    },
    holdAlone: async (batch) => {
      if (held.has(batch)) return null;
      held.add(batch);
      return () => held.delete(batch);
    },
    held: async () => [...held],
  };
}
