import { Box, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { type Fix, fixBy, fixFor } from '#contract/health.ts';
import { type Finding, type Remedy, remedyOf } from '#model/health.ts';
import type { Mapping } from '#model/mapping.ts';
import { effectOf, healthMessages, reasonOf } from '#model/text/healthMessages.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import layout from '../../ui/layout.module.css';
import { TickBox } from '../../ui/TickBox.tsx';
import styles from './Health.module.css';

type Props = {
  finding: Finding;
  /** Null where the kind cannot be selected. */
  isSelected: boolean | null;
  isBusy: boolean;
  onSelect: (isSelected: boolean) => void;
  onFix: (fix: Fix) => void;
};

/** One finding: the mapping, why it is one, what would change, and the ways to fix it. */
export function FindingRow({ finding, isSelected, isBusy, onSelect, onFix }: Props) {
  const { description, glAccount } = finding.mapping;
  const words = useAccountWords();
  const remedies = remediesOf(finding, words);
  return (
    <Group component="li" className={layout['item'] ?? ''} wrap="nowrap" align="start" gap="sm" py="xs">
      {isSelected !== null && (
        <TickBox
          aria-label={`Select ${description}`}
          checked={isSelected}
          disabled={isBusy}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      )}
      <Group flex={1} miw={0} justify="space-between" align="start" gap="var(--s1) var(--s3)">
        <Box flex="1 1 18rem" className={layout['wrap'] ?? ''}>
          <Text>
            <strong>{description}</strong> → {words(glAccount)}
          </Text>
          <Text>{reasonOf(finding, words)}</Text>
          <Text c="dimmed">{effectOf(finding, words)}</Text>
        </Box>
        <Group gap="var(--s1) var(--s2)" maw="26rem" className={styles['fixes'] ?? ''}>
          {remedies.map(({ label, fix }) => (
            <Button
              key={label}
              size="compact-xs"
              aria-label={`${label}: ${description}`}
              disabled={isBusy}
              onClick={() => onFix(fix)}
            >
              {label}
            </Button>
          ))}
          <Link
            to={`/database?search=${encodeURIComponent(description)}`}
            className={layout['dense'] ?? ''}
            aria-label={`${openLabel(remedies)}: ${description}`}
          >
            {openLabel(remedies)}
          </Link>
        </Group>
      </Group>
    </Group>
  );
}

/** A way to fix a finding, in words. */
type LabelledFix = { readonly label: string; readonly fix: Fix };

function remediesOf(finding: Finding, words: (code: string) => string): LabelledFix[] {
  const { mapping } = finding;
  if (finding.kind === 'variant-conflict') {
    const bothWith = (account: string, changed: Mapping): LabelledFix => ({
      label: healthMessages.accountForBoth(words(account)),
      fix: fixBy([{ mapping: changed, account }]),
    });
    return [bothWith(finding.other.glAccount, mapping), bothWith(mapping.glAccount, finding.other)];
  }
  const remedy = remedyOf(finding);
  const fix = fixFor([finding]);
  if (remedy === null || fix === null) return [];
  const own = { label: labelOf(remedy, mapping, words), fix };
  if (finding.kind !== 'unknown-account' || finding.near === null) return [own];
  const near = fixBy([{ mapping, account: finding.near }]);
  return [own, { label: healthMessages.changeTo(words(finding.near)), fix: near }];
}

/** The table is where a keyword is changed, which is the remedy where there is no other. */
function openLabel(remedies: readonly LabelledFix[]): string {
  return remedies.length === 0 ? healthMessages.changeKeyword : healthMessages.open;
}

function labelOf(remedy: Remedy, { glAccount }: Mapping, words: (code: string) => string): string {
  switch (remedy.kind) {
    case 'remove':
      return healthMessages.remove;
    case 'change':
      return healthMessages.changeTo(words(remedy.account));
    case 'add-account':
      return healthMessages.addAccount(glAccount.trim());
  }
}
