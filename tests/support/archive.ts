import { writeFileSync } from 'node:fs';
import { LIST_LOG } from '#model/history.ts';
import { sumOf } from '#model/listChecksum.ts';
import { readListVersion } from '#model/log/version.ts';
import { LeafTable } from '#server/database/LeafTable.ts';
import { storedMappings } from '#server/database/listState.ts';
import { fromPlain, nodeAt, type TreeNode, toPlain } from '#server/database/tree/node.ts';
import { readSeals, sealOfMark } from '#server/integrity/seals.ts';
import { openStore } from '#server/store/openStore.ts';

/** The ids of the entries of the list, oldest first, as far as they are here. */
function idsIn(tree: TreeNode | null): string[] {
  const ids: string[] = [];
  let { id }: { id: string } = readListVersion(toPlain(nodeAt(tree, [LIST_LOG.version])));
  for (let entry = nodeAt(tree, [LIST_LOG.history, id]); entry !== null; ) {
    ids.unshift(id);
    id = String(toPlain(nodeAt(entry, ['after'])));
    entry = nodeAt(tree, [LIST_LOG.history, id]);
  }
  return ids;
}

/** What the list amounted to before these entries. */
function sumBefore(tree: TreeNode | null, ids: readonly string[]) {
  const list = new Map(storedMappings(tree));
  for (const id of ids.toReversed()) {
    const changes = toPlain(nodeAt(tree, [LIST_LOG.changes, id, 'changes'])) as Record<
      string,
      { before?: unknown }
    >;
    for (const [key, { before }] of Object.entries(changes ?? {}))
      before === undefined ? list.delete(key) : list.set(key, before);
  }
  return sumOf(list);
}

/**
 * Moves the oldest entries of the list's history to a file, as the program `archive-history` of former versions did.
 * @param last number of the last entry to move
 */
export function archiveEntries(dataDir: string, last: number, file: string): void {
  const store = openStore(dataDir);
  const table = new LeafTable(store);
  const { tree } = table.load();
  const plain = (path: readonly string[]) => toPlain(nodeAt(tree, path)) as { seq: number };
  const seals = new Map(
    readSeals(store.db)
      .get(LIST_LOG.seal)
      ?.map(({ seq, hash }) => [seq, hash]),
  );
  const ids = idsIn(tree);
  const moved = ids.filter((id) => plain([LIST_LOG.history, id]).seq <= last);
  const entries = moved.map((id, index) => {
    const history = plain([LIST_LOG.history, id]);
    const seal = seals.get(history.seq);
    const formerSeal = index === 0 ? { formerSeal: seals.get(history.seq - 1) ?? '' } : {};
    const sealed = seal === undefined ? {} : { seal, ...formerSeal };
    return { id, history, changes: plain([LIST_LOG.changes, id]), ...sealed };
  });
  const head = { archive: 'GL Classifier history', version: 1, entries: entries.length };
  writeFileSync(file, [head, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''));
  const mark = { id: moved.at(-1), seq: last, at: 1, ...sumBefore(tree, ids.slice(moved.length)) };
  const places = moved.flatMap((id) => [
    [LIST_LOG.history, id],
    [LIST_LOG.changes, id],
  ]);
  store.transaction(() => {
    table.save(tree, [
      ...places.map((path) => ({ path, value: null })),
      { path: ['gl_mappings_archive'], value: fromPlain(mark) },
    ]);
    const { db } = store;
    db.prepare('DELETE FROM log_seals WHERE log = ? AND seq < ?').run([LIST_LOG.seal, last]);
    db.prepare("DELETE FROM log_seals WHERE log = 'gl_mappings_archive'").run([]);
    const former = seals.get(last);
    if (former !== undefined)
      db.prepare('INSERT INTO log_seals VALUES (?, ?, ?, NULL)').run([
        'gl_mappings_archive',
        last,
        sealOfMark(former, mark),
      ]);
  });
  store.close();
}
