import { Box, Button, Text } from '@mantine/core';
import { useId } from 'react';
import type { Preview } from '#contract/preview.ts';
import { KEEP_REASONS } from '#model/consolidation.ts';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import { previewWords } from '#model/text/previewWords.ts';
import { PreviewDetails } from '../chart/PreviewDetails.tsx';
import type { ChoiceSummary } from '../services/analysis.ts';
import layout from '../ui/layout.module.css';
import { useSettledAnswer } from '../ui/useAnswer.ts';

/** Texts that change their account, named one by one. */
const NAMED = 5;

type Props = {
  choice: ChoiceSummary;
  label: string;
  keyword: string;
  isBusy: boolean;
  /** What it would do to the rows. */
  onPreview: (() => Promise<Preview | null>) | undefined;
  onChoose: () => void;
};

/** A choice with what it does beside it, so that it is read before it is made. */
export function Choice({ choice, label, keyword, isBusy, onPreview, onChoose }: Props) {
  const outcomeId = useId();
  const { changes } = choice;
  const ask = async () => (await onPreview?.()) ?? null;
  // Another decision makes it another choice.
  const preview = useSettledAnswer(onPreview ? choice.glAccount : null, ask, 0, choice);
  return (
    <div className={layout['cluster']}>
      <Button
        size="compact-sm"
        variant="light"
        disabled={isBusy}
        aria-label={`${label} for ${keyword}`}
        aria-describedby={outcomeId}
        onClick={onChoose}
      >
        {label}
      </Button>
      <Text id={outcomeId} size="xs" component="div" className={layout['grow'] ?? ''}>
        <span className={layout['quiet']}>
          {outcomeOf(choice)} {changes === 0 && analysisMessages.noTextChanges}
        </span>
        {changes > 0 && <ChangedTexts choice={choice} />}
        {preview !== null && preview !== 'failed' && preview.rows > 0 && (
          // What becomes of other mappings' texts is said above.
          <div>{previewWords({ ...preview, ownTexts: 0 })}</div>
        )}
        <PreviewDetails preview={preview} />
      </Text>
    </div>
  );
}

/** Which texts get another account, and which one. */
function ChangedTexts({ choice: { changes, changedTexts } }: { choice: ChoiceSummary }) {
  const named = changedTexts.slice(0, NAMED);
  return (
    <Box c="var(--danger-text)">
      {analysisMessages.textsChange(changes)}
      <ul className={layout['bulleted']}>
        {named.map((text) => (
          <li key={text.description}>{analysisMessages.changedText(text)}</li>
        ))}
        {changes > named.length && <li>{analysisMessages.moreTexts(changes - named.length)}</li>}
      </ul>
    </Box>
  );
}

/** What becomes of the originals, and why some of them stay. */
function outcomeOf({ removed, kept, glAccount }: ChoiceSummary): string {
  const reasons = KEEP_REASONS.filter((reason) => kept[reason] > 0).map((reason) =>
    analysisMessages.kept(reason, kept[reason]),
  );
  if (removed > 0) return `${[analysisMessages.becomes(removed), ...reasons].join('; ')}.`;
  const why = reasons.length > 0 ? reasons : [analysisMessages.noOriginals(glAccount)];
  return `${analysisMessages.replacesNothing}; ${why.join('; ')}.`;
}
