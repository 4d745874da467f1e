import { readAccessHistoryEntry } from '#model/accessHistory.ts';
import { hashOfEntry } from '#model/listSum.ts';
import { type EntryId, readListVersion } from '#model/listVersion.ts';
import { ACCESS_HISTORY_PATH, ACCESS_PATH, ACCESS_VERSION_PATH } from '#model/paths.ts';
import { keysAt, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

type AccessReport = {
  readonly entries: number;
  /** What is wrong; empty: nothing. */
  readonly problems: readonly string[];
};

/**
 * Goes back from the access entries as they are, entry by entry of their history, as `verifyHistory` does for the list.
 * What nobody has changed since there is a history is not known by it.
 */
export function verifyAccess(root: TreeNode | null): AccessReport {
  const plain = (path: readonly string[]) => toPlain(nodeAt(root, path));
  const version = readListVersion(plain([ACCESS_VERSION_PATH]));
  const access = new Map(keysAt(root, [ACCESS_PATH]).map((key) => [key, plain([ACCESS_PATH, key])]));
  const seen = new Set<string>();
  const problems: string[] = [];
  let id: EntryId = version.id;
  for (let seq = version.seq; seq >= 1; seq--) {
    const stored = plain([ACCESS_HISTORY_PATH, id]);
    const entry = readAccessHistoryEntry(id, stored);
    if (entry === null) {
      problems.push(`Entry ${seq} (${id}) of the access history is missing`);
      break;
    }
    seen.add(id);
    const name = `entry ${seq} (${id}) of the access history`;
    if (entry.seq !== seq) problems.push(`The ${name} has the number ${entry.seq}`);
    problems.push(...takeBack(access, name, (stored as { changes?: unknown }).changes));
    id = entry.after;
  }
  const beside = keysAt(root, [ACCESS_HISTORY_PATH]).filter((key) => !seen.has(key));
  problems.push(...beside.map((key) => `${ACCESS_HISTORY_PATH}/${key} is not part of the history`));
  return { entries: version.seq, problems };
}

/** Puts what was there before an entry in the place of what it wrote; returns what it did not find. */
function takeBack(access: Map<string, unknown>, name: string, changes: unknown): string[] {
  const problems: string[] = [];
  for (const [key, change] of Object.entries((changes ?? {}) as Record<string, unknown>)) {
    const { before = null, after = null } = change as { before?: unknown; after?: unknown };
    if (hashOfEntry(key, access.get(key) ?? null) !== hashOfEntry(key, after))
      problems.push(`The access of ${key} is not what the ${name} wrote`);
    if (before === null) access.delete(key);
    else access.set(key, before);
  }
  return problems;
}
