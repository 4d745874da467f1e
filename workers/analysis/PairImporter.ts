import type {
  DryRunCounts,
  ImportedPairs,
  ImportOutcome,
  ListedLine,
  PairListName,
} from '#contract/analysis.ts';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import { writeCsv } from '#engine/import/csv.ts';
import { countOutcomes, dryRun } from '#engine/import/dryRun.ts';
import { parsePairFile } from '#engine/import/files.ts';
import type { ParsedPairs } from '#engine/import/pairs.ts';
import { parsePastedPairs, pastedForm, withHeader } from '#engine/import/pairs.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import type { Pair, RejectionReason, UploadOutcome } from '#model/pair.ts';
import { listLines } from './pairLists.ts';

const NOTHING: ParsedPairs = {
  pairs: [],
  rejected: [],
  repeated: 0,
  repeatedLines: [],
  contradictions: [],
  header: null,
};

/**
 * Reads pairs for an upload, away from the page: one text or file at a time, a new one cancels the one before it.
 * Remembers the text last read and the dry run last made, of which the page asks for the lines that it shows.
 */
export class PairImporter {
  #reading = new AbortController();
  #parsed = NOTHING;
  #outcomes: readonly UploadOutcome[] = [];
  #asked = 0;

  /** `keepHeader`: a first line that names the columns is a pair like the others. */
  readText(text: string, keepHeader: boolean): ImportedPairs {
    const parsed = parsePastedPairs(text);
    this.#parsed = keepHeader ? withHeader(parsed) : parsed;
    return summarise(this.#parsed);
  }

  /** Reads a file as lines for the text; `isFirst`: they are its first lines, where a header is recognised. */
  async readFile(file: Blob, isFirst: boolean, onProgress: (share: number) => void): Promise<ImportOutcome> {
    this.cancel();
    const { signal } = this.#reading;
    const source = {
      size: file.size,
      read: async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
    };
    try {
      const result = await parsePairFile(source, onProgress, signal);
      if (result.kind !== 'pairs') return result;
      const { parsed } = result;
      const leftOut = parsed.repeated - parsed.repeatedLines.length;
      return { kind: 'lines', text: pastedForm(parsed, isFirst), leftOut };
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      // What browsers throw for files that went away, folders, and files one may not read.
      if (error instanceof DOMException) return { kind: 'unreadable', detail: error.message };
      throw error;
    }
  }

  /** Ends the reading under way, if any; it answers `cancelled`. */
  cancel(): void {
    this.#reading.abort();
    this.#reading = new AbortController();
  }

  /** Compares pairs with the stored list; writes nothing. */
  async dryRun(pairs: SerializedMappings, stored: SerializedMappings): Promise<DryRunCounts> {
    const asked = ++this.#asked;
    const outcomes = dryRun(await deserializeMappings(pairs), await deserializeMappings(stored));
    // One that was asked for later may have been read first.
    if (asked === this.#asked) this.#outcomes = outcomes;
    return countOutcomes(outcomes);
  }

  /** What would be added, by the dry run last made. */
  newPairs(): SerializedMappings {
    return serializeMappings(
      this.#outcomes.filter(({ kind }) => kind === 'new').map(({ mapping }) => mapping),
    );
  }

  /** Lines `from` (included) to `to` (excluded) of a list. */
  lines(name: PairListName, from: number, to: number): readonly ListedLine[] {
    return listLines(name, this.#parsed, this.#outcomes).slice(from, to);
  }

  /** A whole list for the clipboard: cells parted by tabs. */
  linesText(name: PairListName): Blob {
    const lines = listLines(name, this.#parsed, this.#outcomes).map((cells) => cells.join('\t'));
    return new Blob([lines.join('\n')], { type: 'text/plain' });
  }

  /** The lines that were no pairs, in their order. */
  rejectedText(): string {
    return this.#parsed.rejected.map(({ text }) => text).join('\n');
  }

  /** Pairs as tab-separated lines. */
  async toText(pairs: SerializedMappings): Promise<string> {
    return (await deserializeMappings(pairs))
      .map(({ description, glAccount }) => `${description}\t${glAccount}`)
      .join('\n');
  }

  /** The pairs as a file for download. */
  async toCsv(pairs: SerializedMappings): Promise<Blob> {
    return new Blob([writeCsv(await deserializeMappings(pairs))], { type: 'text/csv;charset=utf-8' });
  }
}

function summarise({ pairs, repeated, rejected, contradictions, header }: ParsedPairs): ImportedPairs {
  const rejectedCounts: Partial<Record<RejectionReason, number>> = {};
  for (const { reason } of rejected) rejectedCounts[reason] = (rejectedCounts[reason] ?? 0) + 1;
  return {
    pairs: serializeMappings(pairs.map(toMapping)),
    repeated,
    rejectedCounts,
    contradictionCount: contradictions.length,
    header,
  };
}

function toMapping({ description, glAccount }: Pair): Mapping {
  return { key: mappingKey(description), description, glAccount };
}
