import type { AccountWarning } from '#contract/chart.ts';
import { accountWithName } from '#model/chart.ts';
import { accountWarnings } from '#model/chartMessages.ts';

/** A warning in words, with the accounts that may be meant. */
export function accountWarningText(warning: AccountWarning): string {
  if (warning.kind === 'retired') return accountWarnings.retired(accountWithName(warning.code, warning.name));
  const nearest = warning.nearest.map(({ code, name }) => accountWithName(code, name));
  return warning.hasChart
    ? accountWarnings.notInChart(warning.code, nearest)
    : accountWarnings.notInUse(warning.code, nearest);
}
