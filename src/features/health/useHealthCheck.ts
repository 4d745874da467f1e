import { useCallback, useEffect, useRef, useState } from 'react';
import type { FindingKind } from '#model/health.ts';
import { useAnalysisService } from '../../analysis-report/useAnalysisService.ts';
import type { AnalysisService } from '../../services/analysis.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';

/** A finished check: how many mappings the list had, and how many findings there are. */
export type HealthReport = {
  readonly size: number;
  readonly counts: Readonly<Record<FindingKind, number>>;
  /** The state of the list that was checked. */
  readonly revision: number;
  /** Another one for each report: its findings are loaded again. */
  readonly serial: number;
};

type HealthState = {
  /** The last report; null until there is one. */
  readonly report: HealthReport | null;
  /** The share done of a check under way, 0 to 1; null: none is. */
  readonly share: number | null;
  /** Whether the list has changed since the report. */
  readonly isOutdated: boolean;
  /** The last check ended without a report: it was cancelled, or failed. */
  readonly ended: 'cancelled' | 'failed' | null;
};

const NOTHING: HealthState = { report: null, share: null, isOutdated: false, ended: null };

/** Checks the list as soon as it is there, and notices when it changes after that. `chart`: the codes of accounts. */
export function useHealthCheck(
  ledger: LedgerService,
  startAnalysis: () => AnalysisService,
  chart: readonly string[] | null,
) {
  const [state, setState] = useState<HealthState>(NOTHING);
  const running = useRef<AbortController | null>(null);
  /** The chart that the last check was begun with; undefined before the first. */
  const checkedWith = useRef<readonly string[] | null | undefined>(undefined);
  const latest = useRef(state);
  latest.current = state;
  const service = useAnalysisService(startAnalysis, () => {
    running.current = null;
    setState((now) => ({ ...now, share: null, ended: 'failed' }));
  });

  const check = useCallback(async () => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    checkedWith.current = chart;
    setState((now) => ({ ...now, share: 0, ended: null }));
    const outcome = await runCheck(ledger, service(), chart, own.signal, (share) =>
      setState((now) => ({ ...now, share })),
    );
    if (running.current !== own) return;
    running.current = null;
    setState((now) => stateAfter(now, outcome));
    if (typeof outcome !== 'object') return;
    const isOld = await isOutdated(ledger, outcome.revision);
    setState((now) => ({ ...now, isOutdated: isOld }));
  }, [ledger, chart, service]);

  const follow = useCallback(async () => {
    if (isToCheck(latest.current, running.current !== null, checkedWith.current, chart)) return check();
    const { report } = latest.current;
    if (report === null || running.current !== null) return;
    const isNow = await isOutdated(ledger, report.revision);
    if (latest.current.report === report) setState((now) => ({ ...now, isOutdated: isNow }));
  }, [ledger, chart, check]);

  useEffect(() => {
    ignoreAfterExit(follow());
    return ledger.list.subscribe(() => ignoreAfterExit(follow()));
  }, [ledger, follow]);

  return {
    ...state,
    service,
    check: useCallback(() => ignoreAfterExit(check()), [check]),
    cancel: useCallback(() => running.current?.abort(), []),
  };
}

/** Whether a check is due: the first one, or one with another chart. */
function isToCheck(
  { report, ended }: HealthState,
  isRunning: boolean,
  checkedWith: readonly string[] | null | undefined,
  chart: readonly string[] | null,
): boolean {
  if (checkedWith !== undefined && checkedWith !== chart) return true;
  return !isRunning && report === null && ended === null;
}

type Checked = Omit<HealthReport, 'serial'> | 'cancelled' | 'failed' | 'not-there';

async function runCheck(
  ledger: LedgerService,
  service: AnalysisService,
  chart: readonly string[] | null,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Checked> {
  try {
    const stored = await ledger.uploader.serializeList();
    if (stored === null) return 'not-there';
    const { mappings, revision } = stored;
    const outcome = await service.checkHealth(mappings, chart, { onProgress, signal });
    if (outcome.kind === 'cancelled') return 'cancelled';
    return { size: mappings.size, counts: outcome.counts, revision };
  } catch (error) {
    console.error('The check failed:', error);
    return 'failed';
  }
}

function stateAfter({ report, isOutdated: was }: HealthState, outcome: Checked): HealthState {
  if (typeof outcome === 'object') {
    const serial = (report?.serial ?? 0) + 1;
    return { report: { ...outcome, serial }, share: null, isOutdated: false, ended: null };
  }
  return { report, share: null, isOutdated: was, ended: outcome === 'not-there' ? null : outcome };
}

async function isOutdated(ledger: LedgerService, revision: number): Promise<boolean> {
  const now = await ledger.uploader.listRevision();
  return now !== null && now !== revision;
}
