import { readAccessHistoryEntry } from '#model/accessHistory.ts';
import { readChartHistoryEntry } from '#model/chartHistory.ts';
import { hashOfEntry } from '#model/listSum.ts';
import { type EntryId, readListVersion } from '#model/log/version.ts';
import {
  ACCESS_HISTORY_PATH,
  ACCESS_PATH,
  ACCESS_VERSION_PATH,
  CHART_HISTORY_PATH,
  CHART_PATH,
  CHART_VERSION_PATH,
} from '#model/paths.ts';
import { keysAt, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

type LogReport = {
  readonly entries: number;
  /** What is wrong; empty: nothing. */
  readonly problems: readonly string[];
};

/** A log whose entries have their changes in them. */
type PlainLog = {
  readonly node: string;
  readonly version: string;
  readonly history: string;
  /** `access history` */
  readonly title: string;
  /** What one of its children is called: `access of ann@example%2Ecom`. */
  readonly child: string;
  read(id: string, stored: unknown): { readonly seq: number; readonly after: EntryId } | null;
};

const ACCESS: PlainLog = {
  node: ACCESS_PATH,
  version: ACCESS_VERSION_PATH,
  history: ACCESS_HISTORY_PATH,
  title: 'access history',
  child: 'access of',
  read: readAccessHistoryEntry,
};

const CHART: PlainLog = {
  node: CHART_PATH,
  version: CHART_VERSION_PATH,
  history: CHART_HISTORY_PATH,
  title: 'history of the chart of accounts',
  child: 'account',
  read: readChartHistoryEntry,
};

/** Checks the history of access; see {@link verifyLog}. */
export function verifyAccess(root: TreeNode | null): LogReport {
  return verifyLog(root, ACCESS);
}

/** Checks the history of the chart of accounts; see {@link verifyLog}. */
export function verifyChart(root: TreeNode | null): LogReport {
  return verifyLog(root, CHART);
}

/**
 * Goes back from the children as they are, entry by entry of their history, as `verifyHistory` does for the list.
 * What nobody has changed since there is a history is not known by it.
 */
function verifyLog(root: TreeNode | null, log: PlainLog): LogReport {
  const plain = (path: readonly string[]) => toPlain(nodeAt(root, path));
  const version = readListVersion(plain([log.version]));
  const children = new Map(keysAt(root, [log.node]).map((key) => [key, plain([log.node, key])]));
  const seen = new Set<string>();
  const problems: string[] = [];
  let id: EntryId = version.id;
  for (let seq = version.seq; seq >= 1; seq--) {
    const stored = plain([log.history, id]);
    const entry = log.read(id, stored);
    if (entry === null) {
      problems.push(`Entry ${seq} (${id}) of the ${log.title} is missing`);
      break;
    }
    seen.add(id);
    const name = `entry ${seq} (${id}) of the ${log.title}`;
    if (entry.seq !== seq) problems.push(`The ${name} has the number ${entry.seq}`);
    problems.push(...takeBack(children, log, name, (stored as { changes?: unknown }).changes));
    id = entry.after;
  }
  const beside = keysAt(root, [log.history]).filter((key) => !seen.has(key));
  problems.push(...beside.map((key) => `${log.history}/${key} is not part of the history`));
  return { entries: version.seq, problems };
}

/** Puts what was there before an entry in the place of what it wrote; returns what it did not find. */
function takeBack(
  children: Map<string, unknown>,
  { child }: PlainLog,
  name: string,
  changes: unknown,
): string[] {
  const problems: string[] = [];
  for (const [key, change] of Object.entries((changes ?? {}) as Record<string, unknown>)) {
    const { before = null, after = null } = change as { before?: unknown; after?: unknown };
    if (hashOfEntry(key, children.get(key) ?? null) !== hashOfEntry(key, after))
      problems.push(`The ${child} ${key} is not what the ${name} wrote`);
    if (before === null) children.delete(key);
    else children.set(key, before);
  }
  return problems;
}
