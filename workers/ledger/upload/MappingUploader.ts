import type { SerializedMappings } from '#contract/serializedMappings.ts';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import type { UploadResult } from '#contract/upload.ts';
import type { Mapping } from '#model/mapping.ts';
import { ENTRIES_PER_UPDATE, isSame, reasonOf } from '../list/listWrites.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { Timing } from '../timing.ts';
import { KeywordIndex } from './KeywordIndex.ts';

export type MappingUploaderParts = {
  readonly list: Pick<MappingList, 'entries' | 'isConfirmed' | 'watch' | 'write'>;
  readonly timing: Pick<Timing, 'yieldToEventLoop'>;
};

/** What becomes of a pair: it is written, its keyword exists, or an earlier try of this upload wrote it. */
type UploadDecision = 'write' | 'exists' | 'written-before';

/**
 * Adds pairs to the shared list in multi-path updates, each of them whole or not at all. What exists is skipped and
 * never overwritten: a chunk is stored only if nobody has changed the list since it was compared.
 */
export class MappingUploader {
  readonly #parts: MappingUploaderParts;
  #current = new AbortController();

  constructor(parts: MappingUploaderParts) {
    this.#parts = parts;
  }

  /** The stored list, for analysis and dry run; null until it is whole. */
  pack(): SerializedMappings | null {
    const { list } = this.#parts;
    return list.isConfirmed ? serializeMappings(list.entries.values()) : null;
  }

  /**
   * Adds the pairs that are new. An upload that is resumed gets the same pairs again: those that an earlier try has
   * written count as added. `onProgress` gets the number of pairs done with. Ends with the first chunk that fails.
   */
  async upload(
    parcel: SerializedMappings,
    isResumed: boolean,
    onProgress: (done: number) => void,
  ): Promise<UploadResult> {
    this.cancel();
    const { signal } = this.#current;
    const counts = { added: 0, skipped: 0 };
    if (!this.#parts.list.isConfirmed) return { kind: 'no-list', ...counts };
    const pairs = await deserializeMappings(parcel);
    const index = await KeywordIndex.build(this.#parts.list, this.#parts.timing);
    try {
      for (let from = 0; from < pairs.length; from += ENTRIES_PER_UPDATE) {
        if (signal.aborted) return { kind: 'cancelled', ...counts };
        const chunk = pairs.slice(from, from + ENTRIES_PER_UPDATE);
        const added = await this.#writeChunk(chunk, index, isResumed);
        counts.added += added;
        counts.skipped += chunk.length - added;
        onProgress(from + chunk.length);
      }
      return { kind: 'complete', ...counts };
    } catch (error) {
      return { kind: 'failed', detail: reasonOf(error), ...counts };
    } finally {
      index.close();
    }
  }

  /** Ends the upload under way after the chunk it is in; that chunk cannot be called back. */
  cancel(): void {
    this.#current.abort();
    this.#current = new AbortController();
  }

  /** Resolves with the number of pairs that are stored now by this upload. */
  async #writeChunk(chunk: readonly Mapping[], index: KeywordIndex, isResumed: boolean): Promise<number> {
    let fates: UploadDecision[] = [];
    const written = await this.#parts.list.write(() => {
      fates = chunk.map((pair) => decide(pair, index, isResumed));
      const wanted = chunk.filter((_pair, i) => fates[i] === 'write');
      return wanted.map((after) => ({ key: after.key, before: null, after }));
    });
    if (written.length === 0) await this.#parts.timing.yieldToEventLoop();
    return fates.filter((fate) => fate !== 'exists').length;
  }
}

function decide(pair: Mapping, index: KeywordIndex, isResumed: boolean): UploadDecision {
  if (!index.has(pair.description)) return 'write';
  return isResumed && isSame(index.at(pair.description) ?? null, pair) ? 'written-before' : 'exists';
}
