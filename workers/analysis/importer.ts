import { type Mapping, mappingKey } from '../../src/model/mapping.ts';
import { type PackedMappings, packMappings, unpackMappings } from '../../src/model/packed-mappings.ts';
import { countOutcomes, dryRun, type UploadOutcome } from '../engine/pairs/dryRun.ts';
import { withHeader } from '../engine/pairs/PairCollector.ts';
import type {
  Contradiction,
  Pair,
  ParsedPairs,
  RejectedLine,
  RejectionReason,
} from '../engine/pairs/pair.ts';
import { type PairFileResult, parsePairFile } from '../engine/pairs/parsePairFile.ts';
import { parsePastedPairs } from '../engine/pairs/parsePastedPairs.ts';
import { writeCsv } from '../engine/pairs/writeCsv.ts';

/** Items of a list that are handed to the page; the counts are always of all. */
const SHOWN = 1000;

/** What a text or file holds, in a form that the page can take without a pause. */
export type ImportedPairs = {
  readonly pairs: PackedMappings;
  readonly repeated: number;
  readonly rejectedCounts: Readonly<Partial<Record<RejectionReason, number>>>;
  /** The first 1,000 of each. */
  readonly rejected: readonly RejectedLine[];
  readonly contradictions: readonly Contradiction[];
  readonly contradictionCount: number;
  /** Left out of `pairs`; see `keepHeader`. */
  readonly header: Pair | null;
};

export type ImportOutcome =
  | { readonly kind: 'pairs'; readonly imported: ImportedPairs }
  | Exclude<PairFileResult, { kind: 'pairs' }>
  | { readonly kind: 'cancelled' };

export type DryRunReport = {
  readonly counts: Readonly<Record<UploadOutcome['kind'], number>>;
  /** What would be added. */
  readonly added: PackedMappings;
  /** The first 1,000 pairs that exist with another account or in another spelling. */
  readonly listed: readonly UploadOutcome[];
};

/** Reads pairs for an upload, away from the page: one text or file at a time, a new one cancels the one before it. */
export class Importer {
  #reading = new AbortController();

  /** `keepHeader`: a first line that names the columns is a pair like the others. */
  readText(text: string, keepHeader: boolean): ImportedPairs {
    return summarise(parsePastedPairs(text), keepHeader);
  }

  async readFile(
    file: Blob,
    keepHeader: boolean,
    onProgress: (share: number) => void,
  ): Promise<ImportOutcome> {
    this.cancel();
    const { signal } = this.#reading;
    const source = {
      size: file.size,
      read: async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
    };
    try {
      const result = await parsePairFile(source, onProgress, signal);
      if (result.kind !== 'pairs') return result;
      return { kind: 'pairs', imported: summarise(result.parsed, keepHeader) };
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      throw error;
    }
  }

  /** Ends the reading under way, if any; it answers `cancelled`. */
  cancel(): void {
    this.#reading.abort();
    this.#reading = new AbortController();
  }

  /** Compares pairs with the stored list; writes nothing. */
  dryRun(pairs: PackedMappings, stored: PackedMappings): DryRunReport {
    const outcomes = dryRun(unpackMappings(pairs), unpackMappings(stored));
    return {
      counts: countOutcomes(outcomes),
      added: packMappings(outcomes.flatMap(({ kind, mapping }) => (kind === 'new' ? [mapping] : []))),
      listed: outcomes.filter(({ kind }) => kind === 'other-account' || kind === 'case-twin').slice(0, SHOWN),
    };
  }

  /** The pairs as a file for download. */
  toCsv(pairs: PackedMappings): Blob {
    return new Blob([writeCsv(unpackMappings(pairs))], { type: 'text/csv;charset=utf-8' });
  }
}

function summarise(result: ParsedPairs, keepHeader: boolean): ImportedPairs {
  const { pairs, repeated, rejected, contradictions, header } = keepHeader ? withHeader(result) : result;
  const rejectedCounts: Partial<Record<RejectionReason, number>> = {};
  for (const { reason } of rejected) rejectedCounts[reason] = (rejectedCounts[reason] ?? 0) + 1;
  return {
    pairs: packMappings(pairs.map(toMapping)),
    repeated,
    rejectedCounts,
    rejected: rejected.slice(0, SHOWN),
    contradictions: contradictions.slice(0, SHOWN),
    contradictionCount: contradictions.length,
    header,
  };
}

function toMapping({ description, glAccount }: Pair): Mapping {
  return { key: mappingKey(description), description, glAccount };
}
