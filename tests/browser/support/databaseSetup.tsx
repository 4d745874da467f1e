import { onTestFinished } from 'vitest';
import { ChartProvider } from '#src/chart/ChartProvider.tsx';
import { DatabasePage } from '#src/features/database/DatabasePage.tsx';
import { startAnalysis } from '#src/services/analysis.ts';
import type { LedgerService } from '#src/services/ledger.ts';
import { ShortcutProvider } from '#src/ui/shortcuts/ShortcutProvider.tsx';
import { renderInApp } from './renderInApp.tsx';
import { account, startMemoryLedger } from './startMemoryLedger.ts';
import { TestRouter } from './TestRouter.tsx';

type Pairs = readonly (readonly [description: string, glAccount: string])[];

/** A ledger over PREMIER INN, TESCO STORES, and what is added; with what the browser stores, it ends with the test. */
export async function startDatabase(more: Pairs = []) {
  const { ledger, memory } = startMemoryLedger();
  onTestFinished(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  if (more.length > 0) await memory.addMappings(more);
  return { ledger, memory };
}

type Options = { address?: string; scheme?: 'light' | 'dark' };

/** The Database screen. */
export function showDatabase(
  ledger: LedgerService,
  { address = '/database', scheme = 'light' }: Options = {},
) {
  return renderInApp(
    <TestRouter start={address}>
      <ChartProvider ledger={ledger}>
        <ShortcutProvider>
          <DatabasePage account={account} ledger={ledger} startAnalysis={startAnalysis} />
        </ShortcutProvider>
      </ChartProvider>
    </TestRouter>,
    scheme,
  );
}
