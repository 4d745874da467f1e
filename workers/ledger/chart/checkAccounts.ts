import type { AccountsCheck, AccountWarning } from '#contract/chart.ts';
import { nearestCodes } from '#engine/nearestCodes.ts';
import { type ChartAccount, chartKey } from '#model/chart.ts';
import { isUsable, type Mapping } from '#model/mapping.ts';
import { countAccounts } from '../list/accountUse.ts';
import type { Accounts } from './ChartFollower.ts';

/** What is said in full: the nearest codes of many unknown accounts would take seconds, and nobody reads them. */
const MAX_WARNINGS = 20;

/** The number of mappings that each account has, of those that can match. */
export function countUsable(mappings: Iterable<Mapping>): Map<string, number> {
  return countAccounts([...mappings].filter(isUsable));
}

/**
 * Which of the accounts are not in the chart, or retired; without a chart, which no mapping has. Where there are no
 * mappings either, nothing is known, and nothing is said.
 */
export function checkAccounts(
  codes: readonly string[],
  accounts: Accounts,
  mappings: Iterable<Mapping>,
): AccountsCheck {
  const wanted = new Set(codes.map((code) => code.trim()).filter((code) => code !== ''));
  return accounts.size > 0 ? checkByChart(wanted, accounts) : checkByUse(wanted, mappings);
}

function checkByChart(wanted: ReadonlySet<string>, accounts: Accounts): AccountsCheck {
  const retired: ChartAccount[] = [];
  const unknown: string[] = [];
  for (const code of wanted) {
    const account = accounts.get(chartKey(code));
    if (account === undefined) unknown.push(code);
    else if (account.isRetired) retired.push(account);
  }
  const offered = [...accounts.values()].filter(({ isRetired }) => !isRetired).map(({ code }) => code);
  const near = (code: string) => ({ code, name: accounts.get(chartKey(code))?.name ?? '' });
  const warnings: AccountWarning[] = unknown.slice(0, MAX_WARNINGS).map((code) => ({
    kind: 'unknown',
    code,
    hasChart: true,
    nearest: nearestCodes(code, offered).map(near),
  }));
  for (const { code, name } of retired.slice(0, MAX_WARNINGS)) warnings.push({ kind: 'retired', code, name });
  return { unknown: unknown.length, retired: retired.length, warnings };
}

function checkByUse(wanted: ReadonlySet<string>, mappings: Iterable<Mapping>): AccountsCheck {
  const inUse = countUsable(mappings);
  const unknown = inUse.size === 0 ? [] : [...wanted].filter((code) => !inUse.has(code));
  const warnings = unknown.slice(0, MAX_WARNINGS).map((code) => ({
    kind: 'unknown' as const,
    code,
    hasChart: false,
    nearest: nearestCodes(code, inUse.keys()).map((near) => ({ code: near, name: '' })),
  }));
  return { unknown: unknown.length, retired: 0, warnings };
}
