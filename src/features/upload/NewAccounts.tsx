import { Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { AccountsCheck } from '#contract/chart.ts';
import type { DryRunCounts, OtherForm } from '#contract/upload.ts';
import { accountWarnings } from '#model/text/chartMessages.ts';
import { accountWarningText } from '../../chart/AccountWarning.tsx';
import { useChartLedger } from '../../chart/ChartProvider.tsx';
import type { UploadService } from '../../services/ledger.ts';
import styles from './upload.module.css';

type Props = {
  upload: Pick<UploadService, 'newAccounts' | 'otherForms'>;
  /** Of the dry run whose new pairs are looked at. */
  counts: DryRunCounts;
};

/** Says which accounts of the new pairs are not in the chart, retired, or in the list in another form; nothing otherwise. */
export function NewAccounts({ upload, counts }: Props) {
  const check = useCheck(upload, counts);
  const forms = useOtherForms(upload, counts);
  return (
    <div role="status">
      {forms.length > 0 && (
        <Paper withBorder p="sm" className={styles['caution'] ?? ''}>
          <Text size="sm">{accountWarnings.otherForms(forms)}</Text>
        </Paper>
      )}
      {check !== null && check.warnings.length > 0 && (
        <Paper withBorder p="sm" className={styles['caution'] ?? ''}>
          <details>
            <summary>
              <Text span size="sm">
                {summary(check)} {accountWarnings.mayBeUploaded}
              </Text>
            </summary>
            <ul className={styles['accounts']}>
              {check.warnings.map((warning) => (
                <li key={`${warning.kind} ${warning.code}`}>
                  <Text span size="sm">
                    {accountWarningText(warning)}
                  </Text>
                </li>
              ))}
            </ul>
            {check.warnings.length < check.unknown + check.retired && (
              <Text size="xs" c="dimmed">
                {accountWarnings.more(check.unknown + check.retired - check.warnings.length)}
              </Text>
            )}
          </details>
        </Paper>
      )}
    </div>
  );
}

/** `2 accounts are not in the chart of accounts, 1 account is retired.` */
function summary({ unknown, retired, warnings }: AccountsCheck): string {
  const hasChart = warnings.every((warning) => warning.kind === 'retired' || warning.hasChart);
  const parts = [
    ...(unknown > 0
      ? [hasChart ? accountWarnings.manyNotInChart(unknown) : accountWarnings.manyNotInUse(unknown)]
      : []),
    ...(retired > 0 ? [accountWarnings.manyRetired(retired)] : []),
  ];
  return `${parts.join(', ')}.`;
}

function useOtherForms(upload: Props['upload'], counts: DryRunCounts): readonly OtherForm[] {
  const [forms, setForms] = useState<readonly OtherForm[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other counts are those of another dry run.
  useEffect(() => {
    let isOver = false;
    upload.otherForms().then(
      (found) => !isOver && setForms(found),
      (error: unknown) => console.warn('The accounts were not compared with those of the list:', error),
    );
    return () => {
      isOver = true;
    };
  }, [upload, counts]);
  return forms;
}

function useCheck(upload: Props['upload'], counts: DryRunCounts): AccountsCheck | null {
  const ledger = useChartLedger();
  const [check, setCheck] = useState<AccountsCheck | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other counts are those of another dry run.
  useEffect(() => {
    if (ledger === null) return;
    let isOver = false;
    const look = async () => {
      const found = await ledger.chart.check(await upload.newAccounts());
      if (!isOver) setCheck(found);
    };
    look().catch((error: unknown) => console.warn('The accounts were not looked up in the chart:', error));
    return () => {
      isOver = true;
    };
  }, [ledger, upload, counts]);
  return check;
}
