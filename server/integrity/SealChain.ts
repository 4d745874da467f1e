import { type ArchivedEntries, type ArchivedEntry, seqOf } from '../database/archivedHistory.ts';
import { type SealsByPlace, sealOf } from './seals.ts';

/** The seals of one log, with those of archived entries. */
export class SealChain {
  readonly #seals = new Map<number, string>();
  /** The seals before the first entry of each archive. */
  readonly #formers = new Map<number, string>();
  /** Whether there are seals, of whatever log: a server seals all logs at once. */
  readonly isSealed: boolean;
  /** The number of the first entry with a seal, 0 for none; the entries before it were archived before there were seals. */
  #first = 0;

  /** @param place where the log has its newest seal */
  constructor(seals: SealsByPlace, place: string, archived: ArchivedEntries) {
    this.isSealed = [...seals.values()].some((all) => all.length > 0);
    for (const entry of archived) {
      const { seal, formerSeal } = entry;
      const seq = seqOf(entry);
      if (seal !== undefined) this.#seals.set(seq, seal);
      if (formerSeal !== undefined) this.#formers.set(seq, formerSeal);
    }
    // After those: of the last archived entry counts what the data say.
    for (const { seq, hash } of seals.get(place) ?? []) this.#seals.set(seq, hash);
    for (const seq of this.#seals.keys()) if (this.#first === 0 || seq < this.#first) this.#first = seq;
  }

  /** The hash of an entry; blank for none. */
  at(seq: number): string {
    return this.#seals.get(seq) ?? '';
  }

  /** The number of the newest seal, where no entry has it; else null. */
  beyond(newest: number): number | null {
    let last = 0;
    for (const seq of this.#seals.keys()) last = Math.max(last, seq);
    return last > newest ? last : null;
  }

  /** What is wrong about an entry and its seal, as the end of a sentence; null for nothing, and where nothing was sealed. */
  faultAt(seq: number, { id, history, changes }: ArchivedEntry, isArchived: boolean): string | null {
    const hash = this.#seals.get(seq);
    if (hash === undefined) return isArchived || !this.isSealed || seq < this.#first ? null : 'has no seal';
    const former = this.#seals.get(seq - 1) ?? this.#formers.get(seq) ?? '';
    return sealOf(former, id, history, changes) === hash ? null : 'is not what was sealed';
  }
}
