import type { RemovalPreview } from '#contract/table.ts';
import type { MappingKey } from '#model/mapping.ts';
import { previewRemoval } from '../classification/mappingEffect.ts';
import { runInSlices, type Timing } from '../timing.ts';
import type { AccountEffectOptions } from './accountEffect.ts';

type RemovalEffectOptions = AccountEffectOptions & { readonly timing: Pick<Timing, 'yieldToEventLoop'> };

/** Returns the function that says what the removal of mappings would do to the rows; null: see `EditorApi`. */
export function createRemovalEffect(options: RemovalEffectOptions) {
  let counting = new AbortController();
  return async (keys: Iterable<MappingKey>): Promise<RemovalPreview | null> => {
    counting.abort();
    counting = new AbortController();
    const { signal } = counting;
    const table = options.tableNow();
    if (table === undefined || table.rows.count === 0) return null;
    try {
      const steps = previewRemoval({ ...options, table }, new Set(keys));
      return await runInSlices(steps, options.timing, () => {}, signal);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  };
}
