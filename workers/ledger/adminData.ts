import type { AdminData } from '#contract/ledger.ts';
import { type AccessEntry, isSameAccess, readAccessEntry } from '#model/access.ts';
import { accessChangeKind, accessUpdate } from '#model/accessHistory.ts';
import type { Day } from '#model/day.ts';
import { accessKey, type Email } from '#model/email.ts';
import type { Author } from '#model/history.ts';
import { newEntryId, readListVersion } from '#model/listVersion.ts';
import {
  ACCESS_HISTORY_PATH,
  ACCESS_PATH,
  ACCESS_VERSION_PATH,
  accessPath,
  USAGE_DAILY_PATH,
  USAGE_TOTAL_PATH,
  unmatchedUsagePath,
  userUsageDaysPath,
  userUsagePath,
  userUsageTotalPath,
} from '#model/paths.ts';
import { type DailyUsage, matchesOf, readCount, readDailyUsage } from '#model/usage.ts';
import { type Changes, isRefusal, type LedgerDatabase } from './database.ts';

/** Other admins may change access at the same moment. */
const MAX_TRIES = 10;

type AdminDatabase = Pick<LedgerDatabase, 'read' | 'update'>;

/** The worker's side of {@link AdminData}, which describes each method. */
export function createAdminData(
  connection: Pick<LedgerDatabase, 'signedIn' | 'read' | 'update'>,
  { uid, email: ownEmail }: { readonly uid: string; readonly email: Email },
): AdminData {
  const author = { uid, email: ownEmail };
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
        readDays(database, USAGE_DAILY_PATH, days),
        database.read(USAGE_TOTAL_PATH),
      ]);
      return { total: readCount(total), daily };
    },
    readUserUsage: (emails, days) =>
      Promise.all(
        emails.map(async (email) => {
          const [daily, total] = await Promise.all([
            readDays(database, userUsageDaysPath(email), days),
            database.read(userUsageTotalPath(email)),
          ]);
          return { today: daily.at(-1)?.count ?? 0, total: readCount(total), matches: matchesOf(daily) };
        }),
      ),
    async readAccess() {
      const entries = Object.entries(childrenOf(await database.read(ACCESS_PATH)));
      return entries.map(([key, stored]) => readAccessEntry(key, stored)).filter((entry) => entry !== null);
    },
    writeAccess: (entry) => changeAccess(database, author, entry.email, entry),
    removeAccess: (email) => changeAccess(database, author, email, null),
    removeCounters: (email) => {
      const path = userUsagePath(email);
      return database.update({ [path]: null, [unmatchedUsagePath(path)]: null });
    },
  };
}

/** The counters by day at `path`, with those of descriptions without a match. */
async function readDays(
  database: Pick<LedgerDatabase, 'read'>,
  path: string,
  days: readonly Day[],
): Promise<readonly DailyUsage[]> {
  const [counts, unmatched] = await Promise.all([
    database.read(path),
    database.read(unmatchedUsagePath(path)),
  ]);
  return readDailyUsage(days, childrenOf(counts), childrenOf(unmatched));
}

/** Stores one access entry, null for none, with an entry of the history of access. */
async function changeAccess(
  database: AdminDatabase,
  by: Author,
  email: Email,
  after: AccessEntry | null,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const [version, stored] = await Promise.all([
      database.read(ACCESS_VERSION_PATH),
      database.read(accessPath(email)),
    ]);
    const before = readAccessEntry(accessKey(email), stored);
    if (isSameAccess(before, after)) return;
    const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
    const former = readListVersion(version);
    const change = { email, before, after };
    try {
      return await database.update(
        accessUpdate({ id, former, by, kind: accessChangeKind(change) }, [change]),
      );
    } catch (error) {
      if (!isRefusal(error) || tries === MAX_TRIES) throw error;
      // Sent again after a lost answer, the first attempt had succeeded; or somebody else's change came first.
      if ((await database.read(`${ACCESS_HISTORY_PATH}/${id}/seq`)) !== null) return;
      if (readListVersion(await database.read(ACCESS_VERSION_PATH)).id === former.id) throw error;
    }
  }
}

function childrenOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
