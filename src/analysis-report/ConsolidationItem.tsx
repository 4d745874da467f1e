import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { Preview } from '#contract/preview.ts';
import type { Mapping } from '#model/mapping.ts';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import { grouped } from '#model/text/figures.ts';
import { AccountName } from '../chart/AccountName.tsx';
import { KeywordWarning } from '../chart/KeywordWarning.tsx';
import type { ChoiceSummary, ConsolidationId, ConsolidationSummary } from '../services/analysis.ts';
import layout from '../ui/layout.module.css';
import { useAnswer } from '../ui/useAnswer.ts';
import { Choice } from './Choice.tsx';

/** What the report asks about a consolidation, and what can be done with it. */
export type ConsolidationActions = {
  /** Originals `from` to `to` (excluded). */
  originals: (id: ConsolidationId, from: number, to: number) => Promise<readonly Mapping[]>;
  /** What `onChoose` would do to the rows; null where no text is known. Missing where it stores nothing yet. */
  onPreview?: (consolidation: ConsolidationSummary, glAccount: string) => Promise<Preview | null>;
  /** Gives the keyword to the account: an approval, or one of the two choices of a conflict. */
  onChoose: (consolidation: ConsolidationSummary, glAccount: string) => void;
  onDismiss: (consolidation: ConsolidationSummary) => void;
};

type Props = ConsolidationActions & { consolidation: ConsolidationSummary; isBusy: boolean };

/** One proposed keyword: its evidence, what accepting it would do, and the choices. */
export function ConsolidationItem({ consolidation, isBusy, ...actions }: Props) {
  const titleId = useId();
  const { originals, onPreview, onChoose, onDismiss } = actions;
  const { keyword, glAccount, status, count, conflict, alternative } = consolidation;
  const { conflictMappings, conflictReplaced, conflictAccounts } = consolidation;
  const choose = (choice: ChoiceSummary, label: string) => (
    <Choice
      key={choice.glAccount}
      choice={choice}
      label={label}
      keyword={keyword}
      isBusy={isBusy}
      onPreview={onPreview && (() => onPreview(consolidation, choice.glAccount))}
      onChoose={() => onChoose(consolidation, choice.glAccount)}
    />
  );
  return (
    <Stack
      component="li"
      className={layout['item'] ?? ''}
      gap={6}
      pt="xs"
      pos="relative"
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <Group gap="var(--s1) var(--s2)" pe="5rem">
        <Badge color={status === 'OK' ? 'teal' : 'yellow'}>{status}</Badge>
        <Text size="md" id={titleId} fw={600} className={layout['wrap'] ?? ''}>
          {keyword}
        </Text>
        <Text>
          account <strong>{glAccount}</strong>
          <AccountName code={glAccount} />, found in {grouped(count)} of its mappings
        </Text>
      </Group>
      {conflict && (
        <Text className={layout['wrap'] ?? ''}>
          {analysisMessages.ambiguous(conflictMappings, conflictReplaced, conflictAccounts)}, such as{' '}
          <strong>{conflict.description}</strong> of account <strong>{conflict.glAccount}</strong>
          <AccountName code={conflict.glAccount} />. {analysisMessages.othersStay}
        </Text>
      )}
      <KeywordWarning keyword={keyword} />
      <Originals count={count} load={(from, to) => originals(consolidation.id, from, to)} />
      {choose(consolidation, status === 'OK' ? 'Approve' : `Use ${glAccount}`)}
      {alternative && choose(alternative, `Use ${alternative.glAccount}`)}
      {/* Last in order, since it decides nothing; at the end of the first line. */}
      <Button
        pos="absolute"
        top="var(--s2)"
        right={0}
        size="compact-sm"
        variant="subtle"
        disabled={isBusy}
        aria-label={`Dismiss ${keyword}`}
        onClick={() => onDismiss(consolidation)}
      >
        Dismiss
      </Button>
    </Stack>
  );
}

/** Originals shown at first, and those that one click adds. */
const AT_FIRST = 10;
const MORE_AT_ONCE = 200;

type OriginalsProps = {
  count: number;
  /** Originals `from` to `to` (excluded). */
  load: (from: number, to: number) => Promise<readonly Mapping[]>;
};

/** The mappings that contain the keyword: ten, and the others on demand. */
function Originals({ count, load }: OriginalsProps) {
  const [wanted, setWanted] = useState(AT_FIRST);
  // A decision on another consolidation may have replaced some of them: the count is another one then.
  const { answer } = useAnswer(() => load(0, Math.min(wanted, count)), [wanted, count]);
  const shown = answer ?? [];
  const left = count - shown.length;
  return (
    <div>
      <ul className={layout['cluster']} aria-label="Original keywords">
        {shown.map(({ key, description }) => (
          <li key={key} className={`${layout['mark']} ${layout['wrap']}`} data-tone="neutral">
            <Text size="xs" component="span">
              {description}
            </Text>
          </li>
        ))}
      </ul>
      {shown.length > 0 && left > 0 && (
        <Button size="compact-xs" mt={4} onClick={() => setWanted(shown.length + MORE_AT_ONCE)}>
          {left <= MORE_AT_ONCE ? `Show all ${grouped(count)}` : `Show ${MORE_AT_ONCE} more`}
        </Button>
      )}
    </div>
  );
}
