import { type ArchivedEntries, type ArchivedEntry, seqOf } from './historyFile.ts';
import { type StoredSeal, sealOf } from './seals.ts';

/** The seals of each log, by the place of its newest; see `readSeals`. */
export type LogSeals = ReadonlyMap<string, readonly StoredSeal[]>;

/** The seals of one log, with those of archived entries. */
export class SealChain {
  readonly #hashes: ReadonlyMap<number, string>;
  /** The seals before the first entry of each archive. */
  readonly #formers = new Map<number, string>();

  constructor(seals: readonly StoredSeal[], archived: ArchivedEntries) {
    const hashes = new Map<number, string>();
    for (const entry of archived) {
      const { seal, formerSeal } = entry;
      const seq = seqOf(entry);
      if (seal !== undefined) hashes.set(seq, seal);
      if (formerSeal !== undefined) this.#formers.set(seq, formerSeal);
    }
    // After those: of the last archived entry counts what the data say.
    for (const { seq, hash } of seals) hashes.set(seq, hash);
    this.#hashes = hashes;
  }

  /** The number of the newest seal, where no entry has it; else null. */
  beyond(newest: number): number | null {
    let last = 0;
    for (const seq of this.#hashes.keys()) last = Math.max(last, seq);
    return last > newest ? last : null;
  }

  /** What is wrong about an entry and its seal, as the end of a sentence; null for nothing, and where nothing was sealed. */
  faultAt(seq: number, { id, history, changes }: ArchivedEntry, isArchived: boolean): string | null {
    const hash = this.#hashes.get(seq);
    // Archived before there were seals.
    if (hash === undefined) return isArchived || this.#hashes.size === 0 ? null : 'has no seal';
    const former = this.#hashes.get(seq - 1) ?? this.#formers.get(seq) ?? '';
    return sealOf(former, id, history, changes) === hash ? null : 'is not what was sealed';
  }
}
