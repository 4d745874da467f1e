import type { AdminData } from '#contract/ledger.ts';
import { readAccessEntry } from '#model/access.ts';
import {
  ACCESS_PATH,
  accessPath,
  USAGE_DAILY_PATH,
  USAGE_TOTAL_PATH,
  userUsageDailyPath,
  userUsagePath,
  userUsageTotalPath,
} from '#model/paths.ts';
import { readCount } from '#model/usage.ts';
import type { Changes, LedgerDatabase } from './database.ts';

/** The worker's side of {@link AdminData}, which describes each method. */
export function createAdminData(connection: Pick<LedgerDatabase, 'signedIn' | 'read' | 'update'>): AdminData {
  // The server refuses requests that come before the connection acts for the admin.
  const database = {
    read: async (path: string) => {
      await connection.signedIn;
      return connection.read(path);
    },
    update: async (changes: Changes) => {
      await connection.signedIn;
      return connection.update(changes);
    },
  };
  return {
    async readUsage(days) {
      const [daily, total] = await Promise.all([
        database.read(USAGE_DAILY_PATH),
        database.read(USAGE_TOTAL_PATH),
      ]);
      const byDay = childrenOf(daily);
      return { total: readCount(total), daily: days.map((day) => ({ day, count: readCount(byDay[day]) })) };
    },
    readUserUsage: (emails, today) =>
      Promise.all(
        emails.map(async (email) => {
          const [ofToday, total] = await Promise.all([
            database.read(userUsageDailyPath(email, today)),
            database.read(userUsageTotalPath(email)),
          ]);
          return { today: readCount(ofToday), total: readCount(total) };
        }),
      ),
    async readAccess() {
      const entries = Object.entries(childrenOf(await database.read(ACCESS_PATH)));
      return entries.map(([key, stored]) => readAccessEntry(key, stored)).filter((entry) => entry !== null);
    },
    writeAccess: (entry) => database.update({ [accessPath(entry.email)]: entry }),
    removeAccess: (email) => database.update({ [accessPath(email)]: null }),
    removeCounters: (email) => database.update({ [userUsagePath(email)]: null }),
  };
}

function childrenOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
