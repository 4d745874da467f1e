import { type HistoryEntry, readHistoryEntry } from '#model/history.ts';
import { isSameSum, type ListChecksum, sumOf, withEntry, withoutEntry } from '#model/listChecksum.ts';
import { fieldsOf } from '#model/log/entry.ts';
import { readListVersion } from '#model/log/version.ts';
import { HISTORY_PATH, LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { integrityMismatch, storedMappings } from './listState.ts';
import { type Change, nodeAfter } from './tree/changes.ts';
import { nodeAt, type TreeNode, toPlain } from './tree/node.ts';

/** What an update does to the mappings. */
type Done = {
  readonly after: ListChecksum;
  readonly set: number;
  readonly removed: number;
  /** The accounts of the mappings that are written. */
  readonly accounts: ReadonlySet<unknown>;
};

/**
 * Looks at what an entry of the list's history says of itself, which rules cannot count: the number of mappings and the sum
 * after it, how many mappings it writes and removes, and the account that all its changes lead to. Where the stored list is not what its history says, only the entry
 * that accepts it is let through.
 */
export class ListClaims {
  /** Whether the stored list is not what its history says; null: not known. Entries that are let through keep it so. */
  #differs: boolean | null = null;

  /** Somebody writes past the rules: what is known of the list may be wrong then. */
  forget(update: readonly Change[]): void {
    if (update.some(isOfList)) this.#differs = null;
  }

  /** What an update, which the rules allow, says of the list and is not so; null for nothing. */
  findFalseClaim(root: TreeNode | null, update: readonly Change[]): string | null {
    if (!update.some(isOfList)) return null;
    const version = readListVersion(toPlain(nodeAfter(root, update, [LIST_VERSION_PATH])));
    const written = toPlain(nodeAfter(root, update, [HISTORY_PATH, version.id]));
    const entry = readHistoryEntry(version.id, written);
    if (entry === null || version.sum === null) return 'the entry cannot be read';
    if (entry.kind === 'outside') return this.#findFalseAcceptance(root, version.sum, entry);
    this.#differs ??= integrityMismatch(root) !== null;
    if (this.#differs) return 'the stored list is not what its history says, and has to be accepted first';
    const done = doneBy(root, update);
    if (done === null) return 'the list is replaced as a whole';
    if (!isSameSum(version.sum, done.after)) return 'number and sum of the mappings';
    if (entry.set !== done.set || entry.removed !== done.removed) return 'numbers of changes';
    return entry.to === null || leadsTo(entry.to, done) ? null : 'the account of its changes';
  }

  #findFalseAcceptance(root: TreeNode | null, sum: ListChecksum, entry: HistoryEntry): string | null {
    const found = sumOf(storedMappings(root));
    const isSo = isSameSum(sum, found) && entry.found !== null && isSameSum(entry.found, found);
    this.#differs = null;
    return isSo && entry.set === 0 && entry.removed === 0 ? null : 'what was found';
  }
}

function leadsTo(account: string, { accounts, removed }: Done): boolean {
  return removed === 0 && accounts.size === 1 && accounts.has(account);
}

/** Whether a change is of the list, or of its version. */
function isOfList({ path: [place] }: Change): boolean {
  return place === undefined || place === LIST_VERSION_PATH || place === MAPPINGS_PATH;
}

/** Null where the update does not name the mappings that it changes. */
function doneBy(root: TreeNode | null, update: readonly Change[]): Done | null {
  const stored = nodeAt(root, [LIST_VERSION_PATH]);
  const before = stored === null ? null : readListVersion(toPlain(stored)).sum;
  let after = before ?? sumOf(storedMappings(root));
  let removed = 0;
  const accounts = new Set<unknown>();
  const byKey = new Map<string, Change[]>();
  for (const change of update) {
    const [place, key] = change.path;
    if (place !== MAPPINGS_PATH) continue;
    if (key === undefined) return null;
    byKey.set(key, [...(byKey.get(key) ?? []), change]);
  }
  for (const [key, changes] of byKey) {
    const mapping = plainOrNull(nodeAfter(root, changes, [MAPPINGS_PATH, key]));
    if (mapping === null) removed++;
    else accounts.add(fieldsOf(mapping)['glAccount']);
    after = withoutEntry(after, key, plainOrNull(nodeAt(root, [MAPPINGS_PATH, key])));
    after = withEntry(after, key, mapping);
  }
  return { after, set: byKey.size - removed, removed, accounts };
}

function plainOrNull(node: TreeNode | null): unknown {
  return node === null ? null : toPlain(node);
}
