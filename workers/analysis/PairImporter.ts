import type { ImportedPairs, ImportOutcome, PairImporterApi, ReadListName } from '#contract/analysis.ts';
import {
  deserializeMappings,
  type SerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import type { ListedLine } from '#contract/upload.ts';
import { writeCsv } from '#engine/read/columns.ts';
import { parsePairFile } from '#engine/read/files.ts';
import type { ParsedPairs } from '#engine/read/pairs.ts';
import { PairCollector, parsePastedPairs } from '#engine/read/pairs.ts';
import type { ListChoices } from '#model/fileReading.ts';
import { makeMapping } from '#model/mapping.ts';
import type { RejectionReason } from '#model/pair.ts';
import { tabbedText } from '#model/spreadsheetCell.ts';
import { orUnreadable, sourceOfBlob } from '../blobSource.ts';
import { ExclusiveJob } from '../ExclusiveJob.ts';
import { shorten, summariseReading } from '../readingSummary.ts';

/**
 * Reads pairs for an upload, away from the page: one text or file at a time. Remembers what was read last, of which the
 * page asks for the lines that it shows.
 */
export class PairImporter {
  readonly #job = new ExclusiveJob();
  #parsed: ParsedPairs = new PairCollector().found;

  /** `headerIsPair`: a first line that names the columns is a pair like the others. */
  readText(text: string, headerIsPair: boolean): ImportedPairs {
    return this.#remember(parsePastedPairs(text, headerIsPair));
  }

  /**
   * Reads a file as lines that go below the text last read. `isFirst`: that text is blank, and a header of the file is
   * recognised. A reading cancels the one before it. What was read last is then the text with these lines.
   */
  readFile(...file: Parameters<PairImporterApi['readFile']>): Promise<ImportOutcome> {
    return this.#job.run((signal) => orUnreadable(this.#readFile(signal, ...file)));
  }

  async #readFile(
    signal: AbortSignal,
    file: Blob,
    isFirst: boolean,
    choices: ListChoices,
    onProgress: (share: number) => void,
  ): Promise<ImportOutcome> {
    const above = isFirst ? null : this.#parsed;
    const result = await parsePairFile(sourceOfBlob(file), onProgress, signal, choices, above);
    if (result.kind === 'columns-unknown') return { ...result, reading: summariseReading(result.reading) };
    if (result.kind !== 'pairs') return result;
    const reading = summariseReading(result.reading);
    return { kind: 'lines', ...result.placed, imported: this.#remember(result.parsed), reading };
  }

  /** Ends the reading of a file under way, if any; it answers `cancelled`. */
  cancel(): void {
    this.#job.cancel();
  }

  /** Lines `from` (included) to `to` (excluded) of a list of the text last read, very long texts shortened. */
  lines(name: ReadListName, from: number, to: number): readonly ListedLine[] {
    const lines = linesOf(name, this.#parsed).slice(from, to);
    return lines.map((cells) => cells.map(shorten));
  }

  /** A whole list for the clipboard: cells with tabs between them, which are those of a rejected line too. */
  linesText(name: ReadListName): Blob {
    const rows = linesOf(name, this.#parsed).map((cells) => cells.flatMap((cell) => cell.split('\t')));
    return new Blob([tabbedText(rows, 'clipboard')], { type: 'text/plain' });
  }

  /** The lines that were no pairs, in their order. */
  rejectedText(): string {
    return this.#parsed.rejected.map(({ text }) => text).join('\n');
  }

  /** The pairs as a file for download. */
  async toCsv(pairs: SerializedMappings): Promise<Blob> {
    return new Blob([writeCsv(await deserializeMappings(pairs))], { type: 'text/csv;charset=utf-8' });
  }

  #remember(parsed: ParsedPairs): ImportedPairs {
    this.#parsed = parsed;
    return summarise(parsed);
  }
}

function summarise({ pairs, repeated, wide, rejected, contradictions, header }: ParsedPairs): ImportedPairs {
  const rejectedCounts: Partial<Record<RejectionReason, number>> = {};
  for (const { reason } of rejected) rejectedCounts[reason] = (rejectedCounts[reason] ?? 0) + 1;
  return {
    pairs: serializeMappings(pairs.map((pair) => makeMapping(pair))),
    repeated,
    wide,
    rejectedCounts,
    contradictionCount: contradictions.length,
    header,
  };
}

function linesOf(name: ReadListName, parsed: ParsedPairs): ListedLine[] {
  if (name === 'repeated-line') {
    return parsed.repeatedLines.map(({ description, glAccount }) => [description, glAccount]);
  }
  if (name === 'contradiction') {
    return parsed.contradictions.map(({ pair, first }) => [
      pair.description,
      pair.glAccount,
      first.description,
      first.glAccount,
    ]);
  }
  return parsed.rejected
    .filter(({ reason }) => reason === name)
    .map(({ line, text }) => [String(line), text]);
}
