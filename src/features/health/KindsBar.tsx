import { FINDING_KINDS, type FindingKind } from '#model/health.ts';
import { grouped } from '#model/text/figures.ts';
import { healthMessages } from '#model/text/healthMessages.ts';
import { PartsBar } from '../../ui/PartsBar.tsx';
import type { Tone } from '../../ui/SegmentBar.tsx';

/** How bad each kind is: probably wrong, worth a look, or only in the way. */
const TONES: Readonly<Record<FindingKind, Tone>> = {
  'variant-conflict': 'attention',
  'near-account': 'attention',
  overbroad: 'verify',
  'exact-only': 'verify',
  'unknown-account': 'verify',
  'never-wins': 'neutral',
  redundant: 'blank',
};
/** From the worst one. */
export const KINDS_BY_WEIGHT: readonly FindingKind[] = ['attention', 'verify', 'neutral', 'blank'].flatMap(
  (tone) => FINDING_KINDS.filter((kind) => TONES[kind] === tone),
);

type Props = { counts: Readonly<Record<FindingKind, number>> };

/** The findings by kind, the worst first. */
export function KindsBar({ counts }: Props) {
  const kinds = KINDS_BY_WEIGHT.filter((kind) => counts[kind] > 0);
  const wrong = kinds.filter((kind) => TONES[kind] === 'attention');
  return (
    <PartsBar
      segments={kinds.map((kind) => ({
        name: healthMessages.titles[kind],
        tone: TONES[kind],
        count: counts[kind],
      }))}
      figure={grouped}
      sum={healthMessages.probablyWrong(wrong.reduce((sum, kind) => sum + counts[kind], 0))}
    />
  );
}
