import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { AccountWarning as Warning } from '#contract/chart.ts';
import { accountWithName } from '#model/chart.ts';
import { accountWarnings } from '#model/chartMessages.ts';
import { chartOf } from '../services/chart.ts';
import { useChartLedger } from './ChartProvider.tsx';
import styles from './chart.module.css';

/** A pause in typing, in milliseconds, after which the account is looked up. */
const CHECK_AFTER_MS = 250;

/** `account`: as it is typed. */
type Props = { account: string };

/** Says that an account is not in the chart, with the nearest ones, or that it is retired; nothing otherwise. */
export function AccountWarning({ account }: Props) {
  const warning = useAccountWarning(account);
  return (
    // Always there: a live region that appears together with its text is not announced.
    <div role="status">
      {warning !== null && (
        <Text size="sm" className={styles['warning'] ?? ''}>
          {warning} {accountWarnings.mayBeUsed}
        </Text>
      )}
    </div>
  );
}

/** What there is to say about an account, a moment after it was typed; null for nothing. */
export function useAccountWarning(account: string): string | null {
  const ledger = useChartLedger();
  const [warning, setWarning] = useState<string | null>(null);
  const code = account.trim();
  useEffect(() => {
    setWarning(null);
    if (code === '' || ledger === null) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      try {
        const { warnings } = await chartOf(ledger).check([code]);
        const [first] = warnings;
        if (!isOver && first !== undefined) setWarning(accountWarningText(first));
      } catch (error) {
        // A warning that cannot be given holds nobody up.
        console.warn('The account was not looked up in the chart:', error);
      }
    }, CHECK_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ledger, code]);
  return warning;
}

/** A warning in words, with the accounts that may be meant. */
export function accountWarningText(warning: Warning): string {
  if (warning.kind === 'retired') return accountWarnings.retired(accountWithName(warning.code, warning.name));
  const nearest = warning.nearest.map(({ code, name }) => accountWithName(code, name));
  return warning.hasChart
    ? accountWarnings.notInChart(warning.code, nearest)
    : accountWarnings.notInUse(warning.code, nearest);
}
