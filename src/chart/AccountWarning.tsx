import { Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountWarning as Warning } from '#contract/chart.ts';
import { accountWithName } from '#model/chart.ts';
import { accountWarnings } from '#model/text/chartMessages.ts';
import layout from '../ui/layout.module.css';
import { useSettledAnswer } from '../ui/useAnswer.ts';
import { useChartLedger } from './ChartProvider.tsx';

/** A pause in typing, in milliseconds, after which the account is looked up. */
const CHECK_AFTER_MS = 250;

type Props = {
  /** As it is typed. */
  account: string;
  /** Only with a chart: without one, the screen says otherwise that no mapping has the account. */
  isChartOnly?: boolean;
  /** What is about to be done with the mapping. */
  doing?: Parameters<typeof accountWarnings.mayBeUsed>[0];
};

/** Says that an account is not in the chart, with the nearest ones, or that it is retired; nothing otherwise. */
export function AccountWarning({ account, isChartOnly = false, doing = 'saved' }: Props) {
  const warning = useAccountWarning(account, isChartOnly);
  return (
    // Always there: a live region that appears together with its text is not announced.
    <div role="status">
      {warning !== null && (
        <Text className={layout['caution'] ?? ''}>
          {warning} {accountWarnings.mayBeUsed(doing)}
        </Text>
      )}
    </div>
  );
}

/** What there is to say about an account, a moment after it was typed; null for nothing. */
function useAccountWarning(account: string, isChartOnly: boolean): string | null {
  const ledger = useChartLedger();
  const [atFirst] = useState(account);
  const code = account.trim();
  const check = useSettledAnswer(
    code === '' || ledger === null ? null : code,
    async () => (await ledger?.chart.check([code]))?.warnings[0],
    // Nobody types what a form opens with: the warning has come before a hand can be at what it moves.
    account === atFirst ? 0 : CHECK_AFTER_MS,
    ledger,
  );
  if (check === null || check === undefined || check === 'failed') return null;
  return check.kind === 'retired' || check.hasChart || !isChartOnly ? accountWarningText(check) : null;
}

/** A warning in words, with the accounts that may be meant. */
export function accountWarningText(warning: Warning): string {
  if (warning.kind === 'retired') return accountWarnings.retired(accountWithName(warning.code, warning.name));
  const nearest = warning.nearest.map(({ code, name }) => accountWithName(code, name));
  return warning.hasChart
    ? accountWarnings.notInChart(warning.code, nearest)
    : accountWarnings.notInUse(warning.code, nearest);
}
