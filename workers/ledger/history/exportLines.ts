import type { HistoryChange, HistoryExport } from '#contract/history.ts';
import type { HistoryEntry } from '#model/history.ts';
import { type Seal, shortSeal } from '#model/log/seal.ts';
import { authorName, KIND_NAMES, SEAL_NAME } from '#model/text/historyWords.ts';
import type { ChangesReader } from './ChangesReader.ts';

/**
 * The wanted changes of entries, newest entry first, as lines of cells with tabs between them: see
 * `HISTORY_EXPORT_HEADER`.
 * @param withUnknown whether entries that do not say what they changed have a line
 */
export async function exportLines(
  entries: readonly HistoryEntry[],
  reader: ChangesReader,
  isWanted: (change: HistoryChange) => boolean,
  withUnknown: boolean,
): Promise<HistoryExport> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const blocks: string[] = [];
  let count = 0;
  for await (const part of reader.inParts(entries)) {
    for (const [id, changes] of part) {
      const entry = byId.get(id);
      if (entry === undefined) continue;
      const wanted = changes === null ? (withUnknown ? [null] : []) : changes.filter(isWanted);
      count += wanted.length;
      blocks.push(wanted.map((change) => lineOf(entry, change)).join('\n'));
    }
  }
  return { kind: 'lines', lines: textOf(blocks.reverse()), changes: count };
}

/** The exported lines, with one more that names the newest seal: kept elsewhere, it proves that nothing before it was changed. */
export function withSeal(exported: HistoryExport, seal: Seal | null): HistoryExport {
  if (exported.kind !== 'lines' || seal === null) return exported;
  const cells = ['', '', SEAL_NAME, '', '', '', '', String(seal.seq), shortSeal(seal)];
  return { ...exported, lines: new Blob([exported.lines, `\n${cells.join('\t')}`]) };
}

/** Blocks of lines, of which some are empty, with a line break between them and none at the end. */
function textOf(blocks: readonly string[]): Blob {
  const filled = blocks.filter((block) => block !== '');
  return new Blob(filled.map((block, i) => (i === 0 ? block : `\n${block}`)));
}

function lineOf({ at, by, kind, seq, note }: HistoryEntry, change: HistoryChange | null): string {
  const { before = null, after = null } = change ?? {};
  const cells = [
    new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    authorName(by),
    KIND_NAMES[kind],
    before?.description ?? '',
    before?.glAccount ?? '',
    after?.description ?? '',
    after?.glAccount ?? '',
    String(seq),
    note ?? '',
  ];
  return `${cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')}`;
}
