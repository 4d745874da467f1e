import type { AdminData } from '#contract/ledger.ts';
import { type AccessEntry, isSameAccess, readAccessEntry } from '#model/access.ts';
import { ACCESS_LOG, type AccessChange, accessChangeKind, accessUpdate } from '#model/accessHistory.ts';
import type { Day } from '#model/day.ts';
import { accessKey, type Email } from '#model/email.ts';
import type { Author } from '#model/log/author.ts';
import { fieldsOf } from '#model/log/entry.ts';
import {
  ACCESS_PATH,
  accessPath,
  USAGE_DAILY_PATH,
  USAGE_TOTAL_PATH,
  unmatchedUsagePath,
  userUsageDaysPath,
  userUsagePath,
  userUsageTotalPath,
} from '#model/paths.ts';
import { type DailyUsage, matchesOf, readCount, readDailyUsage } from '#model/usage.ts';
import type { LedgerDatabase } from './database.ts';
import { EntrySender } from './log/EntrySender.ts';
import { LogWriter } from './log/LogWriter.ts';
import { newId } from './log/newId.ts';

/** The worker's side of {@link AdminData}, which describes each method. */
export function createAdminData(
  database: Pick<LedgerDatabase, 'read' | 'update'>,
  { uid, email: ownEmail }: { readonly uid: string; readonly email: Email },
): AdminData {
  const author = { uid, email: ownEmail };
  const changeAccess = accessWriter(database, author);
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
    readUserDays: (email, days) => readDays(database, userUsageDaysPath(email), days),
    async readAccess() {
      const entries = Object.entries(fieldsOf(await database.read(ACCESS_PATH)));
      return entries.map(([key, stored]) => readAccessEntry(key, stored)).filter((entry) => entry !== null);
    },
    writeAccess: (entry) => changeAccess(entry.email, entry),
    removeAccess: (email) => changeAccess(email, null),
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
  return readDailyUsage(days, fieldsOf(counts), fieldsOf(unmatched));
}

/** Stores access entries, null for none, each with an entry of the history of access. */
function accessWriter(database: Pick<LedgerDatabase, 'read' | 'update'>, by: Author) {
  const sender = new EntrySender(database, ACCESS_LOG);
  const writer = new LogWriter<AccessChange, never, null>({
    log: { version: () => sender.version(), send: (update) => sender.send(update) },
    subject: 'access',
    updateOf(former, _changeSet, [change]) {
      if (change === undefined) return null;
      const plan = { id: newId(), former, by, kind: accessChangeKind(change) };
      return { update: accessUpdate(plan, [change]), stored: [] };
    },
  });
  return async (email: Email, after: AccessEntry | null): Promise<void> => {
    await writer.write(null, async () => {
      const before = readAccessEntry(accessKey(email), await database.read(accessPath(email)));
      return isSameAccess(before, after) ? [] : [{ email, before, after }];
    });
  };
}
