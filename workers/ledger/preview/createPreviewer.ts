import type { Preview } from '#contract/preview.ts';
import type { MappingChange } from '#model/history.ts';
import { ExclusiveJob } from '../../ExclusiveJob.ts';
import { runInSlices, type Timing } from '../timing.ts';
import { type PreviewOptions, type PreviewRows, preview } from './preview.ts';

export type PreviewerOptions = Pick<PreviewOptions, 'list'> & {
  readonly timing: Pick<Timing, 'yieldToEventLoop'>;
  loadPreviewText(): Promise<{ rows(): Promise<PreviewRows> }>;
};

/** Says what changes of the list would do; null when it is asked again meanwhile. */
export type Previewer = (changes: readonly MappingChange[]) => Promise<Preview | null>;

/** Each requester has one of its own: a question cancels only the one before it. */
export function createPreviewer({ list, timing, loadPreviewText }: PreviewerOptions): Previewer {
  const counting = new ExclusiveJob();
  return async (changes) => {
    const answer = await counting.run(async (signal) => {
      const rows = await (await loadPreviewText()).rows();
      return runInSlices(preview({ list, ...rows }, changes), timing, signal);
    });
    return 'kind' in answer ? null : answer;
  };
}
