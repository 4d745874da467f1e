import { Button, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { ChartAccount } from '#model/chart.ts';
import { FINDING_KINDS, type FindingKind } from '#model/health.ts';
import { healthMessages } from '#model/text/healthMessages.ts';
import { messages } from '#model/text/messages.ts';
import { useChart } from '../../chart/ChartProvider.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { isOutOfReach, type LedgerService } from '../../services/ledger.ts';
import { Empty } from '../../ui/Empty.tsx';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { Loading } from '../../ui/Loading.tsx';
import layout from '../../ui/layout.module.css';
import { FixDialog } from './FixDialog.tsx';
import { HealthGroup } from './HealthGroup.tsx';
import { KindsBar } from './KindsBar.tsx';
import { useFixes } from './useFixes.ts';
import { type HealthReport, useHealthCheck } from './useHealthCheck.ts';

type Props = { ledger: LedgerService };

const NO_ACCOUNTS: readonly ChartAccount[] = [];

/** What is wrong with the mappings of the shared list, and ways to fix it. */
export function HealthPage({ ledger }: Props) {
  const accounts = useChart(ledger)?.accounts ?? NO_ACCOUNTS;
  const codes = useMemo(() => (accounts.length === 0 ? null : accounts.map(({ code }) => code)), [accounts]);
  const health = useHealthCheck(ledger, startAnalysis, codes);
  const { report, share, isOutdated, ended, check } = health;
  const { work, applyFix, asked, confirm, cancel } = useFixes(ledger, check);
  const [open, setOpen] = useState<FindingKind | null>(null);
  const kinds = report === null ? [] : FINDING_KINDS.filter((kind) => report.counts[kind] > 0);
  const isBusy = work !== null || share !== null;
  return (
    <Stack gap="xs">
      <header className={layout['cluster']}>
        <Title order={1}>Health</Title>
        <Summary ledger={ledger} report={report} isOutdated={isOutdated && !isBusy} ended={ended} />
        <Button disabled={isBusy} onClick={check}>
          Check again
        </Button>
      </header>
      {work !== null && work.of > 1 && (
        <JobProgress label={healthMessages.fixing} share={work.done / work.of} />
      )}
      {share !== null && (
        <JobProgress label={healthMessages.checking} share={share} onCancel={health.cancel} />
      )}
      {asked !== null && <FixDialog fix={asked} editor={ledger.editor} onFix={confirm} onClose={cancel} />}
      {report === null && share === null && ended === null && <Loading />}
      {report !== null && kinds.length === 0 && <Empty>{healthMessages.none}</Empty>}
      {report !== null && kinds.length > 0 && <KindsBar counts={report.counts} />}
      {report !== null &&
        kinds.map((kind) => (
          <HealthGroup
            key={kind}
            kind={kind}
            count={report.counts[kind]}
            serial={report.serial}
            service={health.service}
            isOpen={open === kind}
            isBusy={isBusy}
            onToggle={() => setOpen((now) => (now === kind ? null : kind))}
            onFix={applyFix}
          />
        ))}
    </Stack>
  );
}

type SummaryProps = {
  ledger: LedgerService;
  report: HealthReport | null;
  isOutdated: boolean;
  ended: 'cancelled' | 'failed' | null;
};

/** What was checked, whether it still holds, and why there is nothing. */
function Summary({ ledger, report, isOutdated, ended }: SummaryProps) {
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  const parts: string[] = [];
  if (report !== null) parts.push(healthMessages.checked(report.size, total(report)));
  if (isOutdated) parts.push(healthMessages.outdated);
  if (ended === 'cancelled') parts.push(healthMessages.cancelled);
  if (ended === 'failed') parts.push(healthMessages.failed);
  const isFailed = report === null && isOutOfReach(list);
  if (isFailed) parts.push(messages.mappingsFailed);
  return (
    <Text
      role="status"
      className={layout['grow'] ?? ''}
      {...((isFailed || ended === 'failed') && { c: 'var(--danger-text)' })}
    >
      {parts.join(' ')}
    </Text>
  );
}

function total({ counts }: HealthReport): number {
  return FINDING_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
}
