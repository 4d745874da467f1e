import { FINDING_KINDS, type FindingKind } from '#model/health.ts';
import { grouped } from '#model/text/figures.ts';
import { healthMessages } from '#model/text/healthMessages.ts';
import { PartsBar } from '../../ui/PartsBar.tsx';
import type { Tone } from '../../ui/SegmentBar.tsx';

/** How bad each kind is: contradictory, worth a look, or only in the way. */
const TONES: Readonly<Record<FindingKind, Tone>> = {
  'variant-conflict': 'attention',
  'unknown-account': 'verify',
  overbroad: 'verify',
  'exact-only': 'verify',
  'never-wins': 'neutral',
  redundant: 'blank',
};
type Props = { counts: Readonly<Record<FindingKind, number>> };

/** The findings by kind, the worst first. */
export function KindsBar({ counts }: Props) {
  const kinds = FINDING_KINDS.filter((kind) => counts[kind] > 0);
  return (
    <PartsBar
      segments={kinds.map((kind) => ({
        name: healthMessages.titles[kind],
        tone: TONES[kind],
        count: counts[kind],
      }))}
      figure={grouped}
    />
  );
}
