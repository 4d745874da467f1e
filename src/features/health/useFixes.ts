import { useCallback, useState } from 'react';
import type { ChartResult } from '#contract/chart.ts';
import type { Fix } from '#contract/health.ts';
import { deserializeMappings } from '#contract/serializedMappings.ts';
import type { ChangeResult } from '#contract/table.ts';
import { chartMessages } from '#model/text/chartMessages.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { healthMessages } from '#model/text/healthMessages.ts';
import { messages } from '#model/text/messages.ts';
import { useChartDone } from '../../chart/useChartDone.ts';
import { useDeletionQuestion } from '../../chart/useDeletionQuestion.ts';
import type { ChartService, LedgerService } from '../../services/ledger.ts';
import { toFailedResult } from '../../services/toFailedResult.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { undoOf } from '../../undo/undoText.ts';
import { useUndo } from '../../undo/useUndo.ts';

/** A change under way: how many mappings it is about, and how many are changed. */
type Progress = { readonly of: number; readonly done: number };

/**
 * Carries out what fixes findings, and offers to undo it. A removal is asked about as any deletion; what changes several
 * mappings or accounts waits as `asked` until somebody has seen it and calls `confirm`. `onChanged` is called when the list
 * may have changed.
 */
export function useFixes(ledger: LedgerService, onChanged: () => void) {
  const { dismiss } = useStatus();
  const [work, setWork] = useState<Progress | null>(null);
  const [asked, setAsked] = useState<Fix | null>(null);
  const fixMappings = useMappingFix(ledger, setWork, onChanged);
  const addAccounts = useAccountAdding(ledger);
  const carryOut = useCallback(
    async (fix: Fix) => {
      setAsked(null);
      dismiss();
      const of = sizeOf(fix);
      setWork({ of, done: 0 });
      if (fix.kind === 'chart') await addAccounts(fix.accounts.map(({ glAccount }) => glAccount));
      else await fixMappings(fix, of);
      setWork(null);
    },
    [dismiss, addAccounts, fixMappings],
  );
  const askRemoval = useDeletionQuestion();
  const remove = useCallback(
    async (fix: MappingsFix) => {
      const question = await removalQuestion(fix);
      if (await askRemoval(question, () => ledger.editor.previewMany(fix.mappings, null)))
        await carryOut(fix);
    },
    [askRemoval, carryOut, ledger],
  );
  const applyFix = useCallback(
    (fix: Fix) => {
      if (fix.kind === 'mappings' && fix.accounts === null) ignoreAfterExit(remove(fix));
      else if (sizeOf(fix) > 1) setAsked(fix);
      else ignoreAfterExit(carryOut(fix));
    },
    [carryOut, remove],
  );
  return {
    work,
    applyFix,
    asked,
    confirm: useCallback(() => void (asked && carryOut(asked)), [asked, carryOut]),
    cancel: useCallback(() => setAsked(null), []),
  };
}

type MappingsFix = Extract<Fix, { kind: 'mappings' }>;

async function removalQuestion({ mappings }: MappingsFix): Promise<string> {
  const [first] = await deserializeMappings(mappings);
  return mappings.size === 1 && first
    ? databaseMessages.confirmDeletion(first.description)
    : messages.confirmDeletions(mappings.size);
}

/** How many mappings it changes, or how many accounts it adds. */
function sizeOf(fix: Fix): number {
  return fix.kind === 'chart' ? fix.accounts.length : fix.mappings.size;
}

function useMappingFix(
  ledger: LedgerService,
  setWork: (next: (now: Progress | null) => Progress | null) => void,
  onChanged: () => void,
) {
  const { editor } = ledger;
  const { showDone } = useUndo();
  return useCallback(
    async ({ mappings, accounts }: MappingsFix, of: number) => {
      const result = await editor.changeMany(mappings, accounts, (done) => setWork(() => ({ of, done })));
      onChanged();
      const id = 'undo' in result ? result.undo : null;
      const undo = undoOf(id, (batch) => editor.undo(batch).finally(onChanged));
      showDone(outcomeText(result, of, accounts === null), undo);
    },
    [editor, setWork, showDone, onChanged],
  );
}

/** The list is checked again when the chart has changed: nothing else needs to be said to it. */
function useAccountAdding(ledger: LedgerService) {
  const chart = ledger.chart;
  const showDone = useChartDone(chart);
  return useCallback(
    async (codes: readonly string[]) => {
      const result = await addAccountsInUse(chart, codes);
      if (result.kind === 'saved') showDone(healthMessages.accountsAdded(result.count), result.undo);
      else showDone(chartMessages.importFailed(result.count, result.detail), result.undo);
    },
    [chart, showDone],
  );
}

function outcomeText(result: ChangeResult, of: number, isRemoval: boolean): string {
  switch (result.kind) {
    case 'saved':
      return healthMessages.fixed(result.count, of, isRemoval);
    case 'unchangeable':
      return databaseMessages.mappingUnchangeable(result.description);
    case 'failed':
      return healthMessages.fixFailed(result.count, of, result.detail);
    default:
      return healthMessages.fixFailed(0, of, result.description);
  }
}

type Added = Extract<ChartResult, { kind: 'saved' | 'failed' }>;

/** Makes accounts that mappings have accounts of the chart, as one act; those that it has meanwhile stay. */
function addAccountsInUse(
  chart: Pick<ChartService, 'readAccountsInUse' | 'import'>,
  codes: readonly string[],
): Promise<Added> {
  const add = async (): Promise<Added> => {
    const read = await chart.readAccountsInUse(codes);
    if (read.kind === 'empty') return { kind: 'saved', count: 0, undo: null };
    const result = read.kind === 'ready' ? await chart.import(read.id) : null;
    if (result?.kind === 'saved' || result?.kind === 'failed') return result;
    throw new Error(`The accounts were not added: ${result?.kind ?? read.kind}`);
  };
  return toFailedResult(add(), { count: 0, undo: null });
}
