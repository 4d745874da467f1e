import type { Day } from './day.ts';
import { accessKey, type Email, usageKey } from './email.ts';

/** Places in the Realtime Database (no leading slash). */
export const MAPPINGS_PATH = 'gl_mappings';
export const LIST_VERSION_PATH = 'gl_mappings_version';
/** The history of the mapping list: see history.ts. */
export const HISTORY_PATH = 'gl_mappings_history';
export const CHANGES_PATH = 'gl_mappings_changes';
export const CHANGES_BY_KEY_PATH = 'gl_mappings_changes_by_key';
/** Names the newest entry of kind `behind` in the history of the list: see history.ts. */
export const BEHIND_PATH = 'gl_mappings_behind';
/** The newest seal of each log: see log/seal.ts. */
export const LIST_SEAL_PATH = 'gl_mappings_seal';
export const CHART_SEAL_PATH = 'gl_accounts_seal';
export const ACCESS_SEAL_PATH = 'access_seal';
/** Says that the oldest entries were moved to a file: see historyArchive.ts. Nobody but the operator reads or writes it. */
export const HISTORY_ARCHIVE_PATH = 'gl_mappings_archive';
/** What people without the right to change the list propose for it: see proposal.ts. */
export const PROPOSALS_PATH = 'gl_proposals';
export const PROPOSAL_LIMIT_PATH = 'gl_proposal_limit';
/** Names the proposals that nobody has decided yet. */
export const WAITING_PROPOSALS_PATH = 'gl_proposals_waiting';
/** The chart of accounts: see chart.ts. */
export const CHART_PATH = 'gl_accounts';
export const CHART_VERSION_PATH = 'gl_accounts_version';
export const CHART_HISTORY_PATH = 'gl_accounts_history';
export const ACCESS_PATH = 'access';
export const ACCESS_VERSION_PATH = 'access_version';
export const ACCESS_HISTORY_PATH = 'access_history';
/** Where nothing is ever stored or watched: a read of it asks whether the server answers. */
export const PING_PATH = 'ping';
export const USAGE_DAILY_PATH = 'usage/daily';
export const USAGE_TOTAL_PATH = 'usage/total';
const USAGE_USERS_PATH = 'usage/users';

export function accessPath(email: Email): string {
  return `${ACCESS_PATH}/${accessKey(email)}`;
}
export function usageDailyPath(day: Day): string {
  return `${USAGE_DAILY_PATH}/${day}`;
}
export function userUsagePath(email: Email): string {
  return `${USAGE_USERS_PATH}/${usageKey(email)}`;
}
/** The user's counters by day. */
export function userUsageDaysPath(email: Email): string {
  return `${userUsagePath(email)}/daily`;
}
export function userUsageDailyPath(email: Email, day: Day): string {
  return `${userUsageDaysPath(email)}/${day}`;
}
/** Where the numbers of one run are stored, once: `n` descriptions, and how many of them are `unmatched`. */
export function userUsageRunPath(email: Email, day: Day, id: string): string {
  return `${userUsagePath(email)}/runs/${day}/${id}`;
}
/** Names the run that was counted last. */
export function userUsageLastRunPath(email: Email): string {
  return `${userUsagePath(email)}/last_run`;
}
export function userUsageTotalPath(email: Email): string {
  return `${userUsagePath(email)}/total`;
}
/** Where a place of `usage` has its like for descriptions without a match. */
export function unmatchedUsagePath(path: string): string {
  return path.replace('usage/', 'usage/unmatched/');
}

/** Collections of the document store. */
export const USERS_COLLECTION = 'users';
export const APPLICATIONS_COLLECTION = 'applications';
