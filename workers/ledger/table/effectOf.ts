import type { RowsEffect } from '#contract/rows.ts';
import type { MappingChange } from '#model/history.ts';
import { ExclusiveJob } from '../../ExclusiveJob.ts';
import { type EffectOptions, type EffectRows, previewChanges } from '../classification/mappingEffect.ts';
import { runInSlices, type Timing } from '../timing.ts';

export type EffectOfOptions = Pick<EffectOptions, 'list' | 'createClassifier'> & {
  readonly timing: Pick<Timing, 'yieldToEventLoop'>;
  loadEffectText(): Promise<{ rows(): Promise<EffectRows | null> }>;
};

/** Says what changes of the list would do to the rows; null where no text is known, and when it is asked again meanwhile. */
export type EffectOf = (changes: readonly MappingChange[]) => Promise<RowsEffect | null>;

/** Each asker has one of its own: a question cancels only the one before it. */
export function createEffectOf(options: EffectOfOptions): EffectOf {
  const { timing, loadEffectText } = options;
  const counting = new ExclusiveJob();
  return async (changes) => {
    const effect = await counting.run(async (signal) => {
      const rows = await (await loadEffectText()).rows();
      return rows && runInSlices(previewChanges({ ...options, ...rows }, changes), timing, () => {}, signal);
    });
    return effect === null || 'kind' in effect ? null : effect;
  };
}
