import { Paper, Text } from '@mantine/core';
import type { AccountsCheck } from '#contract/chart.ts';
import type { DryRunCounts } from '#contract/upload.ts';
import { accountWarnings } from '#model/text/chartMessages.ts';
import { accountWarningText } from '../../chart/AccountWarning.tsx';
import { useChartLedger } from '../../chart/ChartProvider.tsx';
import type { UploadService } from '../../services/ledger.ts';
import layout from '../../ui/layout.module.css';
import { useAnswer } from '../../ui/useAnswer.ts';

type Props = {
  upload: Pick<UploadService, 'newAccounts' | 'otherForms'>;
  /** Of the dry run whose new pairs are looked at. */
  counts: DryRunCounts;
};

/** Says which accounts of the new pairs are not in the chart, retired, or in the list in another form; nothing otherwise. */
export function NewAccounts({ upload, counts }: Props) {
  const ledger = useChartLedger();
  // Other counts are those of another dry run.
  const { answer: check } = useAnswer(
    () => ledger && upload.newAccounts().then((codes) => ledger.chart.check(codes)),
    [ledger, upload, counts],
  );
  const forms = useAnswer(() => upload.otherForms(), [upload, counts]).answer ?? [];
  return (
    <div role="status">
      {forms.length > 0 && (
        <Paper withBorder p="sm" className={layout['caution'] ?? ''}>
          <Text>{accountWarnings.otherForms(forms)}</Text>
        </Paper>
      )}
      {check !== null && check.warnings.length > 0 && (
        <Paper withBorder p="sm" className={layout['caution'] ?? ''}>
          <details>
            <summary>
              <Text span>
                {summary(check)} {accountWarnings.mayBeUploaded}
              </Text>
            </summary>
            <ul className={layout['bulleted']}>
              {check.warnings.map((warning) => (
                <li key={`${warning.kind} ${warning.code}`}>
                  <Text span>{accountWarningText(warning)}</Text>
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
