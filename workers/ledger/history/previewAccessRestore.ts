import type { AccessRestorePreview, AccessRestoreTarget } from '#contract/history.ts';
import type { AccessEntry } from '#model/access.ts';
import type { AccessChange } from '#model/accessHistory.ts';
import type { Email } from '#model/email.ts';
import { TAKEOVER } from '#model/log/entry.ts';
import type { LogReader } from '../log/LogReader.ts';
import type { EntryWithChanges } from './listedLogs.ts';
import { type RestorableValues, RestorePlanner, takenBy } from './restorePlan.ts';

/** Rights of people. An entry that allows nothing is as good as none; the account that it is bound to is no right. */
const RESTORABLE_ACCESS: RestorableValues<Email, AccessEntry> = {
  isSame: (a, b) => allows(a) === allows(b) && isAdmin(a) === isAdmin(b),
  isStorable: () => true,
};

/**
 * What would put access back; nothing is written here.
 * @param readAccess all access entries as they are
 */
export async function previewAccessRestore(
  log: LogReader<EntryWithChanges<AccessChange>>,
  readAccess: () => Promise<readonly AccessEntry[]>,
  target: AccessRestoreTarget,
): Promise<AccessRestorePreview> {
  await log.begin();
  const { entries, hasGap } = await takenBy(target, log);
  if (entries.length === 0 && hasGap) return { kind: 'impossible' };
  const planner = new RestorePlanner(RESTORABLE_ACCESS);
  for (const { changes } of entries.toSorted((a, b) => a.seq - b.seq))
    planner.add(changes.map(({ email, before, after }) => ({ key: email, before, after })));
  const stored = new Map((await readAccess()).map((entry) => [entry.email, entry]));
  const { changes, conflicts, same } = planner.plan(stored);
  return {
    kind: 'ready',
    changes: changes.map(({ key: email, ...line }) => ({ email, ...line })),
    conflicts: conflicts.map(({ key: email, ...line }) => ({ email, ...line })),
    same,
    // What was taken over was changed past the history.
    isPartial: hasGap || entries.some(({ kind }) => kind === TAKEOVER),
  };
}

function allows(entry: AccessEntry | null): boolean {
  return entry?.allow === true;
}

function isAdmin(entry: AccessEntry | null): boolean {
  return allows(entry) && entry?.admin === true;
}
