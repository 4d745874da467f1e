import { type Mapping, mappingKey } from '../../src/model/mapping.ts';
import { countOutcomes, dryRun, type UploadOutcome } from '../engine/pairs/dryRun.ts';
import { withHeader } from '../engine/pairs/PairCollector.ts';
import type { Pair, ParsedPairs, RejectionReason } from '../engine/pairs/pair.ts';
import { type PairFileResult, parsePairFile } from '../engine/pairs/parsePairFile.ts';
import { parsePastedPairs } from '../engine/pairs/parsePastedPairs.ts';
import { pastedForm } from '../engine/pairs/pastedForm.ts';
import { writeCsv } from '../engine/pairs/writeCsv.ts';
import { type MappingParcel, openParcel, packParcel } from '../mappingParcel.ts';
import { type ListedLine, listLines, type PairListName } from './pairLists.ts';

/** What a text holds, in a form that the page can take without a pause; the lines themselves are asked for. */
export type ImportedPairs = {
  readonly pairs: MappingParcel;
  readonly repeated: number;
  readonly rejectedCounts: Readonly<Partial<Record<RejectionReason, number>>>;
  readonly contradictionCount: number;
  /** Left out of `pairs`; see `keepHeader`. */
  readonly header: Pair | null;
};

export type ImportOutcome =
  | {
      readonly kind: 'lines';
      /** The file as tab-separated lines, as if they had been pasted. */
      readonly text: string;
      /** Repeated lines left out of `text`, there being very many of them. */
      readonly leftOut: number;
    }
  | Exclude<PairFileResult, { kind: 'pairs' }>
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: 'cancelled' };

/** Number of pairs per outcome. */
export type DryRunCounts = Readonly<Record<UploadOutcome['kind'], number>>;

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
export class Importer {
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
  async dryRun(pairs: MappingParcel, stored: MappingParcel): Promise<DryRunCounts> {
    const asked = ++this.#asked;
    const outcomes = dryRun(await openParcel(pairs), await openParcel(stored));
    // One that was asked for later may have been read first.
    if (asked === this.#asked) this.#outcomes = outcomes;
    return countOutcomes(outcomes);
  }

  /** What would be added, by the dry run last made. */
  newPairs(): MappingParcel {
    return packParcel(this.#outcomes.filter(({ kind }) => kind === 'new').map(({ mapping }) => mapping));
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
  async toText(pairs: MappingParcel): Promise<string> {
    return (await openParcel(pairs))
      .map(({ description, glAccount }) => `${description}\t${glAccount}`)
      .join('\n');
  }

  /** The pairs as a file for download. */
  async toCsv(pairs: MappingParcel): Promise<Blob> {
    return new Blob([writeCsv(await openParcel(pairs))], { type: 'text/csv;charset=utf-8' });
  }
}

function summarise({ pairs, repeated, rejected, contradictions, header }: ParsedPairs): ImportedPairs {
  const rejectedCounts: Partial<Record<RejectionReason, number>> = {};
  for (const { reason } of rejected) rejectedCounts[reason] = (rejectedCounts[reason] ?? 0) + 1;
  return {
    pairs: packParcel(pairs.map(toMapping)),
    repeated,
    rejectedCounts,
    contradictionCount: contradictions.length,
    header,
  };
}

function toMapping({ description, glAccount }: Pair): Mapping {
  return { key: mappingKey(description), description, glAccount };
}
