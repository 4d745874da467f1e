import { Button, Checkbox, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Mending } from '#contract/health.ts';
import { serializeMappings } from '#contract/serializedMappings.ts';
import { type Finding, remedyOf } from '#model/health.ts';
import { effectOf, healthMessages, reasonOf } from '#model/healthMessages.ts';
import type { Mapping } from '#model/mapping.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import styles from './Health.module.css';

type Props = {
  finding: Finding;
  /** Null where the kind cannot be ticked. */
  isTicked: boolean | null;
  isBusy: boolean;
  onTick: (isTicked: boolean) => void;
  onMend: (mending: Mending) => void;
};

/** One finding: the mapping, why it is one, what would change, and the ways to mend it. */
export function FindingRow({ finding, isTicked, isBusy, onTick, onMend }: Props) {
  const { description, glAccount } = finding.mapping;
  const words = useAccountWords();
  return (
    <li className={styles['item']}>
      {isTicked !== null && (
        <Checkbox
          size="xs"
          aria-label={`Select ${description}`}
          checked={isTicked}
          disabled={isBusy}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
      )}
      <div className={styles['words']}>
        <Text size="sm">
          <strong>{description}</strong> → {words(glAccount)}
        </Text>
        <Text size="sm">{reasonOf(finding, words)}</Text>
        <Text size="sm" c="dimmed">
          {effectOf(finding, words)}
        </Text>
      </div>
      <div className={styles['actions']}>
        {remediesOf(finding, words).map(({ label, name, mapping, account }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            aria-label={name}
            disabled={isBusy}
            onClick={() =>
              onMend({
                mappings: serializeMappings([mapping]),
                accounts: account === null ? null : [account],
              })
            }
          >
            {label}
          </Button>
        ))}
        <Link
          to={`/database?search=${encodeURIComponent(description)}`}
          className={styles['open'] ?? ''}
          aria-label={healthMessages.openNamed(description)}
        >
          {healthMessages.open}
        </Link>
      </div>
    </li>
  );
}

/** A way to mend a finding: a mapping with another account, or null: removed. */
type Remedy = {
  readonly label: string;
  /** For screen readers, among many of the same label. */
  readonly name: string;
  readonly mapping: Mapping;
  readonly account: string | null;
};

function remediesOf(finding: Finding, words: (code: string) => string): Remedy[] {
  const { mapping } = finding;
  const account = remedyOf(finding);
  if (account === undefined) return [];
  if (finding.kind === 'variant-conflict') {
    const bothWith = (kept: string, changed: Mapping): Remedy => {
      const label = healthMessages.accountForBoth(words(kept));
      return { label, name: `${label}: ${mapping.description}`, mapping: changed, account: kept };
    };
    return [bothWith(finding.other.glAccount, mapping), bothWith(mapping.glAccount, finding.other)];
  }
  const label = account === null ? healthMessages.remove : healthMessages.changeTo(words(account));
  return [{ label, name: `${label}: ${mapping.description}`, mapping, account }];
}
