import type { HistoryExport } from '#contract/history.ts';
import { type Seal, shortSeal } from '#model/log/seal.ts';
import { tabbedCells } from '#model/spreadsheetCell.ts';
import { authorName, KIND_NAMES, SEAL_NAME } from '#model/text/historyWords.ts';
import type { ListedEntry } from '../log/changeSets.ts';
import type { ChangesById, ListedLog } from './ListedLog.ts';

/**
 * The wanted changes of entries, newest entry first, as lines of cells with tabs between them: see
 * `HISTORY_EXPORT_HEADERS`.
 * @param parts the changes, oldest entry first
 * @param withUnknown whether entries that do not say what they changed have a line
 */
export async function exportLines<Entry extends ListedEntry, Change>(
  entries: readonly Entry[],
  parts: AsyncIterable<ChangesById<Change>> | Iterable<ChangesById<Change>>,
  cellsOf: ListedLog<Entry, Change>['cellsOf'],
  isWanted: (change: Change) => boolean,
  withUnknown: boolean,
): Promise<HistoryExport> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const blocks: string[] = [];
  let count = 0;
  for await (const part of parts) {
    for (const [id, changes] of part) {
      const entry = byId.get(id);
      if (entry === undefined) continue;
      const wanted = changes === null ? (withUnknown ? [null] : []) : changes.filter(isWanted);
      count += wanted.length;
      blocks.push(wanted.map((change) => lineOf(entry, cellsOf(change))).join('\n'));
    }
  }
  return { kind: 'lines', lines: textOf(blocks.reverse()), changes: count };
}

/** The exported lines, with one more that names the newest seal: kept elsewhere, it proves that nothing before it was changed. */
export function withSeal(exported: HistoryExport, seal: Seal | null, columns: number): HistoryExport {
  if (exported.kind !== 'lines' || seal === null) return exported;
  const blank = Array<string>(columns - 5).fill('');
  const cells = ['', '', SEAL_NAME, ...blank, String(seal.seq), shortSeal(seal)];
  return { ...exported, lines: new Blob([exported.lines, `\n${cells.join('\t')}`]) };
}

/** Blocks of lines, of which some are empty, with a line break between them and none at the end. */
function textOf(blocks: readonly string[]): Blob {
  const filled = blocks.filter((block) => block !== '');
  return new Blob(filled.map((block, i) => (i === 0 ? block : `\n${block}`)));
}

function lineOf({ at, by, kind, seq, note }: ListedEntry, said: readonly string[]): string {
  const cells = [
    new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    authorName(by),
    KIND_NAMES[kind],
    ...said,
    String(seq),
    note ?? '',
  ];
  return tabbedCells(cells, 'file').join('\t');
}
