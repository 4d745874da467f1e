import type { MatchFigures } from '../usage.ts';
import { grouped } from './figures.ts';

/** What the Admin Panel says about the lines that were classified, and those without a match. */
export const usageMessages = {
  failed: (isShown: boolean) =>
    `The usage counters cannot be read${isShown ? ' just now: these are from before' : ''}.`,
  loading: 'The usage statistics are loading',
  nothing: (days: number) => `Nothing was classified in the last ${days} days.`,
  perDay: (days: number, most: number, busiest: string) =>
    `Descriptions per day, last ${days} days (most: ${grouped(most)} on ${busiest})`,
  noFigures: 'no figures yet',
  ofUserFailed: 'The usage of this user cannot be read just now. Close this and try again.',
  coverage: 'Coverage: lines with a match',
  /** The share of lines with a match lately, and below it that of before: whether teaching the list pays. */
  recentCoverage: 'Coverage, Last 7 Days',
  formerCoverage: (former: MatchFigures | null) => `${coverageText(former)} in the 23 days before`,
  /** Of one share: what it is made of. `days`: the last so many days. */
  shareOf: ({ lines, unmatched }: MatchFigures, days: number) =>
    `${grouped(unmatched)} of ${grouped(lines)} lines in the last ${days} days found no match`,
  /** Whether it becomes better. Each is the share, or null where there are no figures. */
  trend: (recent: MatchFigures | null, former: MatchFigures | null) =>
    recent === null && former === null
      ? 'Lines without a match: no figures yet.'
      : `Lines without a match (striped): ${shareText(recent)} in the last 7 days, ${shareText(former)} in the 23 days before.`,
};

/** Lines with a match as a share of all lines, such as `87.5%`. */
export function coverageText(figures: MatchFigures | null): string {
  return figures === null
    ? usageMessages.noFigures
    : percentText((figures.lines - figures.unmatched) / figures.lines);
}

/** Lines without a match as a share of all lines, such as `12.5%`. */
export function shareText(figures: MatchFigures | null): string {
  return figures === null ? usageMessages.noFigures : percentText(figures.unmatched / figures.lines);
}

/** A share next to all or nothing is not rounded to it. */
function percentText(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1%';
  if (share < 1 && share > 0.999) return '> 99.9%';
  return share.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 });
}
