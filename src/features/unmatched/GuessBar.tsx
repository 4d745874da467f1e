import { grouped } from '#model/text/figures.ts';
import { BAND_NAMES } from '#model/text/guessWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { PartsBar } from '../../ui/PartsBar.tsx';
import type { Segment } from '../../ui/SegmentBar.tsx';
import { MAX_GUESSED, type QueueState } from './QueueStore.ts';

/** How many of the lines listed have a likely account: as a bar, and in words. */
export function GuessBar({ state }: { state: QueueState }) {
  const segments = segmentsOf(state);
  const lines = segments.reduce((all, { count }) => all + count, 0);
  const largest = [...(state.queue?.ids.subarray(0, MAX_GUESSED) ?? [])];
  const isLooking = state.failure === null && largest.some((id) => !state.guesses.has(id));
  const { share, rest } = unmatchedMessages.haveGuess(segments[0]?.count ?? 0, lines);
  const sum = isLooking ? (
    rowAccountMessages.looking
  ) : (
    <>
      <b>{share}</b> {rest}
    </>
  );
  return <PartsBar segments={segments} figure={grouped} sum={sum} />;
}

/** The lines by how sure their account is; those that are not known yet count as without a guess. */
function segmentsOf({ queue, guesses }: QueueState): readonly Segment[] {
  const counts = { strong: 0, weak: 0, none: 0 };
  queue?.ids.forEach((id, i) => {
    counts[guesses.get(id)?.[0]?.band ?? 'none'] += queue.counts[i] ?? 0;
  });
  return [
    { name: BAND_NAMES.strong, tone: 'likely', count: counts.strong },
    { name: BAND_NAMES.weak, tone: 'possible', count: counts.weak },
    { name: 'No guess', tone: 'blank', count: counts.none },
  ];
}
